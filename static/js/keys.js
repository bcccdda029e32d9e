// Single keys, listed in views/shortcuts.go. They can be turned off (WCAG 2.1.4), and do nothing while a field or a
// terminal has the focus.

const stored = "devservers.keys";
const box = document.getElementById("keys-on");
box.checked = localStorage.getItem(stored) !== "off";
box.addEventListener("change", () => localStorage.setItem(stored, box.checked ? "on" : "off"));

// The page is ready for keys once htmx, whose listener comes first, has taken the forms.
addEventListener("DOMContentLoaded", () => { document.documentElement.dataset.keys = "on"; });

const typing = (el) => el?.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable], .xterm, [data-keys=own]");

const rows = () => [...document.querySelectorAll(".row[data-card]")].filter((r) => r.checkVisibility());
const drawer = () => document.querySelector(".drawer[data-card]:not([hidden])");
const focused = () => document.activeElement?.closest?.("[data-card]");
const chosen = () => focused() ?? drawer() ?? document.querySelector("[data-page-of]");

function step(by) {
  if (drawer()) {
    document.dispatchEvent(new CustomEvent("neighbor", { detail: by }));
    return;
  }
  const all = rows();
  if (all.length === 0) return;
  const at = all.indexOf(focused());
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by));
  all[next].querySelector(".name").focus();
  all[next].scrollIntoView({ block: "nearest" });
}

async function pick(range) {
  const row = focused();
  if (row?.matches(".row")) (await import("./table.js")).pick(row, range);
}

// whole opens the page of the chosen server.
function whole() {
  const to = chosen()?.dataset.page ?? chosen()?.querySelector(".acts [data-key=t]")?.href;
  if (to) location.assign(to);
}

// press clicks the element with this key of the chosen server.
function press(key) {
  chosen()?.querySelector(`[data-key="${key}"]`)?.click();
}

function search() {
  const field = document.querySelector("[data-search]");
  if (!field) return location.assign(`${document.querySelector("[data-go=logs]").href}?context=2`);
  field.focus();
  field.select();
}

const go = (name) => document.querySelector(`[data-go="${name}"]`)?.click();

const single = {
  "/": search,
  j: () => step(1),
  k: () => step(-1),
  x: () => pick(false),
  X: () => pick(true),
  f: whole,
  "[": () => document.querySelector("[data-neighbor-page='-1']")?.click(),
  "]": () => document.querySelector("[data-neighbor-page='1']")?.click(),
  "?": () => document.getElementById("help").showModal(),
};
for (const key of "srpotl") single[key] = () => press(key);
for (const n of [1, 2, 3, 4, 5]) single[n] = () => document.querySelectorAll(".serverhead .tabs > a")[n - 1]?.click();
const afterG = { s: "servers", l: "logs", h: "history", ",": "settings" };

let waiting = 0; // until when a key counts as the second after g
document.addEventListener("keydown", (e) => {
  if (!box.checked || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
  if (typing(e.target) || document.querySelector("dialog[open]")) return;
  if (e.timeStamp < waiting && e.key in afterG) {
    waiting = 0;
    e.preventDefault();
    go(afterG[e.key]);
  } else if (e.key === "g") {
    waiting = e.timeStamp + 1500;
  } else if (Object.hasOwn(single, e.key)) {
    e.preventDefault();
    single[e.key]();
  }
});
