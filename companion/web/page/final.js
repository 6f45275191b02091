// The result: who won, points by source, and the course of the game.

import { lineChart, sourceChart } from "./charts.js";
import { address } from "./asking.js";
import { h, mark } from "./dom.js";

export function resultPanel(table, words) {
  const { result } = table;
  return h("div", { class: "panel result" },
    h("h2", { class: "winner" }, result.title),
    h("p", {}, result.note),
    h("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": words.result },
      h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), [words.total, ...result.sources, words.completed].map((word) => h("th", { scope: "col" }, word)))),
        h("tbody", {}, result.lines.map((line) => h("tr", {},
          h("th", { scope: "row" }, h("span", { class: "place" }, line.place), mark(table.players[line.seat]), line.name),
          h("td", { class: "total" }, line.total),
          line.points.map((points) => h("td", {}, points)),
          h("td", {}, line.completed)))))),
    h("p", {}, h("a", { class: "button", href: address("sheet"), download: "" }, words.score_sheet)),
    h("h3", {}, words.came_from),
    sourceChart(table),
    h("h3", {}, words.course),
    lineChart(table.players, result.curves, words.course),
    h("h3", {}, words.trains_left),
    lineChart(table.players, result.trains, words.trains_left),
    tickets(table, words));
}

function tickets(table, words) {
  return table.result.lines.map(({ seat, name }) => h("details", {},
    h("summary", {}, mark(table.players[seat]), name),
    h("ul", { class: "shown" }, table.result.tickets[seat].map((ticket) =>
      h("li", { class: ticket.completed ? "good" : "bad" }, ticket.completed ? "✓ " : "✗ ", ticket.says,
        h("span", { class: "unseen" }, ticket.completed ? words.done : words.missed))))));
}
