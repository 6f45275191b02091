// The end: who won, points by source, and how they grew.

import { h, mark, s } from "./dom.js";

export function resultPanel(table, words) {
  const { result } = table;
  return h("div", { class: "panel result" },
    h("h2", { class: "winner" }, result.title),
    h("p", {}, result.note),
    h("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": words.result },
      h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), [...result.sources, words.completed, words.total].map((word) => h("th", { scope: "col" }, word)))),
        h("tbody", {}, result.lines.map((line) => h("tr", {},
          h("th", { scope: "row" }, h("span", { class: "place" }, line.place), mark(table.players[line.seat]), line.name),
          line.points.map((points) => h("td", {}, points)),
          h("td", {}, line.completed), h("td", { class: "total" }, line.total)))))),
    h("h3", {}, words.course),
    curves(table, words),
    tickets(table, words));
}

function curves(table, words) {
  const { curves: lines } = table.result;
  const turns = Math.max(1, lines[0].length - 1);
  const most = Math.max(10, ...lines.flat());
  const least = Math.min(0, ...lines.flat());
  const x = (turn) => 30 + (turn / turns) * 560;
  const y = (points) => 10 + ((most - points) / (most - least)) * 200;
  const steps = [0, 0.5, 1].map((part) => Math.round(least + part * (most - least)));
  return s("svg", { class: "curves", viewBox: "0 0 620 225", role: "img", "aria-label": words.course },
    steps.map((points) => [
      s("line", { class: "grid", x1: 30, x2: 590, y1: y(points), y2: y(points) }),
      s("text", { x: 26, y: y(points) + 4, "text-anchor": "end" }, points)]),
    lines.map((line, seat) => s("polyline", {
      class: `curve player-${table.players[seat].color} dashes-${seat}`,
      points: line.map((points, turn) => `${x(turn).toFixed(1)},${y(points).toFixed(1)}`).join(" "),
    })));
}

function tickets(table, words) {
  return table.result.lines.map(({ seat, name }) => h("details", {},
    h("summary", {}, mark(table.players[seat]), name),
    h("ul", { class: "shown" }, table.result.tickets[seat].map((ticket) =>
      h("li", { class: ticket.completed ? "good" : "bad" }, ticket.completed ? "✓ " : "✗ ", ticket.says,
        h("span", { class: "unseen" }, ticket.completed ? words.done : words.missed))))));
}
