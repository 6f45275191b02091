// Builds elements from data. User input is always inserted as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, given, children) {
  for (const [name, value] of Object.entries(given || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(written(child)));
  }
  return element;
}

// Numbers get a real minus sign.
function written(child) {
  return typeof child === "number" ? String(child).replace("-", "\u2212") : String(child);
}

export function h(tag, given, ...children) {
  return fill(document.createElement(tag), given, children);
}

export function s(tag, given, ...children) {
  return fill(document.createElementNS(SVG, tag), given, children);
}

// Replaces an element's children; the focused one keeps the focus.
export function show(element, ...children) {
  const focused = document.activeElement;
  const key = focused && element.contains(focused) ? focused.getAttribute("data-key") : null;
  element.replaceChildren(...children.flat(Infinity).filter((child) => child instanceof Node || typeof child === "string"));
  if (key === null) return;
  const again = [...element.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key);
  if (again) again.focus({ preventScroll: true });
}

const OUTLINES = {
  square: "M4 4H20V20H4Z",
  triangle: "M12 3L22 21H2Z",
  circle: "M12 2.5A9.5 9.5 0 1 1 11.99 2.5Z",
  diamond: "M12 1.5L22.5 12L12 22.5L1.5 12Z",
  cross: "M8.5 2H15.5V8.5H22V15.5H15.5V22H8.5V15.5H2V8.5H8.5Z",
};

export function outline(shape) {
  return OUTLINES[shape] || OUTLINES.square;
}

export function mark(player) {
  return s("svg", { class: `mark player-${player.color}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: outline(player.shape) }));
}

const TERRAIN = {
  desert: "M2 19Q8 8 13 19M9 19Q16 5 22 19M2 19H22",
  jungle: "M12 22V12M12 12Q3 12 3 4Q12 4 12 12Q12 4 21 4Q21 12 12 12",
  mountain: "M2 20L9 6L13 13L16 9L22 20Z",
};

export function terrain(kind) {
  return s("svg", { class: `terrain terrain-${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: TERRAIN[kind] }));
}

export function button(label, act, given) {
  return h("button", { type: "button", "data-key": label, ...given, on: { click: act } }, label);
}
