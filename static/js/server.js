// The page of a server: its tabs change without a reload, and each has an address.

const panel = () => document.getElementById("panel");
const tabOf = (address) => new URL(address, location.href).searchParams.get("tab") ?? (new URL(address, location.href).pathname.endsWith("/runs") ? "runs" : "terminal");

// show asks for a tab; the answer replaces the head and the panel.
async function show(address) {
  await window.htmx.ajax("GET", address, { source: document.body, target: "body", swap: "none" });
  const terminal = tabOf(address) === "terminal";
  document.getElementById("terminal").hidden = !terminal;
  panel().hidden = terminal;
  document.dispatchEvent(new CustomEvent("streamchange", { detail: { tab: tabOf(address) } }));
}

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
