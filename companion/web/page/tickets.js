// My tickets, in secret: entered here, kept on the kiosk's disk for this seat alone.

import { get, post } from "./asking.js";
import { button, h, show } from "./dom.js";

const SIGNS = { done: "✓", open: "…", short: "!", lost: "✗" };
let half = { from: "", to: "", points: "" };

export const ticketsPart = {
  wanted: (page) => page.view.you.seat !== null && !page.view.table.result,
  async show(element, page) {
    const { table, you } = page.view;
    const wanted = `${table.game} ${table.seq} ${you.seat} ${you.language}`;
    if (element.dataset.seen === wanted) return;
    const [board, found] = [await page.boardNow(), await get("tickets")];
    if (!board || !found || !element.isConnected) return;
    element.dataset.seen = wanted;
    draw(element, page, board, found);
  },
};

function draw(element, page, board, found) {
  const { view, words } = page;
  const why = h("p", { class: "why", role: "alert" });
  const faces = found.tickets.map(({ from, to, points }) => ({ from, to, points }));
  const again = () => { delete element.dataset.seen; ticketsPart.show(element, page); };
  const keep = async (tickets) => {
    const answer = await post("keep", { game: view.table.game, tickets });
    if (answer.ok) again();
    else why.textContent = answer.why || words.failed;
    return answer.ok;
  };
  const reveal = async () => {
    const { game, seq } = page.view.table;
    const answer = await post("show", { game, seq });
    if (!answer.ok) why.textContent = answer.why || words.failed;
  };
  show(element,
    h("h2", {}, words.my_tickets),
    h("p", { class: "quiet" }, found.shown ? words.tickets_shown : words.only_you),
    found.note && !found.shown ? h("p", { class: "note call" }, found.note) : null,
    h("ul", { class: "tickets" }, found.tickets.map((ticket, number) => h("li", { class: `panel ticket ${ticket.state}` },
      h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[ticket.state]),
      h("div", {}, h("b", {}, ticket.says), h("small", {}, ticket.note)),
      found.shown ? null : h("div", { class: "acts" },
        button(words.correct, () => { half = { ...faces[number], points: String(ticket.points) }; keep(faces.filter((_, at) => at !== number)); }, { class: "small", "aria-label": `${words.correct}: ${ticket.says}`, "data-key": `correct-${number}` }),
        button(words.drop, () => keep(faces.filter((_, at) => at !== number)), { class: "small", "aria-label": `${words.drop}: ${ticket.says}`, "data-key": `drop-${number}` }))))),
    why,
    found.may_show ? button(words.show_tickets, reveal, { class: "accent", disabled: found.tickets.length !== found.held }) : null,
    found.shown ? null : adding(page, board, found, faces, keep));
}

function adding(page, board, found, faces, keep) {
  const { words } = page;
  const has = (one) => faces.some((face) => [face.from, face.to].sort().join() === [one.from, one.to].sort().join());
  const known = found.book.filter((face) => !has(face));
  const places = (id, label, picked) => [
    h("label", { for: id }, label),
    h("select", { id, "data-key": id }, h("option", { value: "" }, "–"),
      board.places.map((place) => h("option", { value: place.id, selected: place.id === picked }, place.name)))];
  const points = h("input", { id: "points", "data-key": "points", type: "number", inputmode: "numeric", min: 1, max: 99, value: half.points });
  const form = h("form", { class: "panel adding", on: { submit: async (event) => {
    event.preventDefault();
    const [from, to] = ["from", "to"].map((id) => form.querySelector(`#${id}`).value);
    const ticket = { from, to, points: Number(points.value) };
    if (!from || !to || from === to || !ticket.points || has(ticket)) return;
    half = { from: "", to: "", points: "" };
    await keep([...faces, ticket]);
  } } },
  h("h3", {}, words.add_ticket),
  places("from", words.from, half.from), places("to", words.to, half.to),
  h("label", { for: "points" }, words.worth), points,
  h("button", { "data-key": "add" }, words.add));
  const value = () => {
    const [from, to] = ["from", "to"].map((id) => form.querySelector(`#${id}`).value);
    const face = found.book.find((one) => [one.from, one.to].sort().join() === [from, to].sort().join());
    if (face) points.value = face.points;
  };
  for (const id of ["from", "to"]) form.querySelector(`#${id}`).addEventListener("change", value);
  return [form, known.length ? h("details", { class: "panel book" },
    h("summary", {}, words.from_book),
    h("ul", {}, known.map((face) => h("li", {}, button(face.says, () => keep([...faces, { from: face.from, to: face.to, points: face.points }]), { class: "small" }))))) : null];
}
