// The table: the last ruling, everyone's numbers, what can be doubled; at the end the result.

import { choose, post } from "./asking.js";
import { button, h, mark, show, terrain } from "./dom.js";
import { resultPanel } from "./final.js";

export const tablePart = {
  show(element, page) {
    const { view, words } = page;
    const table = view.table;
    const me = table.players[view.you.seat];
    show(element,
      table.saved ? null : h("p", { class: "note bad" }, words.unsaved),
      table.result ? resultPanel(table, words) : null,
      table.last_round ? h("p", { class: "note call" }, table.last_round) : null,
      saidPanel(page),
      me && table.phase === "play" ? minePanel(me, table.terrains, words) : null,
      h("h2", {}, words.players),
      h("ul", { class: "players" }, table.players.map((player) => playerRow(player, view, words))),
      footer(page));
  },
};

function saidPanel(page) {
  const { view, words } = page;
  const said = view.table.said;
  if (!said) return null;
  const look = said.ruled ? "ruled" : said.disputed ? "bad" : "";
  return h("div", { class: `panel said ${look}` },
    h("h2", { class: "quiet" }, words.last_ruling),
    h("p", { class: "headline" }, said.points ? h("b", { class: "points" }, said.points) : null, said.headline),
    said.call ? h("p", { class: "call" }, said.call) : null,
    said.details.map((detail) => h("p", { class: "detail" }, detail)),
    view.you.seat !== null && said.entry !== null && page.object ? button(words.object, () => page.object(said.entry), { class: "small" }) : null);
}

function minePanel(me, terrains, words) {
  return h("div", { class: "panel mine" },
    h("h2", {}, words.double_now),
    h("ul", {}, me.rights.map((right) =>
      h("li", {}, terrain(right.terrain), h("b", {}, `${terrains[right.terrain]} ${right.count}`), h("span", {}, right.says)))));
}

function playerRow(player, view, words) {
  const mine = player.seat === view.you.seat;
  const turn = player.seat === view.table.on_turn;
  return h("li", { class: `player ${turn ? "on-turn" : ""}`, "aria-current": turn ? "true" : null },
    h("div", { class: "who" }, mark(player), h("span", { class: "name" }, player.name), mine ? h("small", {}, words.you) : null),
    h("dl", {},
      h("div", { class: "score" }, h("dt", {}, words.score), h("dd", {}, player.score === null ? h("span", { title: words.hidden, "aria-label": words.hidden, role: "img" }, "•••") : player.score)),
      h("div", { class: player.few_trains ? "few" : "" }, h("dt", {}, words.trains), h("dd", {}, player.trains)),
      h("div", {}, h("dt", {}, words.ticket_count), h("dd", {}, player.tickets))),
    h("div", { class: "rights" }, player.rights.map((right) =>
      h("span", { class: `right ${right.kind}`, "aria-label": `${view.table.terrains[right.terrain]} ${right.count}: ${right.says}`, title: right.says, role: "img" },
        terrain(right.terrain), h("b", {}, right.count), h("span", { class: "sign" }, right.sign)))));
}

function footer(page) {
  const { words, languages, view } = page;
  const pick = h("select", { id: "language", "data-key": "language", on: { change: async () => {
    choose(pick.value);
    await page.speak();
    page.follow();
  } } }, Object.entries(languages).map(([code, name]) =>
    h("option", { value: code, selected: code === view.you.language }, name)));
  return h("footer", {},
    h("label", { for: "language" }, words.language), pick,
    view.seats && button(view.you.seat === null ? words.which_seat : words.stand, async () => {
      page.watching = false;
      if (view.you.seat === null) page.again();
      else await post("stand", {});
    }, { class: "small" }));
}
