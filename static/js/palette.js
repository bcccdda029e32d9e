// The palette (Ctrl K): one list of pages, projects, servers and their actions, filtered while typing. The server draws
// the list; this file fetches it when the palette opens. It forgives a wrong order of words and a typing error.

const dialog = document.getElementById("palette");
const input = dialog.querySelector("input");
const list = document.getElementById("palette-list");
const most = 50; // choices shown at once
let all = [];

const shown = () => [...list.children];

function choose(li) {
  for (const other of list.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
  if (!li) {
    input.removeAttribute("aria-activedescendant");
    return;
  }
  li.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", li.id);
  li.scrollIntoView({ block: "nearest" });
}

// near returns how well a typed word fits a text: 0 is a word's beginning, 1 within, 2 the same letters in this order,
// 3 with a missing or wrong letter; -1 not at all.
function near(word, text) {
  const at = text.indexOf(word);
  if (at === 0 || (at > 0 && /[\s/_-]/.test(text[at - 1]))) return 0;
  if (at > 0) return 1;
  for (const part of text.split(/[\s/]+/)) if (inOrder(word, part)) return 2;
  for (const part of text.split(/[\s/_-]+/)) if (word.length > 3 && differs(word, part.slice(0, word.length + 1)) < 2) return 3;
  return -1;
}

function inOrder(word, part) {
  let at = 0;
  for (const c of part) if (c === word[at]) at++;
  return at === word.length && word.length > 1 && part[0] === word[0];
}

// differs counts the letters to add, remove, replace or swap.
function differs(a, b) {
  let [twoBack, back] = [[], [...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(back[j] + 1, row[j - 1] + 1, back[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], twoBack[j - 2] + 1);
    }
    [twoBack, back] = [back, row];
  }
  return Math.min(back[b.length], back[b.length - 1] ?? Infinity);
}

// score returns how well all typed words fit a choice, the least first; -1: not at all.
function score(words, text) {
  let sum = 0;
  for (const w of words) {
    const fit = near(w, text);
    if (fit < 0) return -1;
    sum += fit * 10;
  }
  return sum + text.length / 100;
}

function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = all.map((li) => ({ li, n: score(words, li.dataset.word.toLowerCase()) })).filter((f) => f.n >= 0);
  if (words.length > 0) fits.sort((a, b) => a.n - b.n);
  list.replaceChildren(...fits.slice(0, most).map((f) => f.li));
  choose(list.firstElementChild);
}

function move(step) {
  const rows = shown();
  const at = rows.findIndex((li) => li.getAttribute("aria-selected") === "true");
  choose(rows[(at + step + rows.length) % rows.length]);
}

// run opens or posts a choice.
function run(li) {
  if (!li) return;
  dialog.close();
  if ("post" in li.dataset) window.htmx.ajax("POST", li.dataset.path, { source: document.body, target: "body", swap: "none" });
  else if ("away" in li.dataset) window.open(li.dataset.path, "_blank", "noopener,noreferrer");
  else location.assign(li.dataset.path);
}

export async function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.value = "";
  const answer = await fetch("/palette", { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  list.innerHTML = await answer.text();
  all = shown();
  all.forEach((li, i) => { li.id = `choice-${i}`; });
  filter();
}

input.addEventListener("input", filter);
input.addEventListener("keydown", (e) => {
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    e.preventDefault();
    move(e.key === "ArrowDown" ? 1 : -1);
  } else if (e.key === "Enter") {
    e.preventDefault();
    run(list.querySelector("[aria-selected=true]"));
  }
});
list.addEventListener("click", (e) => run(e.target.closest(".choice")));
