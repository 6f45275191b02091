// Joining: the code, then a seat.

import { post } from "./asking.js";
import { button, h, mark, show } from "./dom.js";

export function enterCode(main, page, note) {
  const { words } = page;
  main.dataset.shown = "enter";
  const code = h("input", {
    id: "code", "data-key": "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    maxlength: 8, inputmode: "text", value: page.code || "",
  });
  const why = h("p", { class: "why", role: "alert" }, note || "");
  const enter = async () => {
    const answer = await post("enter", { code: code.value });
    if (answer.ok) {
      history.replaceState(null, "", "/");
      page.code = "";
      page.follow();
    } else {
      why.textContent = answer.why || words.failed;
      code.focus();
    }
  };
  const form = h("form", { class: "panel entering", novalidate: true, on: { submit: (event) => { event.preventDefault(); enter(); } } },
    h("h1", {}, words.title),
    h("label", { for: "code" }, words.code),
    code, why,
    h("button", { class: "accent" }, words.enter));
  show(main, form);
  if (page.code && !note) enter();
  else code.focus();
}

export function pickSeat(main, page) {
  const { view, words } = page;
  main.dataset.shown = "seat";
  const table = view.table;
  if (!table.game) {
    show(main, h("div", { class: "panel entering" }, h("h1", {}, words.title), h("p", {}, words.no_game)));
    return;
  }
  const asks = view.you.asks;
  const why = h("p", { class: "why", role: "status" }, asks === null ? "" : words.asked);
  const sit = async (seat) => {
    const answer = await post("sit", { seat, game: table.game });
    if (answer.status !== 200) why.textContent = answer.why || words.failed;
  };
  show(main, h("div", { class: "panel entering" },
    h("h1", {}, words.which_seat),
    why,
    h("div", { class: "seats" }, table.players.map((player) => {
      const { taken, kept } = view.seats[player.seat];
      return h("button", {
        type: "button", class: asks === player.seat ? "seat picked" : "seat", "data-key": `seat-${player.seat}`,
        "aria-pressed": asks === player.seat ? "true" : null, on: { click: () => sit(player.seat) },
      }, mark(player), h("span", { class: "name" }, player.name),
      taken || kept ? h("small", {}, taken ? words.taken : words.kept) : null);
    })),
    button(words.watch, page.watch)));
}
