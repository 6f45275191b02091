// A route in detail, and for a player every way to score it.

import { get, post } from "./asking.js";
import { openCard, closeCard } from "./card.js";
import { h, terrain } from "./dom.js";

export async function routeCard(page, route) {
  const { view, words } = page;
  const { table, you } = view;
  const seat = table.owners[route.id];
  if (seat !== undefined || you.seat === null || table.phase !== "play") {
    openCard(route.name, words, h("p", {}, route.says),
      seat === undefined ? null : h("p", {}, words.claimed.replace("{player}", table.players[seat].name)));
    return;
  }
  const ruling = await get("ruling", { route: route.id });
  if (!ruling) return;
  const why = h("p", { class: "why", role: "alert" });
  const claim = async (way) => {
    const answer = await post("turn", { game: table.game, seq: table.seq, play: { do: "claim", route: route.id, double: way.double } });
    if (answer.ok) closeCard();
    else why.textContent = answer.why || words.failed;
  };
  openCard(ruling.title, words,
    h("p", {}, ruling.takes),
    h("p", { class: "verdict" }, terrain(ruling.terrain), h("span", {}, ruling.verdict)),
    h("p", { class: "quiet" }, ruling.holders),
    h("ul", { class: "ways" }, ruling.ways.map((way) => h("li", {}, wayTile(way, table.may_enter && !way.refused ? () => claim(way) : null)))),
    h("p", { class: "quiet" }, ruling.reminder),
    why);
}

function wayTile(way, act) {
  const parts = [h("b", { class: "points" }, way.points), h("span", {}, way.cost, way.note ? h("small", {}, way.note) : null)];
  if (!act) return h("div", { class: `way ${way.refused ? "refused" : ""}` }, parts);
  return h("button", { type: "button", class: "way", "data-key": way.cost, on: { click: act } }, parts);
}
