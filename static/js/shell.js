// The frame of a page: what comes over the event stream, the tab's title and icon, running times, and dialogs.
import { age, root } from "./words.js";

document.documentElement.dataset.script = "on";
const lost = document.getElementById("lost");
const stream = () => document.getElementById("stream"); // a new one after a part of the page was replaced

// The stream is shared by all pages of the browser. A hidden page asks only for its frame, whose title and icon show
// trouble.
let ask = () => {};
let changed = false; // since the page was drawn
let extra = {}; // what a script adds to the page's address: the open drawer
let needs = ""; // of the page, hidden or not: what the stream brings for other needs comes too late

function wanted() {
  const address = stream()?.dataset.stream;
  if (!address) return "";
  const q = new URL(address, location.href).searchParams;
  const drawn = q.get("drawn");
  q.delete("drawn");
  for (const [name, value] of Object.entries(extra)) value ? q.set(name, value) : q.delete(name);
  needs = q.toString();
  if (document.hidden) for (const name of [...q.keys()]) if (!["title", "active", "project"].includes(name)) q.delete(name);
  if (drawn && !changed) q.set("drawn", drawn);
  return q.toString();
}

const wake = () => ask(wanted());
document.addEventListener("visibilitychange", wake);
document.addEventListener("streamchange", (e) => {
  extra = e.detail;
  wake();
});

function join() {
  try {
    const worker = new SharedWorker(new URL("stream.js", import.meta.url), { type: "module", name: "stream" });
    worker.onerror = alone; // it can't be loaded, or has no modules
    worker.port.onmessage = (e) => take(e.data);
    const lock = `page-${crypto.randomUUID()}`;
    navigator.locks?.request(lock, () => {
      worker.port.postMessage({ lock });
      return new Promise(() => {}); // held as long as the page lives
    }).catch(() => {}); // it has been left already
    ask = (query) => worker.port.postMessage({ ask: query, needs });
  } catch { // no shared workers here
    alone();
  }
  addEventListener("pagehide", () => ask(""));
  addEventListener("pageshow", (e) => { if (e.persisted) wake(); });
  wake();
}

// alone gives the page a stream of its own.
async function alone() {
  const { Hub } = await import("./stream.js");
  const hub = new Hub();
  const id = hub.join(take);
  ask = (query) => hub.ask(id, query, needs);
  wake();
}

// take handles what comes over the stream. A message without a name is HTML whose parts replace those with the same ids.
let last = Promise.resolve();
const late = (message) => (message.needs ?? needs) !== needs; // a worker of an earlier version doesn't say it
function take(message) {
  if (message.up) isLost(false);
  else if (message.down) {
    if (message.status === 401) location.assign(root); // signed out: to the page that says how to sign in
    isLost(true);
  } else if (message.event) {
    if (!late(message)) stream()?.dispatchEvent(new CustomEvent(message.event, { bubbles: true, detail: { data: message.data } }));
  } else last = last.then(() => late(message) || window.htmx.swap({ text: message.data, request: { action: "" }, sourceElement: document.body, target: document.body, swap: "none" })).catch(() => {});
}

// The page says that it is disconnected if that lasts: a stream that is renewed at once needs no message.
let cut = 0;
function isLost(is) {
  clearTimeout(cut);
  if (!lost) return;
  if (is) cut = setTimeout(() => showLost(true), 700);
  else showLost(false);
}
// showLost dims the page: what it shows may not be so any more, and its buttons do nothing.
function showLost(is) {
  lost.hidden = !is;
  document.documentElement.toggleAttribute("data-lost", is);
}
// A click that failed shows it, unless the stream can be renewed.
document.addEventListener("htmx:error", () => { isLost(true); ask(""); wake(); });

// The title and icon come over the stream.
document.addEventListener("tab", (e) => show(JSON.parse(e.detail.data)));
document.addEventListener("htmx:after:swap", () => { // a part of the page may have brought another address
  changed = true;
  wake();
  announce();
});

function show(tab) {
  changed = true;
  document.title = tab.title;
  const icon = document.getElementById("icon");
  const href = root + tab.icon.slice(1);
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

// say announces something to people who don't see it.
export function say(text) {
  const here = document.getElementById("announce");
  if (here) here.textContent = text;
}

// announce says what became of the servers of the page.
let states = null;
function announce() {
  const now = new Map([...document.querySelectorAll("#boards [data-state], #run-head")].map((e) => [e.dataset.name, e.dataset.state]));
  const changed = [];
  for (const [name, state] of now) if (states?.has(name) && states.get(name) !== state) changed.push(`${name} is ${state}`);
  states = now;
  if (changed.length > 0) say(changed.length > 5 ? `${changed.length} servers changed` : changed.join(", "));
}
announce();

// A browser in another zone than the manager says which one the drawn times are of.
const zone = document.getElementById("zone");
if (zone) zone.hidden = Number(zone.dataset.offset) === -new Date().getTimezoneOffset();

function tick() {
  if (document.hidden || "lost" in document.documentElement.dataset) return;
  const now = Date.now();
  for (const t of document.querySelectorAll("time[data-since], time[data-until]")) {
    const gone = (now - Date.parse(t.dateTime)) / 1000;
    const text = age("since" in t.dataset ? gone : -gone);
    if (t.textContent !== text) t.textContent = text;
  }
}
setInterval(tick, 1000);

// Every button that acts has hx-post, and works without script as a button of the form #act. The answer is a part of the
// page, or a message for #toasts.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches("button")) ctx.sourceElement.setAttribute("aria-busy", "true");
  ctx.sourceElement.closest("details.menu")?.removeAttribute("open");
  asked.set(ctx.sourceElement, ctx.request.action);
  ctx.since = latest;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx: { sourceElement: e } } }) => { e.removeAttribute("aria-busy"); asked.delete(e); });

// The second click of two does nothing until the first is answered, unless the button has become another meanwhile.
const asked = new WeakMap();
document.addEventListener("htmx:config:request", (e) => {
  const { sourceElement, request } = e.detail.ctx;
  if (request.method === "POST" && asked.get(sourceElement) === request.action) e.preventDefault();
});

// A part of an answer is dropped if the stream has brought the same part since the request: after each answer, the stream
// sends once more what it follows of that server, so what it brings last is what is so.
const brought = new Map(); // parts, by their ids and what they are about, and the number of the message
let latest = 0; // number of a message
const partOf = (e) => e && `${e.id} ${e.dataset.name} ${e.dataset.shows}`;
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const late = ({ fragment }) => brought.get(partOf(fragment.firstElementChild)) > ctx.since;
  tasks.splice(0, tasks.length, ...tasks.filter((task) => !late(task)));
  if (ctx.request.action !== "") return;
  latest++;
  for (const { fragment } of tasks) for (const e of fragment.querySelectorAll("[id]")) brought.set(partOf(e), latest);
});

// A menu closes when something else is clicked or focused. The choice of a project leads to it.
document.addEventListener("click", (e) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(e.target)) menu.open = false;
});
document.addEventListener("keydown", (e) => {
  const menu = e.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  e.preventDefault();
  menu.open = false;
  menu.querySelector("summary").focus();
}, true);
document.addEventListener("change", (e) => {
  if (e.target.matches?.("[data-goto]")) location.assign(root + e.target.value.slice(1));
});

// open opens a dialog, at once: the next key is for it. What the palette does is loaded when it is needed.
async function open(id) {
  const dialog = document.getElementById(id);
  if (!dialog.open) dialog.showModal();
  if (id === "palette") (await import("./palette.js")).opened();
}
document.addEventListener("keydown", (e) => {
  if ((e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey && e.key.toLowerCase() === "k" && !e.defaultPrevented) {
    e.preventDefault();
    open("palette");
  }
});

// Dialogs: [data-open=id] opens, [data-close] and a click beside it close.
document.addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  const opener = target?.closest("[data-open]");
  if (opener) open(opener.dataset.open);
  target?.closest("[data-close]")?.closest("dialog")?.close();
  target?.closest("[data-dismiss]")?.closest(".toast")?.remove();
  if (target instanceof HTMLDialogElement) {
    const r = target.getBoundingClientRect();
    if (e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom) target.close();
  }
});

if (window.htmx) join();
else addEventListener("DOMContentLoaded", join);
