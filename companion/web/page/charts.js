// Charts of a finished game: with shapes and patterns as well as colours, and as a table for screen readers.

import { h, outline, s } from "./dom.js";

const WIDTH = 360; // of a drawing; a phone's width, so that words keep their size
const LEFT = 38; // where a line begins, to the right of the numbers
const MARKS = 6; // shapes on a line
const MARK = 11; // size of a shape

export function lineChart(players, lines, heading) {
  const turns = Math.max(1, lines[0].length - 1);
  const most = Math.max(10, ...lines.flat());
  const least = Math.min(0, ...lines.flat());
  const x = (turn) => LEFT + (turn / turns) * (WIDTH - LEFT - 14);
  const y = (value) => 12 + ((most - value) / (most - least)) * 160;
  const steps = [least, least < 0 ? 0 : Math.round(most / 2), most].filter((step) => step === 0 || y(0) - y(step) > 14 || y(step) - y(0) > 14);
  return [
    s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} 196`, "aria-hidden": "true" },
      steps.map((value) => [
        s("line", { class: "grid", x1: LEFT, x2: WIDTH - 14, y1: y(value), y2: y(value) }),
        s("text", { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, value)]),
      [0, turns].map((turn) => s("text", { x: x(turn), y: 192, "text-anchor": "middle" }, turn)),
      lines.map((line, seat) => s("polyline", {
        class: `curve player-${players[seat].color} dashes-${seat}`,
        points: line.map((value, turn) => `${x(turn).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
      })),
      lines.map((line, seat) => marked(turns, seat, lines.length).map((turn) => shape(players[seat], x(turn), y(line[turn]))))),
    listened(players, lines, turns, heading),
  ];
}

// The turns at which a line shows its player's shape: at the end, and at different turns for each line before.
function marked(turns, seat, count) {
  const found = [turns];
  for (let at = (seat + 1) / (count + 1); at < MARKS; at += 1) {
    const turn = Math.round((at * turns) / MARKS);
    if (turn > 0 && turn < turns) found.push(turn);
  }
  return [...new Set(found)];
}

function shape(player, x, y) {
  const by = MARK / 24;
  return s("path", {
    class: `owned sign player-${player.color}`, d: outline(player.shape),
    transform: `translate(${(x - MARK / 2).toFixed(1)} ${(y - MARK / 2).toFixed(1)}) scale(${by.toFixed(3)})`,
  });
}

// The same in numbers, for a few of the turns.
function listened(players, lines, turns, heading) {
  const few = Math.min(8, turns);
  const shown = [...new Set(Array.from({ length: few + 1 }, (_, at) => Math.round((at * turns) / few)))];
  return h("div", { class: "unseen" }, h("table", {},
    h("caption", {}, heading),
    h("thead", {}, h("tr", {}, h("td", {}), shown.map((turn) => h("th", { scope: "col" }, turn)))),
    h("tbody", {}, players.map((player) => h("tr", {},
      h("th", { scope: "row" }, player.name), shown.map((turn) => h("td", {}, lines[player.seat][turn])))))));
}

// A bar per player with one part per source; the result's table has the numbers.
export function sourceChart(table) {
  const { lines, sources } = table.result;
  const sums = lines.map(({ points }) => [points.filter((one) => one > 0), points.filter((one) => one < 0)]
    .map((some) => some.reduce((sum, one) => sum + one, 0)));
  const most = Math.max(10, ...sums.map(([above]) => above));
  const least = Math.min(0, ...sums.map(([, below]) => below));
  const x = (points) => 2 + ((points - least) / (most - least)) * (WIDTH - 4);
  const high = 50;
  return [
    s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${lines.length * high}`, "aria-hidden": "true" },
      patterns(sources),
      lines.map((line, row) => bar(line, table.players[line.seat], row * high, x)),
      least < 0 ? s("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: lines.length * high }) : null),
    h("ul", { class: "legend", "aria-hidden": "true" }, sources.map((source, number) =>
      h("li", {}, s("svg", { viewBox: "0 0 24 16" }, s("rect", { class: "sample", width: 24, height: 16 }),
        s("rect", { fill: `url(#source-${number})`, width: 24, height: 16 })), source))),
  ];
}

function bar(line, player, top, x) {
  const ends = { above: 0, below: 0 };
  return [
    shape(player, 2 + MARK / 2, top + 12),
    s("text", { class: "named", x: 20, y: top + 17 }, line.name),
    s("text", { class: "named", x: WIDTH - 2, y: top + 17, "text-anchor": "end" }, line.total),
    line.points.map((points, number) => {
      const side = points < 0 ? "below" : "above";
      const from = ends[side];
      ends[side] += points;
      const [left, right] = [x(Math.min(from, ends[side])), x(Math.max(from, ends[side]))];
      const place = { x: left.toFixed(1), y: top + 24, width: (right - left).toFixed(1), height: 18 };
      return points ? [s("rect", { class: `owned part player-${player.color}`, ...place }), s("rect", { ...place, fill: `url(#source-${number}${INKS[player.color] || ""})` })] : null;
    }),
  ];
}

// The patterns of the sources: plain, slanted, dotted, upright, level.
// Drawn in a colour that is visible on the player's.
const INKS = { black: "-white", yellow: "-black" };
const STROKES = ["", "M-1 9L9 -1M-5 5L5 -5M3 13L13 3", "M4 4h.01", "M4 -1V9", "M-1 4H9"];

function patterns(sources) {
  return s("defs", {}, ["", ...Object.values(INKS)].map((ink) => sources.map((_, number) =>
    s("pattern", { id: `source-${number}${ink}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
      s("path", { class: `stroke stroke${ink} stroke-${number}`, d: STROKES[number] })))));
}
