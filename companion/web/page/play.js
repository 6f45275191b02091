// My own turn, if the table lets phones enter it: a draw, a claim, tickets, a pass.

import { get, post } from "./asking.js";
import { button, h, show } from "./dom.js";

let first = "";
let passing = false; // picked, but not yet confirmed by a tap on another button

export const playPart = {
  wanted: (page) => page.view.table.may_enter,
  async show(element, page) {
    const { table, you } = page.view;
    const wanted = `${table.game} ${table.seq} ${you.language}`;
    if (element.dataset.seen === wanted) return;
    const found = await get("turn");
    if (!found || !element.isConnected) return;
    element.dataset.seen = wanted;
    first = "";
    passing = false;
    draw(element, page, found);
  },
};

function draw(element, page, found) {
  const { words, view } = page;
  const why = h("p", { class: "why", role: "alert" });
  const enter = async (play) => {
    const { game, seq } = view.table;
    const answer = await post("turn", { game, seq, play });
    if (!answer.ok) why.textContent = answer.why || words.failed;
  };
  const draw_card = ({ card, alone }) => {
    if (alone && !first) enter({ do: "draw", cards: [card] });
    else if (first) enter({ do: "draw", cards: [first, card] });
    else { first = card; draw(element, page, found); }
  };
  const word = (name) => found.cards.find((one) => one.card === name).word;
  show(element,
    h("h2", {}, words.play), why,
    h("div", { class: "panel" },
      h("h3", {}, first ? words.second_card : words.draw_cards),
      first ? h("p", { class: "call" }, word(first)) : null,
      h("div", { class: "tiles" }, found.cards.map((one) =>
        button(one.word, () => draw_card(one), first && one.alone ? { disabled: true, "aria-describedby": "alone-why" } : {}))),
      first ? h("p", { id: "alone-why", class: "quiet" }, found.alone) : null,
      first ? h("div", { class: "tiles" },
        button(words.no_second, () => enter({ do: "draw", cards: [first], short: true })),
        button(words.cancel, () => { first = ""; draw(element, page, found); })) : null),
    h("div", { class: "panel" },
      h("h3", {}, words.claim_route), h("p", { class: "quiet" }, words.claim_how),
      h("div", { class: "tiles" }, button(words.routes, () => page.go("routes")), button(words.map, () => page.go("map")))),
    h("div", { class: "panel" },
      h("h3", {}, found.tickets),
      h("div", { class: "tiles" }, found.kept.map((kept) => button(String(kept), () => enter({ do: "tickets", kept }))))),
    h("div", { class: "tiles" }, passing
      ? [button(words.cancel, () => { passing = false; draw(element, page, found); }),
        button(found.passes, () => enter({ do: "pass" }), { class: "accent" })]
      : button(found.passes, () => { passing = true; draw(element, page, found); })));
}
