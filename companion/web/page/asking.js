// All communication with the kiosk.

let language = localStorage.getItem("language") || "";

export function chosen() {
  return language;
}

export function choose(code) {
  language = code;
  localStorage.setItem("language", code);
}

export function address(path, more) {
  const asked = new URLSearchParams(more || {});
  if (language) asked.set("language", language);
  const query = asked.toString();
  return `/api/${path}${query ? `?${query}` : ""}`;
}

// Resolves to the JSON; null if this phone has not joined or nothing answers.
export async function get(path, more) {
  try {
    const answer = await fetch(address(path, more), { cache: "no-store" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

const PATIENCE = 15000; // milliseconds; the kiosk itself waits 10 seconds for the game at most

// Resolves to {status, ...}; status 0 if nothing answers: the request may or may not have taken effect.
export async function post(path, data) {
  const waited = new AbortController();
  const timer = setTimeout(() => waited.abort(), PATIENCE);
  try {
    const answer = await fetch(address(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
      signal: waited.signal,
    });
    const found = await answer.json().catch(() => ({}));
    return { ...found, status: answer.status };
  } catch {
    return { status: 0 };
  } finally {
    clearTimeout(timer);
  }
}

const SILENCE = 25000; // milliseconds of silence after which a stream counts as dead
const AGAIN = 1000;

// Follows the game; calls told.view(data), told.out(), told.away(true or false).
export class Stream {
  constructor(told) {
    this.told = told;
    this.source = null;
    this.timer = null;
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    addEventListener("offline", () => this.lost());
  }

  open() {
    this.close();
    const source = new EventSource(address("events"));
    this.source = source;
    const heard = (act) => (event) => {
      if (source !== this.source) return;
      this.heardAt = Date.now();
      this.told.away(false);
      this.watch();
      if (act) act(event.data);
    };
    source.addEventListener("open", heard());
    source.addEventListener("here", heard());
    source.addEventListener("view", heard((data) => this.told.view(JSON.parse(data))));
    source.addEventListener("out", heard(() => { this.close(); this.told.out(); }));
    source.addEventListener("error", () => source === this.source && this.failed());
    this.heardAt = Date.now();
    this.watch();
  }

  close() {
    clearTimeout(this.timer);
    if (this.source) this.source.close();
    this.source = null;
  }

  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lost(), SILENCE);
  }

  async failed() {
    this.told.away(true);
    if (this.source.readyState !== EventSource.CLOSED) return; // the browser reconnects by itself
    this.close();
    const answer = await fetch(address("board"), { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer && answer.status === 401) this.told.out();
    else this.timer = setTimeout(() => this.open(), AGAIN);
  }

  lost() {
    if (!this.source && !this.timer) return;
    this.told.away(true);
    this.close();
    this.timer = setTimeout(() => this.open(), AGAIN);
  }

  // After sleep we can't tell whether a stream is still alive: open a new one.
  check() {
    if (this.source && Date.now() - this.heardAt > 2000) this.open();
    else if (!this.source && this.timer) this.open();
  }
}
