// What each route would score for me: a list to search, and a card with every way.

import { get } from "./asking.js";
import { h, show, terrain } from "./dom.js";
import { routeCard } from "./ruling.js";

const asked = { text: "", doubling: false };

export const routesPart = {
  wanted: (page) => page.view.you.seat !== null && page.view.table.phase === "play",
  async show(element, page) {
    const { table, you } = page.view;
    const wanted = `${table.game} ${table.seq} ${you.seat} ${you.language}`;
    if (element.dataset.seen !== wanted) {
      const [board, found] = [await page.boardNow(), await get("routes")];
      if (!board || !found || !element.isConnected) return;
      element.dataset.seen = wanted;
      const routes = Object.fromEntries(board.routes.map((route) => [route.id, route]));
      element.rows = found.map((row) => ({ ...routes[row.id], ...row }));
    }
    draw(element, page);
  },
};

function draw(element, page) {
  const { words } = page;
  if (!element.querySelector(".routes")) {
    const search = h("input", { id: "search", type: "search", autocomplete: "off", value: asked.text, placeholder: words.search, "aria-label": words.search,
      on: { input: () => { asked.text = search.value; fill(element, page); } } });
    const only = h("input", { id: "only", type: "checkbox", checked: asked.doubling,
      on: { change: () => { asked.doubling = only.checked; fill(element, page); } } });
    show(element, h("h2", { class: "unseen" }, words.routes),
      h("div", { class: "asked" }, search, h("label", { class: "only" }, only, words.only_double)),
      h("ul", { class: "routes" }));
  }
  fill(element, page);
}

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

function fill(element, page) {
  const { words } = page;
  const rows = element.rows.filter((row) => (!asked.doubling || row.doubled) && plain(row.name).includes(plain(asked.text)));
  show(element.querySelector(".routes"), rows.map((row) => h("li", {},
    h("button", { type: "button", class: "route", "data-key": row.id, on: { click: () => routeCard(page, row) } },
      h("span", { class: `chip route-${row.color}`, "aria-hidden": "true" }, row.length),
      h("span", { class: "name" }, row.name, h("small", {}, row.says.slice(row.name.length + 2))),
      h("b", {}, row.points),
      row.doubled ? h("span", { class: row.locomotives ? "doubled" : "doubled good" },
        terrain(row.terrain), h("span", {}, `${words.doubled}: ${row.costs}`), h("b", {}, row.doubled)) : null))));
}
