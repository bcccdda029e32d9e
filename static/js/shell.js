// The frame of a page: its one event stream, the tab's title and icon, running times, and dialogs.
import "./copy.js";
import { age } from "./words.js";

document.documentElement.dataset.script = "on";
const lost = document.getElementById("lost");
const stream = () => document.getElementById("stream"); // a new one after a part of the page was replaced
let opened = null; // the element whose stream is open or being opened

// A stream is opened only once its page is visible: browsers allow six connections to a host, and tabs opened in the
// background would hold them. Later the library itself pauses it in hidden tabs and resumes it.
function wake() {
  if (stream() && opened !== stream() && !document.hidden) document.dispatchEvent(new CustomEvent("appvisible"));
}
document.addEventListener("visibilitychange", wake);
document.addEventListener("htmx:after:process", wake); // earlier ones come before htmx listens
wake(); // htmx may have been ready before this module was loaded

// One stream per page: requests for another one are dropped.
document.addEventListener("htmx:before:request", (e) => {
  if (e.target !== stream()) return;
  if (opened === e.target) e.preventDefault();
  else opened = e.target;
});
document.addEventListener("htmx:finally:request", (e) => {
  if (e.target !== stream() || e.target._htmx?.sse) return;
  opened = null; // it was refused: try again soon
  setTimeout(wake, 1000);
});

// The page says that it is disconnected if that lasts: a stream that is renewed at once needs no message.
let cut = 0;
function isLost(is) {
  clearTimeout(cut);
  if (!lost) return;
  if (is) cut = setTimeout(() => { lost.hidden = false; }, 700);
  else lost.hidden = true;
}
document.addEventListener("htmx:sse:after:connection", () => {
  isLost(false);
  // The library notices a change of visibility only while it reads: a tab that was hidden while its stream was being
  // opened would keep it open.
  setTimeout(() => {
    if (document.hidden) document.dispatchEvent(new Event("visibilitychange"));
  }, 50);
});
document.addEventListener("htmx:sse:before:connection", (e) => {
  if (e.detail.connection.attempt > 0 && !document.hidden) isLost(true);
});
document.addEventListener("htmx:sse:error", (e) => {
  if (e.detail.status === 401) location.assign("/"); // signed out: to the page that says how to sign in
  isLost(true);
});
document.addEventListener("htmx:sse:close", (e) => {
  if (e.target !== stream()) return; // it was replaced
  opened = null;
  isLost(true);
  setTimeout(wake, 1000);
});
document.addEventListener("htmx:error", () => isLost(true)); // a failed click shows it

// The title and icon come over the stream, or with a part of the page.
document.addEventListener("tab", (e) => show(JSON.parse(e.detail.data)));
document.addEventListener("htmx:after:swap", () => {
  const part = document.querySelector("[data-tab]");
  if (part) show(JSON.parse(part.dataset.tab));
});

function show(tab) {
  document.title = tab.title;
  const icon = document.getElementById("icon");
  if (icon.getAttribute("href") !== tab.icon) icon.setAttribute("href", tab.icon);
}

function tick() {
  if (document.hidden) return;
  const now = Date.now();
  for (const t of document.querySelectorAll("time[data-since], time[data-until]")) {
    const gone = (now - Date.parse(t.dateTime)) / 1000;
    const text = age("since" in t.dataset ? gone : -gone);
    if (t.textContent !== text) t.textContent = text;
  }
}
setInterval(tick, 1000);

// Dialogs: [data-open=id] opens, [data-close] and a click beside it close.
document.addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  const opener = target?.closest("[data-open]");
  if (opener) document.getElementById(opener.dataset.open).showModal();
  target?.closest("[data-close]")?.closest("dialog")?.close();
  target?.closest("[data-dismiss]")?.closest(".toast")?.remove();
  if (target instanceof HTMLDialogElement) {
    const r = target.getBoundingClientRect();
    if (e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom) target.close();
  }
});
