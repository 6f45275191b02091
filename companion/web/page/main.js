// The page: a phone that has joined sees the game, live; others enter a code.

import { Stream, get, post } from "./asking.js";
import { h, mark, show } from "./dom.js";
import { enterCode, pickSeat } from "./joining.js";
import { closeCard } from "./card.js";
import { logPart } from "./log.js";
import { mapPart } from "./map.js";
import { playPart } from "./play.js";
import { routesPart } from "./routes.js";
import { ticketsPart } from "./tickets.js";
import { tablePart } from "./table.js";

const at = (id) => document.getElementById(id);
const PARTS = { table: tablePart, play: playPart, tickets: ticketsPart, routes: routesPart, map: mapPart, log: logPart };
const wide = matchMedia("(min-width: 900px)");

// Passed to every part: the latest view, the labels, and the functions of the page.
export const page = { view: null, words: {}, languages: {}, part: "table", board: null, watching: false };

page.speak = async () => {
  const found = await get("labels");
  if (!found) return false;
  page.words = found.labels;
  page.languages = found.languages;
  page.board = null;
  document.documentElement.lang = found.language;
  return true;
};

page.boardNow = async () => {
  const wanted = page.view.table.board;
  if (!page.board || page.board.fingerprint !== wanted) page.board = await get("board");
  return page.board;
};

page.again = () => page.view && render();
page.watch = () => { page.watching = true; render(); };
page.follow = () => stream.open();
page.go = (name) => go(name);
page.object = async (entry) => {
  const { game, seq } = page.view.table;
  const answer = await post("object", { game, seq, entry });
  if (!answer.ok) page.note(answer.why || page.words.failed);
};

// Shows a message for a few seconds, in the place of the connection warning.
page.note = (text) => {
  at("said").textContent = text;
  at("said").hidden = false;
  setTimeout(() => { at("said").hidden = true; }, 6000);
};

const stream = new Stream({
  view: (view) => {
    const before = page.view;
    page.view = view;
    if (before && before.table.game !== view.table.game) closeCard();
    announce(before, view);
    render();
  },
  out: () => {
    page.view = null;
    page.watching = false;
    enter(page.words.sent_out);
  },
  away: (away) => {
    at("away").hidden = !away;
    at("away").textContent = away ? page.words.away || "" : "";
    document.body.classList.toggle("is-away", away);
  },
});

// Announces changes to screen readers.
function announce(before, view) {
  const said = view.table.said;
  if (!before || !said || before.table.seq === view.table.seq) return;
  const sentences = [said.headline, ...said.details, said.call, view.table.title].filter(Boolean);
  at("announced").textContent = sentences.map((one) => /[.!?…]$/.test(one) ? one : `${one}.`).join(" ");
}

function enter(note) {
  closeCard();
  at("top").hidden = at("parts").hidden = true;
  document.body.dataset.part = "enter";
  enterCode(at("main"), page, note);
}

function parts() {
  return Object.keys(PARTS).filter((name) => !PARTS[name].wanted || PARTS[name].wanted(page));
}

function go(name) {
  page.part = name;
  render();
  scrollTo(0, 0);
}

function render() {
  const { view, words } = page;
  const seat = view.you.seat;
  if ((seat === null && !page.watching && view.seats) || !view.table.game) {
    at("top").hidden = at("parts").hidden = true;
    document.body.dataset.part = "seat";
    pickSeat(at("main"), page);
    return;
  }
  const names = parts();
  if (!names.includes(page.part)) page.part = "table";
  const second = wide.matches && page.part === "table" ? "map" : page.part;
  const shown = wide.matches ? ["table", second] : [page.part];
  document.body.dataset.part = page.part;
  top(view, words);
  const main = at("main");
  if (main.dataset.shown !== shown.join()) {
    main.dataset.shown = shown.join();
    main.replaceChildren(...shown.map((name) => h("section", { id: `part-${name}`, class: "part", "aria-label": words[name] })));
  }
  for (const name of shown) PARTS[name].show(at(`part-${name}`), page);
  at("parts").hidden = false;
  at("parts").setAttribute("aria-label", words.parts);
  show(at("parts"), names.map((name) =>
    h("button", { type: "button", "data-key": name, "aria-current": name === page.part ? "page" : null, on: { click: () => go(name) } }, words[name])));
}

function top(view, words) {
  const table = view.table;
  const player = table.on_turn === null || table.on_turn === undefined ? null : table.players[table.on_turn];
  at("top").hidden = false;
  at("top").className = player && player.seat === view.you.seat ? "is-mine" : "";
  show(at("top"),
    player ? mark(player) : null,
    h("h1", {}, table.title || words.title),
    table.turn ? h("p", {}, table.turn) : null);
}

wide.addEventListener("change", page.again);

(async () => {
  const board = get("board"); // fetched in parallel with the labels
  while (!(await page.speak())) await new Promise((go) => setTimeout(go, 1000));
  page.code = decodeURIComponent(location.pathname.slice(1));
  page.board = await board;
  if (page.board) stream.open();
  else enter();
})();
