// A card over the page: a route in detail. Escape closes it, and the focus goes back.

import { button, h, show } from "./dom.js";

const card = document.getElementById("card");
let before = null;

export function openCard(title, words, ...children) {
  if (card.hidden) before = document.activeElement;
  const heading = h("h2", { tabindex: "-1" }, title);
  card.hidden = false;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-modal", "true");
  card.setAttribute("aria-label", title);
  show(card, h("div", { class: "panel" }, h("div", { class: "heading" }, heading, button(words.close, closeCard, { class: "small" })), ...children));
  heading.focus({ preventScroll: true });
}

export function closeCard() {
  if (card.hidden) return;
  card.hidden = true;
  card.replaceChildren();
  if (before && before.isConnected) before.focus({ preventScroll: true });
}

card.addEventListener("click", (event) => event.target === card && closeCard());
addEventListener("keydown", (event) => event.key === "Escape" && closeCard());
