// The palette (Ctrl K): one list of pages, projects, servers and their actions, filtered while typing. The server draws
// the list; this file fetches it when the palette opens.

const dialog = document.getElementById("palette");
const input = dialog.querySelector("input");
const list = document.getElementById("palette-list");

const shown = () => [...list.children].filter((li) => !li.hidden);

function choose(li) {
  for (const other of list.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
  if (!li) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  li.id ||= `choice-${[...list.children].indexOf(li)}`;
  li.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", li.id);
  li.scrollIntoView({ block: "nearest" });
}

// Every word must occur, in any order.
function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const li of list.children) li.hidden = !words.every((w) => li.dataset.words.includes(w));
  choose(shown()[0]);
}

function move(step) {
  const all = shown();
  const at = all.findIndex((li) => li.getAttribute("aria-selected") === "true");
  choose(all[(at + step + all.length) % all.length]);
}

export async function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.value = "";
  const answer = await fetch("/palette", { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  list.innerHTML = await answer.text();
  window.htmx?.process(list);
  filter();
}

input.addEventListener("input", filter);
input.addEventListener("keydown", (e) => {
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    e.preventDefault();
    move(e.key === "ArrowDown" ? 1 : -1);
  } else if (e.key === "Enter") {
    e.preventDefault();
    list.querySelector("[aria-selected=true] .choice")?.click();
  }
});
list.addEventListener("click", (e) => {
  if (e.target.closest("button.choice")) dialog.close();
});
