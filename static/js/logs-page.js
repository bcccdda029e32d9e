// The page of logs, apart from its lines: the filter applies while it is typed, lines can be copied, and long ones wrapped
// or not.
import { panes, renew } from "./logs.js";

const form = document.getElementById("log-form");

// apply loads the page with the filter; htmx replaces the lines and the stream.
const quiet = 200; // ms without a key until the text is applied
let soon = 0;
function apply(wait) {
  clearTimeout(soon);
  soon = setTimeout(() => form.requestSubmit(), wait);
}
// Back leads to the filter before: what is typed until Enter, or until another field changes, is one filter.
let typed = false; // the address has a text that is still being typed
let over = false; // that text is complete
form.addEventListener("input", (e) => { if (e.target.name === "q") apply(quiet); });
form.addEventListener("change", (e) => {
  if (e.target.name === "q") over = true;
  else if (e.target.name) {
    typed = false;
    apply(0);
  }
});
form.addEventListener("submit", () => clearTimeout(soon));
addEventListener("popstate", () => location.reload());
document.addEventListener("htmx:after:swap", (e) => {
  const ctx = e.detail.ctx;
  if (!ctx?.request || ctx.target?.id !== "log-panes") return;
  if (ctx.request.action !== location.pathname + location.search) history[typed ? "replaceState" : "pushState"](null, "", ctx.request.action);
  [typed, over] = [!over && document.activeElement?.name === "q", false];
  renew();
  setWrap(wraps());
  document.getElementById("log-say").textContent = document.querySelector(".log-empty p")?.textContent ?? "";
});
// The address holds only what was set.
form.addEventListener("formdata", (e) => {
  for (const [name, value] of [...e.formData]) if (value === "") e.formData.delete(name);
});

// Lines are one row each, or wrapped; on a small screen, wrapped unless somebody chose otherwise.
const wrap = document.getElementById("log-wrap");
const wraps = () => (localStorage.getItem("log-wrap") ?? (innerWidth < 832 ? "1" : "0")) === "1";
function setWrap(on) {
  wrap.setAttribute("aria-pressed", on);
  document.getElementById("log-panes").classList.toggle("wraps", on);
}
function toggleWrap() {
  localStorage.setItem("log-wrap", wraps() ? "0" : "1");
  setWrap(wraps());
}
setWrap(wraps());
wrap.addEventListener("click", toggleWrap);
document.addEventListener("keydown", (e) => {
  if (e.key !== "w" || e.ctrlKey || e.metaKey || e.altKey || !document.getElementById("keys-on")?.checked) return;
  if (!e.target.closest?.("input:not([type=checkbox]), textarea, select, dialog[open]")) toggleWrap();
});

if (panes[0].around) document.getElementById("at")?.scrollIntoView({ block: "center" });
