// The palette (Ctrl K): a list of pages, projects, servers and their actions. The server ranks it while htmx sends what is
// typed; this file moves the selection, and opens what is selected.

const dialog = document.getElementById("palette");
const input = dialog.querySelector("input");
const list = document.getElementById("palette-list");
const shown = () => [...list.querySelectorAll(".choice")];

function choose(one) {
  for (const other of shown()) other.setAttribute("aria-selected", String(other === one));
  input.setAttribute("aria-activedescendant", one?.id ?? "");
  one?.scrollIntoView({ block: "nearest" });
}

let entered = false; // Enter was pressed before what is typed was answered

// An answer may be drawn after the next letter was typed: it says what it answers.
const answered = () => list.querySelector("data")?.value === input.value;

function move(step) {
  const all = shown(), at = all.findIndex((c) => c.getAttribute("aria-selected") === "true");
  choose(all[(at + step + all.length) % all.length]);
}

export const opened = () => window.htmx.trigger(input, "opened");

dialog.addEventListener("close", () => {
  input.value = "";
  list.replaceChildren();
  entered = false;
});

input.addEventListener("keydown", (e) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (!step && e.key !== "Enter") return;
  e.preventDefault();
  if (step) move(step);
  else if (answered()) list.querySelector("[aria-selected=true]")?.click();
  else entered = true;
});
// htmx posts an action that is clicked; others are opened here.
list.addEventListener("click", (e) => {
  const chosen = e.target.closest(".choice");
  if (!chosen) return;
  dialog.close();
  if ("away" in chosen.dataset) window.open(chosen.dataset.path, "_blank", "noopener,noreferrer");
  else if ("path" in chosen.dataset) location.assign(chosen.dataset.path);
});
document.addEventListener("htmx:after:swap", (e) => {
  if (e.detail.ctx?.target !== list) return;
  choose(shown()[0]);
  if (!answered()) return;
  if (entered) shown()[0]?.click();
  entered = false;
});
