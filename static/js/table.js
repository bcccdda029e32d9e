// The table of servers: folds, filters, selection, and the drawer with its address. The server draws all of it; this
// file remembers what the person has chosen, and applies it again whenever the stream has replaced a part.

import { root } from "./words.js";

const boards = () => document.getElementById("boards");
const drawer = () => document.getElementById("drawer");
const rows = () => [...boards().querySelectorAll(".row[data-name]")];
const pickable = () => rows().filter((r) => r.querySelector(".pick")); // rows of hosts have no box
const filter = document.getElementById("filter");
const base = document.getElementById("act").dataset.base;

// ---- folds: the server folds what rests; what the person has chosen is stored in the browser
const stored = "devservers.folds";
const folds = JSON.parse(localStorage.getItem(stored) ?? "{}");

// Of many projects, those at rest come as one line. Their servers are loaded when they are unfolded, or looked for.
const unfolded = new Set();
const mostFound = 10; // projects whose servers are loaded for a filter

function load(groups) {
  const names = groups.map((g) => g.dataset.group).filter((name) => !unfolded.has(name));
  if (names.length === 0) return;
  names.forEach((name) => unfolded.add(name));
  const q = new URLSearchParams(names.map((name) => ["project", name]));
  follow(nameAt(location.href) ?? "");
  window.htmx.ajax("GET", `${root}groups?${q}`, { source: document.body, target: "body", swap: "none" }).then(refocus);
}

// refocus gives the focus back to the button that a loaded project has in place of the one that was pressed.
let pressed = ""; // its project
function refocus() {
  if (pressed && document.activeElement === document.body) boards().querySelector(`[data-group="${pressed}"] [data-fold]`)?.focus();
  pressed = "";
}

const atRest = () => [...boards().querySelectorAll("[data-rest]")];

// matches reports whether a project at rest has a server that the filter shows.
function matches(g, words) {
  if (show.size > 0 && !show.has("off")) return false;
  const about = `${g.dataset.group} ${g.textContent}`.toLowerCase();
  return g.dataset.rest.split(" ").some((name) => words.every((w) => `${g.dataset.group}/${name} ${about}`.toLowerCase().includes(w)));
}

function applyFolds() {
  load(atRest().filter((g) => folds[g.dataset.group] === false));
  for (const g of boards().querySelectorAll("[data-group]")) {
    const chosen = folds[g.dataset.group];
    if (chosen !== undefined) g.classList.toggle("folded", chosen);
    const folded = g.classList.contains("folded") && !filtered();
    g.querySelector("[data-fold]")?.setAttribute("aria-expanded", String(!folded));
  }
}

// ---- filters: a text, and the states whose count is pressed
const show = new Set((new URLSearchParams(location.search).get("show") ?? "").split(",").filter(Boolean));
filter.value = new URLSearchParams(location.search).get("q") ?? "";
const filtered = () => show.size > 0 || filter.value.trim() !== "";

function applyFilter() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let any = false;
  for (const row of rows()) {
    const states = row.dataset.in.split(" ");
    const text = `${row.dataset.name} ${row.textContent}`.toLowerCase();
    row.hidden = (show.size > 0 && !states.some((s) => show.has(s))) || !words.every((w) => text.includes(w));
    any ||= !row.hidden;
  }
  boards().toggleAttribute("data-filtered", filtered());
  for (const g of boards().querySelectorAll("[data-group]:not([data-rest])")) g.hidden = filtered() && !g.querySelector(".row:not([hidden])");
  for (const g of atRest()) g.hidden = filtered() && !matches(g, words);
  const found = filtered() ? atRest().filter((g) => !g.hidden) : [];
  if (found.length <= mostFound) load(found);
  any ||= found.length > 0;
  for (const b of document.querySelectorAll("[data-show]")) b.setAttribute("aria-pressed", String(show.has(b.dataset.show)));
  const nothing = document.getElementById("nothing");
  if (nothing) nothing.hidden = any || !filtered();
}

function filterChanged() {
  const at = new URL(location.href);
  if (show.size > 0) at.searchParams.set("show", [...show].join(","));
  else at.searchParams.delete("show");
  if (filter.value.trim() !== "") at.searchParams.set("q", filter.value.trim());
  else at.searchParams.delete("q");
  history.replaceState(history.state, "", at);
  apply();
}

function unfilter() {
  show.clear();
  filter.value = "";
  filterChanged();
}

// ---- selection
const picked = new Set();
let lastPicked = null;

function applyPicks() {
  const here = new Set(pickable().map((r) => r.dataset.name));
  for (const name of picked) if (!here.has(name)) picked.delete(name);
  for (const row of pickable()) row.querySelector(".pick").checked = picked.has(row.dataset.name);
  const some = picked.size > 0;
  boards().toggleAttribute("data-picking", some);
  document.getElementById("bar-all").hidden = some;
  document.getElementById("bar-picked").hidden = !some;
  document.querySelector("[data-picked]").textContent = `${picked.size} selected`;
  const projects = new Set([...picked].map((n) => n.split("/")[0]));
  const [one] = projects;
  const q = new URLSearchParams([...picked].map((n) => ["server", n]));
  document.getElementById("picked-logs").href = `${root}${projects.size === 1 ? `p/${encodeURIComponent(one)}/` : ""}logs?${q}`;
}

export function pick(row, range) {
  const all = pickable().filter((r) => !r.hidden);
  if (!all.includes(row)) return;
  const name = row.dataset.name;
  const on = !picked.has(name);
  const [from, to] = [all.findIndex((r) => r.dataset.name === lastPicked), all.indexOf(row)];
  const list = range && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
  for (const r of list) on ? picked.add(r.dataset.name) : picked.delete(r.dataset.name);
  lastPicked = name;
  applyPicks();
}

function unpick() {
  picked.clear();
  applyPicks();
}

// ---- the drawer shows the server that the address names: an answer may come after the next key, or after Escape
let opener = null; // the name of the server whose row had the focus

function markOpen() {
  const open = drawer().hidden ? "" : drawer().dataset.name;
  for (const row of rows()) row.toggleAttribute("data-opened", row.dataset.name === open);
}

// nameAt returns the server that the address names.
function nameAt(address) {
  const name = new URL(address, location.href).searchParams.get("server");
  if (!name || name.includes("/")) return name;
  return `${decodeURIComponent(location.pathname.slice(root.length).split("/")[1])}/${name}`;
}

function path(name) {
  const [project, server] = name.split("/").map(encodeURIComponent);
  return `${root}p/${project}/${server}`;
}

function openDrawer(name, href) {
  opener = name;
  if (href) go(href);
  follow(name); // first: a stream that knows no drawer would close it
  window.htmx.ajax("GET", `${path(name)}/drawer`, { source: document.body, target: "body", swap: "none" });
}

function closeDrawer(push = true) {
  if (drawer().hidden) return;
  const name = drawer().dataset.name;
  const inside = drawer().contains(document.activeElement);
  drawer().hidden = true;
  if (push) {
    const at = new URL(location.href);
    at.searchParams.delete("server");
    go(at.href);
  }
  follow("");
  markOpen();
  if (inside || document.activeElement === document.body) nameOf(opener ?? name)?.focus();
}

// go changes the address, without a new entry in the history if only the server differs.
function go(href) {
  const at = new URL(href, location.href);
  for (const key of ["show", "q"]) {
    const value = new URLSearchParams(location.search).get(key);
    if (value) at.searchParams.set(key, value);
  }
  const both = at.searchParams.has("server") && new URLSearchParams(location.search).has("server");
  history[both ? "replaceState" : "pushState"](null, "", at);
}

const nameOf = (name) => rows().find((r) => r.dataset.name === name)?.querySelector(".name");

// follow makes the page's stream update the drawer, too.
function follow(name) {
  const alone = base !== root;
  const open = alone ? name.split("/")[1] ?? "" : name;
  document.dispatchEvent(new CustomEvent("streamchange", { detail: { open, unfolded: [...unfolded].join(",") } }));
}

function neighbor(by) {
  const all = rows().filter((r) => !r.hidden && !r.closest(".folded"));
  const now = nameAt(location.href);
  const next = all[Math.min(all.length - 1, Math.max(0, all.findIndex((r) => r.dataset.name === now) + by))];
  if (!next || next.dataset.name === now) return;
  openDrawer(next.dataset.name, next.querySelector(".name").href);
  next.scrollIntoView({ block: "nearest" });
}

addEventListener("popstate", () => {
  const name = nameAt(location.href);
  if (name) openDrawer(name);
  else closeDrawer(false);
});

function apply() {
  applyFolds();
  applyFilter();
  applyPicks();
  if (!nameAt(location.href)) drawer().hidden = true;
  markOpen();
}

document.addEventListener("htmx:after:swap", apply);
filter.addEventListener("input", filterChanged);
filter.addEventListener("keydown", (e) => {
  if (e.key === "Enter") {
    e.preventDefault(); // the key is not for the row
    rows().find((r) => r.offsetParent)?.querySelector(".name").focus();
  }
  if (e.key !== "Escape") return;
  unfilter();
  filter.blur();
});
boards().parentElement.addEventListener("change", (e) => {
  const row = e.target.closest?.(".row");
  if (e.target.matches?.(".pick") && row) {
    e.target.checked = picked.has(row.dataset.name);
    pick(row, false);
  }
});
document.addEventListener("click", (e) => {
  const target = e.target instanceof Element ? e.target : null;
  if (!target || e.defaultPrevented) return;
  const fold = target.closest("[data-fold]");
  if (fold) {
    const g = fold.closest("[data-group]");
    pressed = "rest" in g.dataset ? g.dataset.group : "";
    folds[g.dataset.group] = g.classList.toggle("folded");
    localStorage.setItem(stored, JSON.stringify(folds));
    apply();
  }
  const count = target.closest("[data-show]");
  if (count) {
    const on = show.has(count.dataset.show);
    show.clear();
    if (!on) show.add(count.dataset.show);
    filterChanged();
  }
  if (target.closest("[data-unfilter]")) unfilter();
  if (target.closest("#unpick")) unpick();
  const by = target.closest("[data-neighbor]");
  if (by) neighbor(Number(by.dataset.neighbor));
  if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  const link = target.closest("a[data-drawer]");
  if (link) {
    e.preventDefault();
    openDrawer(link.dataset.drawer, link.href);
  }
  if (target.closest("[data-undrawer]")) {
    e.preventDefault();
    closeDrawer();
  }
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || e.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (picked.size > 0) unpick();
  else if (!drawer().hidden) closeDrawer();
});
document.addEventListener("neighbor", (e) => { if (!drawer().hidden) neighbor(e.detail); });

apply();
