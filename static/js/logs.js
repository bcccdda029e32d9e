// The page of logs. New lines come in batches over the page's stream, as HTML that the server escaped. This module adds
// them at the end, holds them back while the reader is further up, and keeps the page bounded. htmx loads older lines.
// The pane is laid out from its end (column-reverse): scrollTop is 0 at the newest line, and less above.
import { fold } from "./logs-fold.js";

const most = 2000; // lines on the page while it follows
const mostWaiting = 2000; // lines that are held back
const mostBack = 4000; // lines on the page while the reader is further up
const chunkLines = 500;
const mostAgain = 1000; // lines among which those are that come again

const countLines = (chunk) => chunk.querySelectorAll(":scope > .l").length;
const key = (line) => line.querySelector(".when")?.getAttribute("href");

// LogPane is a pane with its lines; id is log, or log2 for the second. A changed filter replaces it.
class LogPane {
  pane;
  lines;
  around; // laid out from its start: the page is about one line
  #button;
  #follow;
  #waiting = []; // chunks
  #waitingLines = 0;
  #cut = false; // some waiting lines were dropped: what follows does not continue the page
  #past = false; // the newest lines were dropped for older ones: new lines cannot be added at the end
  #open = new Map(); // lines without an end yet, by their address
  #middle = null; // the line in the middle of the pane, while lines come and go around it
  #y = 0; // where it was

  constructor(id) {
    this.pane = document.getElementById(id);
    this.lines = document.getElementById(`${id}-lines`);
    this.around = this.pane.classList.contains("around");
    this.#button = document.getElementById(`${id}-new`);
    this.#follow = !this.around;
    if (!this.around) this.pane.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#button.addEventListener("click", () => this.toNewest());
  }

  // add shows new lines, or holds them back while the reader is further up.
  add(chunk) {
    if (!this.#follow) {
      this.#hold(chunk);
      return;
    }
    this.#append(chunk);
    this.#trimOld(most);
  }

  // remember and restore keep the middle of the pane in place while lines come and go: browsers don't in every case.
  remember() {
    const box = this.pane.getBoundingClientRect();
    this.#middle = document.elementFromPoint(box.left + 30, box.top + box.height / 2)?.closest(".l");
    this.#y = this.#middle?.getBoundingClientRect().top;
  }

  restore() {
    if (this.#middle?.isConnected) this.pane.scrollTop += this.#middle.getBoundingClientRect().top - this.#y;
    this.#middle = null;
  }

  // loaded bounds the page after older (or newer) lines were loaded: it drops lines at the other end.
  loaded(older) {
    const gone = older && trim(this.#chunks().reverse(), mostBack);
    if (gone) this.#endBefore(gone);
    this.#trimOld(mostBack);
  }

  #chunks() { return [...this.lines.querySelectorAll(":scope > .chunk")]; }

  // way links to what is before or after a place, as the server draws it.
  #way(name, text, side, place) {
    const to = document.createElement("div");
    to.className = name;
    to.textContent = text;
    to.setAttribute("hx-get", `${this.pane.dataset.part}${side}=${encodeURIComponent(place)}&pane=${this.pane.id}`);
    to.setAttribute("hx-trigger", `intersect once root:#${this.pane.id} rootMargin:800px`);
    to.setAttribute("hx-swap", "outerHTML");
    return to;
  }

  // beginAt makes the page begin with its first chunk.
  #beginAt() {
    this.lines.querySelectorAll(":scope > .log-older, :scope > .log-begin, :scope > .log-empty").forEach((e) => e.remove());
    const first = this.lines.querySelector(":scope > .chunk");
    if (!first) return;
    const to = this.#way("log-older", "Older lines …", "before", first.dataset.before);
    this.lines.prepend(to);
    window.htmx?.process(to);
  }

  // endBefore makes the page end before a chunk that it had, with a link to it.
  #endBefore(chunk) {
    this.lines.querySelectorAll(":scope > .log-newer, :scope > .chunk ~ .log-begin").forEach((e) => e.remove());
    const to = this.#way("log-newer", "Newer lines …", "after", chunk.dataset.before);
    this.lines.append(to);
    window.htmx?.process(to);
    this.#past = true;
    this.#follow = false;
    this.#say();
  }

  // settle removes lines that come again because they have ended or grown, or with the rest of their error.
  #settle(chunk) {
    for (const edit of chunk.querySelectorAll("[data-edit]")) if (this.lines.querySelector(`[data-edit="${edit.dataset.edit}"]`)) edit.remove();
    const again = new Set([...chunk.querySelectorAll(":scope > .l.again")].map(key));
    if (again.size > 0) {
      for (const old of [...this.lines.querySelectorAll(".l")].slice(-mostAgain)) if (again.has(key(old))) old.remove();
    }
    for (const line of chunk.children) {
      const name = line.classList.contains("l") ? key(line) : null;
      if (this.#open.has(name)) {
        this.#open.get(name).remove();
        this.#open.delete(name);
      }
      if (line.classList.contains("open")) this.#open.set(name, line);
    }
  }

  #append(chunk) {
    this.#settle(chunk);
    this.lines.querySelector(":scope > .log-empty")?.remove();
    const last = this.lines.lastElementChild;
    const [before, first] = [last?.lastElementChild, chunk.firstElementChild];
    if (before?.matches(".l") && first?.matches(".l") && before.children[1].textContent === first.children[1].textContent) first.classList.add("same");
    if ("fold" in this.pane.dataset && fold(last?.lastElementChild, chunk.firstElementChild)) chunk.firstElementChild.remove();
    if (last?.classList.contains("chunk") && (!chunk.dataset.before || last.childElementCount + chunk.childElementCount <= chunkLines)) {
      last.append(...chunk.childNodes);
      return;
    }
    last?.classList.toggle("whole", last.childElementCount >= chunkLines / 2);
    this.lines.append(chunk);
  }

  // trimOld drops the oldest lines.
  #trimOld(limit) {
    if (trim(this.#chunks(), limit)) this.#beginAt();
  }

  #hold(chunk) {
    this.#waiting.push(chunk);
    this.#waitingLines += countLines(chunk);
    while (this.#waitingLines > mostWaiting && this.#waiting.length > 1) {
      this.#waitingLines -= countLines(this.#waiting.shift());
      this.#cut = true;
    }
    this.#say();
  }

  // catchUp shows the lines that waited. If some were dropped, the page starts again with the rest.
  #catchUp() {
    if (this.#cut) this.#chunks().forEach((c) => c.remove());
    this.#waiting.forEach((c) => this.#append(c));
    if (this.#cut) this.#beginAt();
    this.#trimOld(most);
    [this.#waiting, this.#waitingLines, this.#cut] = [[], 0, false];
  }

  #say() {
    this.#button.hidden = this.#follow || !("live" in this.pane.dataset);
    const n = this.#waitingLines;
    const text = n === 0 ? "Newest lines" : `${this.#cut ? "more than " : ""}${n.toLocaleString()} new ${n === 1 ? "line" : "lines"}`;
    this.#button.querySelector("[data-count]").textContent = text;
  }

  #scrolled() {
    const now = this.pane.scrollTop > -24 && !this.#past;
    if (now === this.#follow) return;
    this.#follow = now;
    if (now) this.#catchUp();
    this.#say();
  }

  toNewest() {
    if (this.around) return;
    if (this.#past) {
      document.getElementById("log-form").requestSubmit();
      return;
    }
    this.#follow = true;
    this.#catchUp();
    this.pane.scrollTop = 0;
    this.#say();
    this.pane.focus({ preventScroll: true });
  }
}

// trim drops lines at one end, the first of these chunks; they can be loaded again. It returns the last dropped chunk.
function trim(chunks, limit) {
  let all = 0, gone = 0;
  for (const chunk of chunks) all += chunk.childElementCount;
  while (all > limit && gone < chunks.length - 1) {
    all -= chunks[gone].childElementCount;
    chunks[gone++].remove();
  }
  return chunks[gone - 1];
}

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector(".chunk");
}

// The panes of the page, the first one first.
const panesNow = () => [...document.querySelectorAll(".log-frame")].map((frame) => new LogPane(frame.dataset.pane));
export let panes = panesNow();

// renew starts again with the lines that a changed filter has put in place of the earlier ones.
export function renew() { panes = panesNow(); }

// End follows the newest lines again, wherever the focus is, except while something is typed.
document.addEventListener("keydown", (e) => {
  if (e.key !== "End" || panes.length === 0 || e.target.closest?.("input:not([type=checkbox]), textarea, select, dialog")) return;
  panes.forEach((p) => p.toNewest());
  e.preventDefault();
});

document.addEventListener("htmx:before:swap", () => panes.forEach((p) => p.remember()));
document.addEventListener("htmx:after:swap", (e) => {
  const action = e.detail.ctx?.request?.action;
  if (!action) return; // of the stream
  const requested = new URL(action, location.href);
  if (requested.pathname.endsWith("/logs/part")) {
    const pane = panes.find((p) => p.pane.id === (requested.searchParams.get("pane") ?? "log"));
    pane?.loaded(requested.searchParams.has("before"));
  }
  panes.forEach((p) => p.restore());
});
["log", "log2"].forEach((name, i) => document.addEventListener(name, (e) => { // of the page's stream
  const chunk = parse(e.detail.data);
  if (chunk?.querySelector("[hx-post]")) window.htmx.process(chunk);
  if (chunk) panes[i]?.add(chunk);
}));
