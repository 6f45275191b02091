// The log: every entry as a sentence, newest first, as sent.

import { get } from "./asking.js";
import { h, mark, show } from "./dom.js";

export const logPart = {
  seen: "",
  async show(element, page) {
    const { table, you } = page.view;
    const wanted = `${table.game} ${table.seq} ${you.language}`;
    if (element.dataset.seen === wanted) return;
    const lines = await get("log");
    if (!lines || !element.isConnected) return;
    element.dataset.seen = wanted;
    show(element, h("h2", { class: "unseen" }, page.words.log), h("ol", { class: "log", reversed: true }, lines.map((row) => row.under.length ? folded(row) : line(row))));
  },
};

// Entries undone together: one line, with the entries below it.
function folded(row) {
  return h("li", { class: "folded", value: row.entry }, h("details", { "data-key": `undone-${row.entry}` },
    h("summary", {}, h("span", { class: "number" }, row.entry), row.sentence),
    h("ol", { class: "log", reversed: true }, row.under.map(line))));
}

function line(row) {
  return h("li", { class: `${row.undone ? "undone" : ""} ${row.mark}`, value: row.entry },
    h("span", { class: "number" }, row.entry),
    row.color ? mark(row) : h("span", { class: "mark" }),
    h("div", {}, h("p", {}, row.sentence), row.flags ? h("small", {}, row.flags) : null),
    row.points ? h("b", { class: "points" }, row.points) : null);
}
