// The page of a run: a terminal that shows its output while it lives, and a replay afterwards. Input goes to the run only
// while it lives and after a person has selected the terminal. The terminal's own answers to a program's queries are
// dropped before that, and while old output is drawn.
import { Link } from "./terminal-link.js";
import { makeView, textOf } from "./terminal-view.js";
import { wireFind } from "./terminal-find.js";
import { Typing } from "./terminal-type.js";
import { root as top, size as bytes } from "./words.js";

const part = 4 * 1024 * 1024; // bytes of earlier output shown at once
const smallest = { cols: 80, rows: 24 }; // a phone does not make the program's output narrower

const root = document.querySelector("[data-terminal]");
const pane = root.querySelector("[data-pane]");
const plain = root.querySelector("[data-plain]");
const sayHere = root.querySelector("[data-say]");
const hintHere = root.querySelector("[data-hint]");
const button = Object.fromEntries([...root.querySelectorAll("[data-do]")].map((b) => [b.dataset.do, b]));
const name = root.dataset.name;

pane.hidden = false;
let [columns, lines] = [120, 30]; // of the run's terminal
let joined = false; // the next run is drawn below an earlier one
const { term, search, fit, fitted } = makeView(pane, (text) => { hintHere.textContent = text; });
let live = false; // the run lives, as far as the page knows
let whole = true; // the run's end is shown, not a part of it
let shown = false; // that part has arrived completely
let first = 0, from = 0; // offsets of the first stored byte, and of the first shown one

const say = (text) => { if (sayHere.textContent !== text) sayHere.textContent = text; };
const head = () => document.getElementById("run-head");
const pathOf = (id) => `${root.dataset.base}${id}`;
let greeted = 0; // how often a connection was made
let follow = "follow" in root.dataset; // a newer run takes the place of this one
let run = root.dataset.run;

// tell describes what is on the screen.
function tell() {
  if (!whole) say(`An earlier part of the output: ${bytes(from)} to ${bytes(link.drawn)}.`);
  else if (typing.on) say(`What you type goes to ${name}. Press Ctrl+] to stop typing.`);
  else if (live) say("Live. Click into the terminal, or press Enter in it, to type.");
  else say("The run has ended. This is a replay.");
  root.toggleAttribute("data-typing", typing.on);
  button.type.hidden = !live || !whole || typing.on;
  button.earlier.hidden = from <= first;
  button.later.hidden = whole || !shown;
  button.newest.hidden = whole;
}

// then does something once everything before is drawn, unless the page shows another part since.
function then(still, what) {
  term.write("", () => {
    if (!still()) return;
    what();
    tell();
  });
}

const typing = new Typing(term, { possible: () => live && whole, changed: () => { tell(); size(); } });

let link = connect();

// connect returns the connection to the run.
function connect() {
  const own = run;
  return new Link(`${pathOf(run)}/socket`, handlers(() => own === run));
}

// next shows a newer run below this one.
function next(id) {
  term.write(`\x1b[0m\r\n\x1b[2m── ${name}: this run has ended, and the next one begins ──\x1b[0m\r\n`);
  link.pause();
  run = root.dataset.run = id;
  const raw = root.querySelector("[data-raw]");
  raw.href = raw.dataset.raw + encodeURIComponent(id);
  [joined, whole] = [true, true];
  link = connect();
  typing.to(link);
  if (!document.hidden) link.show({});
}

function handlers(current) {
  const on = {
  hello(hello, again) {
    greeted++;
    live = hello.live;
    first = hello.first;
    typing.ready(false);
    [columns, lines] = hello.size ?? [columns, lines];
    if (!again) {
      if (!joined) term.write("\x1bc"); // in its turn: older bytes may not be drawn yet
      joined = false;
      plain.hidden = true;
      from = hello.from;
    }
    size();
    tell();
  },
  bytes: (data, drawn) => term.write(data, drawn),
  jump({ lost }) {
    term.write(`\x1b[0m\r\n\x1b[2m··· ${bytes(lost)} not shown: printed too fast, or no longer stored ···\x1b[0m\r\n`);
  },
  // Only once everything before is drawn: its queries are not answered.
  caught: (still) => then(still, () => { whole = true; typing.ready(true); }),
  more: (still) => then(still, () => { shown = true; }),
  over: (still) => then(still, () => {
    live = false;
    whole = true;
    typing.stop();
  }),
  look() {}, // the page's stream says what changed
  lost() {
    typing.ready(false);
    typing.stop();
    lost();
  },
  };
  return Object.fromEntries(Object.entries(on).map(([what, does]) => [what, (...all) => { if (current()) does(...all); }]));
}

typing.to(link);

// The head of the page comes over its stream, and names the newest run. A run that the person started here is followed,
// too.
let started = false;
document.addEventListener("submit", (e) => {
  if (e.target.id === "act" && /\/(restart|start|run)$/.test(e.submitter?.formAction ?? "") && head()?.dataset.run === run) started = true;
});
document.addEventListener("htmx:after:swap", () => {
  const newest = head()?.dataset.run;
  if (!newest || newest === run) return;
  if (started && !follow) {
    follow = true;
    location.assign(`${top}p/${head().dataset.name.split("/").map(encodeURIComponent).join("/")}`);
  } else if (follow) next(newest);
});

// lost says why the connection broke: the manager is away, the session ended, or the run is no longer stored.
async function lost() {
  const before = greeted;
  try {
    const answer = await fetch(`${pathOf(run)}/head`, { headers: { Accept: "application/json" } });
    if (answer.ok) return;
    link.pause();
    if (answer.status === 401) say("This browser is no longer signed in. Run devservers open in a terminal.");
    else location.reload(); // the page says what is wrong
  } catch {
    if (greeted === before) say("Reconnecting to the manager …");
  }
}

// show draws another part of the run.
function show(query) {
  whole = !("to" in query);
  shown = false;
  typing.stop();
  link.show(query);
}

// size fits the terminal into the page. Only the one who types sets the size of the run's terminal: for everyone else the
// page is as wide as what is printed, and scrolls.
function size() {
  fit();
  if (typing.on && live && whole) {
    [columns, lines] = [Math.max(term.cols, smallest.cols), Math.max(term.rows, smallest.rows)];
    link.resize(columns, lines);
  } else if (live && term.cols < columns) term.resize(columns, term.rows);
  pane.classList.toggle("wide", term.cols > fitted());
}

async function copy() {
  try {
    await navigator.clipboard.writeText(textOf(term));
    say(term.hasSelection() ? "Copied the selection." : "Copied the visible lines.");
  } catch {
    say("The browser does not allow copying. Select the text and copy it yourself.");
  }
}

const find = wireFind(root.querySelector("[data-find]"), term, search, () => from > first || term.buffer.active.length >= term.options.scrollback);
button.type.addEventListener("click", () => typing.start());
button.earlier.addEventListener("click", () => show({ to: from }));
button.later.addEventListener("click", () => show({ after: link.drawn, to: link.drawn + part }));
button.newest.addEventListener("click", () => show({}));
button.copy.addEventListener("click", copy);
pane.addEventListener("keydown", (e) => {
  if (e.key.toLowerCase() === "f" && (e.ctrlKey || e.metaKey) && !typing.on) {
    e.preventDefault();
    find();
  }
}, true);

// Stored in the browser: it belongs to the person, not to the run.
const reader = root.querySelector("[data-reader]");
function readAloud(on) {
  reader.checked = on;
  term.options.screenReaderMode = on;
}
readAloud(localStorage.getItem("devservers.reader") === "on");
reader.addEventListener("change", () => {
  localStorage.setItem("devservers.reader", reader.checked ? "on" : "off");
  readAloud(reader.checked);
});

let sized = 0;
new ResizeObserver(() => {
  cancelAnimationFrame(sized);
  sized = requestAnimationFrame(size);
}).observe(pane);

// A hidden terminal holds no connection, and keeps no server awake.
document.addEventListener("visibilitychange", () => { if (document.hidden) link.pause(); else link.resume(); });
if (!document.hidden) link.show({});
