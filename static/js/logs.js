// The page of logs. New lines come in batches over the page's stream, as HTML that the server escaped; this module puts
// them at the end, holds them back while somebody reads further up, and keeps the page bounded. Older lines are
// htmx's part. The pane is laid out from its end (column-reverse): scrollTop is 0 at the newest line, and less above.
import { fold } from "./logs-fold.js";

const most = 5000; // lines on the page while it follows
const mostWaiting = 5000; // lines that are held back
const mostBack = 10000; // lines on the page while somebody reads further up
const chunkLines = 500;

let pane, lines, button;
let around; // laid out from its begin: the page is about one line
let follow;
let waiting; // chunks
let waitingLines;
let cut; // some of what waited was let go: it follows on nothing that is on the page
let past; // the newest lines were let go for older ones: what comes cannot be put at the end
const open = new Map(); // lines without an end yet, by their address

// begin takes up the lines that are on the page: at first, and when a changed filter has replaced them.
function begin() {
  pane = document.getElementById("log");
  lines = document.getElementById("log-lines");
  button = document.getElementById("log-new");
  around = pane.classList.contains("around");
  follow = !around;
  [waiting, waitingLines, cut, past] = [[], 0, false, false];
  open.clear();
  if (!around) pane.addEventListener("scroll", scrolled, { passive: true });
  button.addEventListener("click", toNewest);
}

const countLines = (chunk) => chunk.querySelectorAll(":scope > .l").length;
const key = (line) => line.firstElementChild?.getAttribute("href");

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector(".chunk");
}

// way leads to what is before or after a place: what the server draws too.
function way(where, text, side, place) {
  const to = document.createElement("div");
  to.className = where;
  to.textContent = text;
  to.setAttribute("hx-get", `${pane.dataset.part}${side}=${encodeURIComponent(place)}`);
  to.setAttribute("hx-trigger", "intersect once root:#log rootMargin:800px");
  to.setAttribute("hx-swap", "outerHTML");
  return to;
}

// beginAt makes the page begin with its first chunk.
function beginAt() {
  lines.querySelectorAll(":scope > .log-older, :scope > .log-begin, :scope > .log-empty").forEach((e) => e.remove());
  const first = lines.querySelector(":scope > .chunk");
  if (!first) return;
  const to = way("log-older", "Older lines …", "before", first.dataset.before);
  lines.prepend(to);
  window.htmx?.process(to);
}

// endBefore makes the page end before a chunk that it had: further down there is a way to it.
function endBefore(chunk) {
  lines.querySelectorAll(":scope > .log-newer, :scope > .chunk ~ .log-begin").forEach((e) => e.remove());
  const to = way("log-newer", "Newer lines …", "after", chunk.dataset.before);
  lines.append(to);
  window.htmx?.process(to);
  past = true;
  follow = false;
  say();
}

// settle takes out lines that come again because they have ended or grown.
function settle(chunk) {
  for (const line of chunk.children) {
    const name = line.classList.contains("l") ? key(line) : null;
    if (open.size > 0 && open.has(name)) {
      open.get(name).remove();
      open.delete(name);
    }
    if (line.classList.contains("open")) open.set(name, line);
  }
}

function append(chunk) {
  settle(chunk);
  lines.querySelector(":scope > .log-empty")?.remove();
  const last = lines.lastElementChild;
  if ("fold" in pane.dataset && fold(last?.lastElementChild, chunk.firstElementChild)) chunk.firstElementChild.remove();
  if (last?.classList.contains("chunk") && last.childElementCount + chunk.childElementCount <= chunkLines) {
    last.append(...chunk.childNodes);
    return;
  }
  last?.classList.toggle("whole", last.childElementCount >= chunkLines / 2);
  lines.append(chunk);
}

// trim lets go of lines at one end, first of these chunks; they can be loaded again. It gives the last chunk that went.
function trim(chunks, limit) {
  let all = 0, gone = 0;
  for (const chunk of chunks) all += chunk.childElementCount;
  while (all > limit && gone < chunks.length - 1) {
    all -= chunks[gone].childElementCount;
    chunks[gone++].remove();
  }
  return chunks[gone - 1];
}

const chunks = () => [...lines.querySelectorAll(":scope > .chunk")];

// trimOld lets go of the oldest lines.
function trimOld(limit) {
  if (trim(chunks(), limit)) beginAt();
}

// What is in the middle stays where it is while lines come and go above and below it: a browser does not see to that by
// itself in every case. And a page that somebody reads up or down in stays bounded, too: it lets go of the other end.
let middle = null, y = 0;
document.addEventListener("htmx:before:swap", () => {
  const box = pane.getBoundingClientRect();
  middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest(".l");
  y = middle?.getBoundingClientRect().top;
});
document.addEventListener("htmx:after:swap", (e) => {
  const asked = new URL(e.detail.ctx.request.action, location.href);
  if (asked.pathname.endsWith("/logs/part")) {
    const gone = asked.searchParams.has("before") && trim(chunks().reverse(), mostBack);
    if (gone) endBefore(gone);
    trimOld(mostBack);
  }
  if (middle?.isConnected) pane.scrollTop += middle.getBoundingClientRect().top - y;
  middle = null;
});

function hold(chunk) {
  waiting.push(chunk);
  waitingLines += countLines(chunk);
  while (waitingLines > mostWaiting && waiting.length > 1) {
    waitingLines -= countLines(waiting.shift());
    cut = true;
  }
  say();
}

// catchUp shows what waited. When not all of it did, the page begins anew with it.
function catchUp() {
  if (cut) lines.querySelectorAll(":scope > .chunk").forEach((c) => c.remove());
  waiting.forEach(append);
  if (cut) beginAt();
  trimOld(most);
  [waiting, waitingLines, cut] = [[], 0, false];
}

function say() {
  button.hidden = follow || !("live" in pane.dataset);
  const n = waitingLines.toLocaleString();
  const text = waitingLines === 0 ? "Newest lines" : `${cut ? "more than " : ""}${n} new ${waitingLines === 1 ? "line" : "lines"}`;
  button.querySelector("[data-count]").textContent = text;
}

function scrolled() {
  const now = pane.scrollTop > -24 && !past;
  if (now === follow) return;
  follow = now;
  if (follow) catchUp();
  say();
}

function toNewest() {
  if (past) {
    document.getElementById("log-form").requestSubmit();
    return;
  }
  follow = true;
  catchUp();
  pane.scrollTop = 0;
  say();
  pane.focus({ preventScroll: true });
}

begin();
document.addEventListener("log", (e) => { // of the page's stream
  const chunk = parse(e.detail.data);
  if (!chunk) return;
  if (!follow) {
    hold(chunk);
    return;
  }
  append(chunk);
  trimOld(most);
});

export { around, begin, lines, pane };
