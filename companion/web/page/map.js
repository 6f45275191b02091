// The board: every route in its colour, or in its owner's; pinch to zoom.

import { button, h, outline, s, show } from "./dom.js";
import { routeCard } from "./ruling.js";

const WIDTH = 2550;
const HEIGHT = 3799;
const NODE = 26;
const APART = 46;
const GAP = 8;

export const mapPart = {
  async show(element, page) {
    const board = await page.boardNow();
    if (!board || !element.isConnected) return;
    const { table } = page.view;
    const drawn = `${board.fingerprint} ${page.view.you.language} ${table.players.length}`;
    if (element.dataset.drawn !== drawn) {
      element.dataset.drawn = drawn;
      draw(element, page, board);
    }
    const claimed = JSON.stringify(table.owners);
    if (element.dataset.claimed === claimed) return;
    element.dataset.claimed = claimed;
    for (const track of element.querySelectorAll(".track")) own(track, table);
  },
};

function own(track, table) {
  const seat = table.owners[track.dataset.route];
  const player = seat === undefined ? null : table.players[seat];
  track.setAttribute("class", player ? `track owned player-${player.color}` : `track route-${track.dataset.color}`);
  const sign = track.querySelector(".sign");
  sign.setAttribute("d", player ? outline(player.shape) : "");
}

function draw(element, page, board) {
  const points = Object.fromEntries(board.locations.map((one) => [one.id, [one.x * WIDTH, one.y * HEIGHT]]));
  const picture = s("svg", { class: "board", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": page.words.map },
    s("g", {}, board.routes.map((route) => track(route, points))),
    s("g", {}, board.locations.map((place) => node(place, points[place.id]))));
  const eye = new Eye(picture, (route) => routeCard(page, board.routes.find((one) => one.id === route)));
  const { words } = page;
  show(element, h("h2", { class: "unseen" }, words.map),
    h("div", { class: "frame" }, picture,
      h("div", { class: "zoom" },
        button("+", () => eye.zoom(0.7), { "aria-label": words.closer }),
        button("−", () => eye.zoom(1 / 0.7), { "aria-label": words.farther }))));
}

function node(place, [x, y]) {
  const right = x < WIDTH * 0.72;
  return s("g", { class: `node ${place.kind}` },
    s("circle", { cx: x, cy: y, r: place.kind === "junction" ? 15 : NODE }),
    place.name ? s("text", { x: x + (right ? 36 : -36), y: y + 16, "text-anchor": right ? "start" : "end" }, place.name) : null);
}

function track(route, points) {
  let [ax, ay] = points[route.a];
  let [bx, by] = points[route.b];
  const length = Math.hypot(bx - ax, by - ay);
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  if (route.double) {
    const side = (APART / 2) * (route.track === 1 ? 1 : -1);
    ax -= dy * side; bx -= dy * side; ay += dx * side; by += dx * side;
  }
  const cut = Math.min(NODE, length / 4);
  const bar = (length - 2 * cut) / route.length;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const spaces = [];
  for (let number = 0; number < route.length; number += 1) {
    const along = cut + bar * (number + 0.5);
    const [x, y] = [ax + dx * along, ay + dy * along];
    const wide = Math.max(bar - GAP, bar / 2);
    const turned = `rotate(${angle} ${x} ${y})`;
    spaces.push(s("rect", { x: x - wide / 2, y: y - 17, width: wide, height: 34, rx: 6, transform: turned }));
    const ferry = route.track === 1 ? number < route.ferry : number >= route.length - route.ferry;
    if (ferry) spaces.push(s("circle", { class: "ferry", cx: x, cy: y, r: 9 }));
  }
  const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
  return s("g", { class: `track route-${route.color}`, "data-route": route.id, "data-color": route.color },
    s("line", { class: "touch", x1: ax, y1: ay, x2: bx, y2: by }),
    spaces,
    s("path", { class: "sign", d: "", transform: `translate(${mx - 36} ${my - 36}) scale(3)` }));
}

// Panning and pinching change the view box.
class Eye {
  constructor(picture, tapped) {
    this.picture = picture;
    this.tapped = tapped;
    this.box = [0, 0, WIDTH, HEIGHT];
    this.fingers = new Map();
    for (const [event, act] of Object.entries({
      pointerdown: (one) => this.down(one), pointermove: (one) => this.move(one),
      pointerup: (one) => this.up(one), pointercancel: (one) => this.fingers.delete(one.pointerId),
    })) picture.addEventListener(event, act);
    picture.addEventListener("wheel", (one) => {
      if (!one.ctrlKey) return;
      one.preventDefault();
      this.zoom(one.deltaY > 0 ? 1.2 : 1 / 1.2, this.place(one));
    }, { passive: false });
  }

  get scale() {
    return this.box[2] / this.picture.clientWidth;
  }

  place(event) {
    const frame = this.picture.getBoundingClientRect();
    return [this.box[0] + (event.clientX - frame.left) * this.scale, this.box[1] + (event.clientY - frame.top) * this.scale];
  }

  down(event) {
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.moved = 0;
  }

  move(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last) return;
    const now = [event.clientX, event.clientY];
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, now);
    this.moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
    if (others.length) {
      const was = Math.hypot(last[0] - others[0][0], last[1] - others[0][1]);
      const is = Math.hypot(now[0] - others[0][0], now[1] - others[0][1]);
      if (is > 0) this.zoom(was / is, this.place({ clientX: (now[0] + others[0][0]) / 2, clientY: (now[1] + others[0][1]) / 2 }));
    } else if (this.box[2] < WIDTH) {
      this.look(this.box[0] - (now[0] - last[0]) * this.scale, this.box[1] - (now[1] - last[1]) * this.scale, this.box[2]);
    }
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size || this.moved > 8) return;
    const track = document.elementFromPoint(event.clientX, event.clientY)?.closest(".track");
    if (track) this.tapped(track.dataset.route);
  }

  zoom(by, at) {
    const [x, y, width, height] = this.box;
    const [px, py] = at || [x + width / 2, y + height / 2];
    const wide = Math.min(WIDTH, Math.max(WIDTH / 8, width * by));
    const part = wide / width;
    this.look(px - (px - x) * part, py - (py - y) * part, wide);
  }

  look(x, y, width) {
    const height = (width * HEIGHT) / WIDTH;
    this.box = [Math.min(Math.max(0, x), WIDTH - width), Math.min(Math.max(0, y), HEIGHT - height), width, height];
    this.picture.setAttribute("viewBox", this.box.map((one) => one.toFixed(1)).join(" "));
    this.picture.classList.toggle("closer", width < WIDTH);
  }
}
