// My secret tickets: entered here, stored on the kiosk for this seat alone.

import { get, post } from "./asking.js";
import { button, h, show } from "./dom.js";

const SIGNS = { done: "✓", open: "…", short: "!", lost: "✗" };
const NOTHING = { from: "", to: "", points: "" };
const same = (one, other) => [one.from, one.to].sort().join() === [other.from, other.to].sort().join();

let mine = []; // the latest known: another player's turn must not undo what was just added
let entry = null; // the form is kept during updates, with its unfinished input

export const ticketsPart = {
  wanted: (page) => page.view.you.seat !== null && !page.view.table.result,
  async show(element, page) {
    const { table, you } = page.view;
    const wanted = `${table.game} ${table.seq} ${you.seat} ${you.language}`;
    if (element.dataset.seen === wanted) return;
    element.dataset.asked = wanted;
    const [board, found] = [await page.boardNow(), await get("tickets")];
    if (!board || !found || !element.isConnected || element.dataset.asked !== wanted) return;
    element.dataset.seen = wanted;
    mine = found.tickets.map(({ from, to, points }) => ({ from, to, points }));
    draw(element, page, board, found);
  },
};

// No view comes when tickets are stored, so that no other phone notices: ask, if an answer is lost.
async function areStored(tickets) {
  const found = await get("tickets");
  if (!found || found.tickets.length !== tickets.length) return false;
  return tickets.every((one) => found.tickets.some((other) => same(one, other) && one.points === other.points));
}

function draw(element, page, board, found) {
  const { view, words } = page;
  const lasting = `${view.table.game} ${view.you.seat} ${view.you.language}`;
  if (!entry || entry.lasting !== lasting) entry = { lasting, ...adding(words, board) };
  if (!element.firstChild) element.append(h("div", { class: "kept" }), h("div", { class: "new" }), h("div", { class: "known" }));
  const [list, form, book] = element.children;
  const why = h("p", { class: "why", role: "alert" });
  const keep = async (tickets) => {
    entry.wait(true);
    const answer = await post("keep", { game: view.table.game, tickets });
    const stored = answer.ok || (!answer.status && await areStored(tickets));
    if (stored) {
      mine = tickets;
      delete element.dataset.seen;
      await ticketsPart.show(element, page);
    } else {
      why.textContent = answer.why || words.failed;
      if (!answer.status) delete element.dataset.seen; // the outcome is shown when the network is back
    }
    entry.wait(false);
    return stored;
  };
  entry.use(found.book, keep);
  entry.settle();
  show(list, kept(page, found, why, keep));
  if (found.shown) form.replaceChildren();
  else if (form.firstChild !== entry.form) form.replaceChildren(entry.form);
  show(book, found.shown ? null : known(words, found.book, keep));
}

function kept(page, found, why, keep) {
  const { words } = page;
  const without = (number) => mine.filter((_, at) => at !== number);
  const correct = async (number) => {
    const ticket = mine[number];
    if (await keep(without(number))) entry.fill(ticket);
  };
  const reveal = async () => {
    const { game, seq } = page.view.table;
    const answer = await post("show", { game, seq });
    if (!answer.ok) why.textContent = answer.why || words.failed;
  };
  const act = (word, number, name, says, does) =>
    button(word, does, { class: "small", "aria-label": `${word}: ${says}`, "data-key": `${name}-${number}` });
  return [
    h("h2", {}, words.my_tickets),
    h("p", { class: "quiet" }, found.shown ? words.tickets_shown : words.only_you),
    found.note && !found.shown && !found.may_show ? h("p", { class: "note call" }, found.note) : null,
    h("ul", { class: "tickets" }, found.tickets.map((ticket, number) => h("li", { class: `panel ticket ${ticket.state}` },
      h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[ticket.state]),
      h("div", {}, h("b", {}, ticket.says), h("small", {}, ticket.note)),
      found.shown ? null : h("div", { class: "acts" },
        act(words.correct, number, "correct", ticket.says, () => correct(number)),
        act(words.drop, number, "drop", ticket.says, () => keep(without(number))))))),
    why,
    found.may_show ? showing(words, found, reveal) : null,
  ];
}

function showing(words, found, reveal) {
  const told = { class: "accent", disabled: found.tickets.length !== found.held, "aria-describedby": "show-why" };
  return [button(words.show_tickets, reveal, told), h("p", { id: "show-why", class: "note call" }, found.note)];
}

function known(words, book, keep) {
  const left = book.filter((face) => !mine.some((one) => same(one, face)));
  if (!left.length) return null;
  return h("details", { class: "panel book" },
    h("summary", {}, words.from_book),
    h("ul", {}, left.map((face) => h("li", {},
      button(face.says, () => keep([...mine, { from: face.from, to: face.to, points: face.points }]), { class: "small" })))));
}

function adding(words, board) {
  let book = [], keep = null;
  const places = (id) => h("select", { id, "data-key": id }, h("option", { value: "" }, "–"),
    board.places.map((place) => h("option", { value: place.id }, place.name)));
  const [from, to] = [places("from"), places("to")];
  const points = h("input", { id: "points", "data-key": "points", type: "number", inputmode: "numeric", min: 1, max: 99 });
  const add = h("button", { "data-key": "add" }, words.add);
  const fill = (ticket) => [from.value, to.value, points.value] = [ticket.from, ticket.to, ticket.points];
  const typed = () => ({ from: from.value, to: to.value, points: Number(points.value) });
  const settle = () => { if (mine.some((one) => same(one, typed()))) fill(NOTHING); }; // it was saved after all
  const submit = async (event) => {
    event.preventDefault();
    if (add.disabled) return;
    const ticket = typed();
    if (!ticket.from || !ticket.to || ticket.from === ticket.to || !ticket.points || mine.some((one) => same(one, ticket))) return;
    fill(NOTHING);
    if (!(await keep([...mine, ticket])) && !from.value && !to.value) fill(ticket);
  };
  const form = h("form", { class: "panel adding", on: { submit } },
    h("h3", {}, words.add_ticket),
    h("label", { for: "from" }, words.from), from,
    h("label", { for: "to" }, words.to), to,
    h("label", { for: "points" }, words.worth), points, add);
  const value = () => {
    const face = book.find((one) => same(one, { from: from.value, to: to.value }));
    if (face) points.value = face.points;
  };
  for (const place of [from, to]) place.addEventListener("change", value);
  return {
    form, fill, settle,
    use: (faces, keeping) => { book = faces; keep = keeping; },
    wait: (waiting) => { add.disabled = waiting; },
  };
}
