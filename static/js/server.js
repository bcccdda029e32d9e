// The page of a server: its tabs change without a reload, and each has an address.

const panel = () => document.getElementById("panel");
const tabOf = (address) => new URL(address, location.href).searchParams.get("tab") ?? (new URL(address, location.href).pathname.endsWith("/runs") ? "runs" : "terminal");

// followLines lets lines be added to the tab of logs, and returns what the stream needs for that.
let lines = null; // the module of lines, once a tab has needed it
async function followLines() {
  const tab = panel().querySelector(".log-tab");
  if (!tab) return { logs: "", "logs-after": "", "logs-event": "" };
  tab.querySelector(".log-panes").classList.toggle("wraps", (localStorage.getItem("log-wrap") ?? (innerWidth < 832 ? "1" : "0")) === "1");
  const first = lines === null;
  lines = await import("./logs.js");
  await import("./logs-line.js");
  if (!first) lines.renew();
  return Object.fromEntries(new URLSearchParams(tab.dataset.follow));
}
if (tabOf(location.href) === "logs") followLines();

// show asks for a tab; the answer replaces the head and the panel.
let shown = panel()?.dataset.shows;
async function show(address) {
  const tab = shown = tabOf(address);
  await window.htmx.ajax("GET", address, { source: document.body, target: "body", swap: "none" });
  if (tab !== shown) return; // another one was asked for meanwhile
  document.getElementById("terminal").hidden = tab !== "terminal";
  panel().hidden = tab === "terminal";
  document.dispatchEvent(new CustomEvent("streamchange", { detail: { tab, ...await followLines() } }));
}

// What the stream or an earlier request brings of another tab comes too late.
document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
  const late = (task) => ![undefined, shown].includes(task.fragment?.querySelector("[data-shows]")?.dataset.shows);
  tasks.splice(0, tasks.length, ...tasks.filter((task) => !late(task)));
});

document.addEventListener("click", (e) => {
  const tab = e.target instanceof Element ? e.target.closest("a[data-tab]") : null;
  if (!tab || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  if (tab.href !== location.href) history.pushState(null, "", tab.href);
  show(tab.href);
});
addEventListener("popstate", () => show(location.href));

// A server that had never run has a run now: its terminal is on a page of its own.
document.addEventListener("htmx:after:swap", () => {
  const run = document.getElementById("run-head")?.dataset.run;
  if (run && !document.querySelector("[data-terminal]") && document.querySelector("#terminal.empty") && !location.pathname.includes("/runs/")) location.reload();
});
