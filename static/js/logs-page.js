// The page of logs, apart from its lines: the filter applies while it is typed, lines can be copied, and long ones wrapped
// or not.
import { log, renew } from "./logs.js";

const form = document.getElementById("log-form");
const announce = (text) => { document.getElementById("log-say").textContent = text; };

// apply loads the page with the filter; htmx replaces the lines and the stream.
const quiet = 200; // ms without a key until the text is applied
let soon = 0;
function apply(wait) {
  clearTimeout(soon);
  soon = setTimeout(() => form.requestSubmit(), wait);
}
form.addEventListener("input", (e) => { if (e.target.name === "q") apply(quiet); });
form.addEventListener("change", (e) => { if (e.target.name && e.target.name !== "q") apply(0); });
form.addEventListener("submit", () => clearTimeout(soon));
document.addEventListener("htmx:after:swap", (e) => {
  const ctx = e.detail.ctx;
  if (ctx.target?.id !== "log-frame") return;
  history.replaceState(null, "", ctx.request.action);
  renew();
  setWrap(wrap.checked);
  announce(document.querySelector(".log-empty p")?.textContent ?? "");
});
// The address holds only what was set.
form.addEventListener("formdata", (e) => {
  for (const [name, value] of [...e.formData]) if (value === "") e.formData.delete(name);
});

const wrap = document.getElementById("log-wrap");
function setWrap(on) {
  wrap.checked = on;
  log.pane.classList.toggle("flat", !on);
}
setWrap(localStorage.getItem("log-wrap") !== "0");
wrap.addEventListener("change", () => {
  localStorage.setItem("log-wrap", wrap.checked ? "1" : "0");
  setWrap(wrap.checked);
});

const copy = document.getElementById("log-copy");
copy.addEventListener("click", async () => {
  const chosen = getSelection();
  const all = Array.from(log.lines.querySelectorAll(".l"), (l) => l.textContent);
  const text = chosen && !chosen.isCollapsed && log.pane.contains(chosen.anchorNode) ? chosen.toString() : all.join("\n");
  try {
    await navigator.clipboard.writeText(`${text}\n`);
    copy.textContent = "Copied";
    announce("Copied to the clipboard");
  } catch {
    copy.textContent = "Not allowed";
    announce("The browser does not allow copying");
  }
  setTimeout(() => { copy.textContent = "Copy"; }, 1500);
});

// A menu closes when something else is clicked.
document.addEventListener("click", (e) => {
  for (const menu of document.querySelectorAll("details.log-more[open]")) if (!menu.contains(e.target)) menu.open = false;
});

if (log.around) document.getElementById("at")?.scrollIntoView({ block: "center" });
