// One line of the page of logs in the drawer: a click on a line shows it, arrow keys go on to the next, and the address
// names it. Errors of several lines unfold.

const side = () => document.getElementById("log-side");
const cursorOf = (line) => new URL(line.querySelector(".when").href).searchParams.get("at");

async function show(line) {
  if (line.querySelector(".when").pathname.includes(":")) return; // of a host: its time leads to the page there
  document.querySelector(".l.chosen")?.classList.remove("chosen");
  line.classList.add("chosen");
  const at = cursorOf(line), target = side();
  await window.htmx.ajax("GET", `${target.dataset.line}line=${encodeURIComponent(at)}`, { source: target, target, swap: "innerHTML" });
  if (!line.classList.contains("chosen")) return;
  target.hidden = false;
  name(at);
}

// name puts the line into the address, so that a reload shows it again.
function name(at) {
  const here = new URL(location.href);
  if (at) here.searchParams.set("line", at);
  else here.searchParams.delete("line");
  history.replaceState(null, "", here);
}

export function close() {
  side().hidden = true;
  document.querySelector(".l.chosen")?.classList.remove("chosen");
  name("");
}

const visible = (line) => line.checkVisibility();

function neighbor(by) {
  const all = [...document.querySelectorAll(".l")].filter(visible);
  const next = all[all.indexOf(document.querySelector(".l.chosen")) + by];
  if (!next) return;
  next.scrollIntoView({ block: "nearest" });
  show(next);
}

// error goes to the next error on the page, or the one before.
function error(by) {
  const all = [...document.querySelectorAll(".l.error")].filter((l) => visible(l) && !l.classList.contains("in"));
  const here = document.querySelector(".l.chosen");
  const before = all.filter((l) => here && l.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING).length;
  const next = by < 0 ? all[(here ? before : all.length) - 1] : all[before + (all[before] === here ? 1 : 0)];
  if (!next) return;
  next.scrollIntoView({ block: "center" });
  show(next);
}

function unfold(button) {
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", open);
  const lines = button.closest(".log-lines").querySelectorAll(`.l.in[data-in="${CSS.escape(button.dataset.unfold)}"]`);
  for (const line of lines) line.classList.toggle("shown", open);
}

document.addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  const fold = target?.closest("[data-unfold]");
  if (fold) return unfold(fold);
  if (!side()) return; // another tab
  if (target?.closest("[data-close-line]")) {
    e.preventDefault();
    return close();
  }
  const line = target?.closest(".log-pane .l");
  if (!line || !getSelection().isCollapsed || target.closest("a:not(.more), button") || e.ctrlKey || e.metaKey) return;
  e.preventDefault();
  show(line);
});

const typing = (el) => el?.closest?.("input:not([type=checkbox]), textarea, select, dialog");
document.addEventListener("keydown", (e) => {
  if (!side() || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e.target) || document.querySelector("dialog[open], details.menu[open]")) return;
  if (e.key === "Escape" && !side().hidden) close();
  else if ((e.key === "ArrowDown" || e.key === "ArrowUp") && !side().hidden && !side().contains(e.target)) neighbor(e.key === "ArrowDown" ? 1 : -1);
  else if (document.getElementById("keys-on")?.checked && (e.key === "n" || e.key === "N")) error(e.key === "n" ? 1 : -1);
  else return;
  e.preventDefault();
});
