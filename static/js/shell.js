// The frame of a page: its one event stream, the tab's title and icon, times that go on, and dialogs.

document.documentElement.dataset.script = "on";
const lost = document.getElementById("lost");
const stream = () => document.getElementById("stream"); // another one after a part of the page was replaced
let opened = null; // the element whose stream is, or is being opened

// A stream is opened only once its page is seen: browsers allow six connections to a host, and tabs that were opened
// in the background would hold them. Later the library itself pauses it in hidden tabs and resumes it.
function wake() {
  if (stream() && opened !== stream() && !document.hidden) document.dispatchEvent(new CustomEvent("appvisible"));
}
document.addEventListener("visibilitychange", wake);
document.addEventListener("htmx:after:process", wake); // earlier ones come before htmx listens
wake(); // htmx may have been ready before this module was loaded

// One stream a page: what asks for another one asks in vain.
document.addEventListener("htmx:before:request", (e) => {
  if (e.target !== stream()) return;
  if (opened === e.target) e.preventDefault();
  else opened = e.target;
});
document.addEventListener("htmx:finally:request", (e) => {
  if (e.target !== stream() || e.target._htmx?.sse) return;
  opened = null; // it was refused: again, in a while
  setTimeout(wake, 1000);
});

// The page says that it is cut off when that lasts: a stream that is renewed at once is nobody's business.
let cut = 0;
function isLost(is) {
  clearTimeout(cut);
  if (!lost) return;
  if (is) cut = setTimeout(() => { lost.hidden = false; }, 700);
  else lost.hidden = true;
}
document.addEventListener("htmx:sse:after:connection", () => {
  isLost(false);
  // The library heeds a change of visibility only while it reads: a tab that was hidden while its stream was being
  // opened would keep it.
  setTimeout(() => {
    if (document.hidden) document.dispatchEvent(new Event("visibilitychange"));
  }, 50);
});
document.addEventListener("htmx:sse:before:connection", (e) => {
  if (e.detail.connection.attempt > 0 && !document.hidden) isLost(true);
});
document.addEventListener("htmx:sse:error", (e) => {
  if (e.detail.status === 401) location.assign("/"); // signed out: to the page that says what to type
  isLost(true);
});
document.addEventListener("htmx:sse:close", (e) => {
  if (e.target !== stream()) return; // it was replaced
  opened = null;
  isLost(true);
  setTimeout(wake, 1000);
});
document.addEventListener("htmx:error", () => isLost(true)); // a click in vain says so

// What the tab says comes over the stream, or with a part of the page.
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

// span says a length of time as views/words.go does.
function span(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 1) return "a moment";
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 48 * 3600) return `${Math.floor(s / 3600)} h ${String(Math.floor(s / 60) % 60).padStart(2, "0")} min`;
  return `${Math.floor(s / 86400)} d`;
}

function tick() {
  if (document.hidden) return;
  const now = Date.now();
  for (const t of document.querySelectorAll("time[data-since], time[data-until]")) {
    const gone = (now - Date.parse(t.dateTime)) / 1000;
    const text = span("since" in t.dataset ? gone : -gone);
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
