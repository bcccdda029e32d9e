// The page of a run: a terminal that shows what the run prints while it lives, and a replay afterwards. What a person
// types goes to the run only while it lives and after they have chosen the terminal; what the terminal itself would
// answer to a program's questions goes nowhere before that, and never while old output is drawn.
import { Link } from "./terminal-link.js";
import { makeView, textOf } from "./terminal-view.js";
import { wireFind } from "./terminal-find.js";
import { Typing } from "./terminal-type.js";

const part = 4 * 1024 * 1024; // bytes of earlier output shown at once
const smallest = { cols: 80, rows: 24 }; // a phone does not squeeze what the program prints

const root = document.querySelector("[data-terminal]");
const pane = root.querySelector("[data-pane]");
const plain = root.querySelector("[data-plain]");
const sayHere = root.querySelector("[data-say]");
const hintHere = root.querySelector("[data-hint]");
const button = Object.fromEntries([...root.querySelectorAll("[data-do]")].map((b) => [b.dataset.do, b]));
const name = root.dataset.name;

pane.hidden = false;
const { term, search, fit } = makeView(pane, (text) => { hintHere.textContent = text; });
let live = false; // the run lives, as far as we know
let whole = true; // the run's end is shown, not a part of it
let shown = false; // all of that part is there
let first = 0, from = 0; // offsets of the first byte that is kept, and that is shown

const say = (text) => { if (sayHere.textContent !== text) sayHere.textContent = text; };
const head = () => document.getElementById("run-head");
const look = () => head()?.dispatchEvent(new Event("look"));
const megabytes = (n) => (n < 1e6 ? `${Math.ceil(n / 1e3)} kB` : `${(n / 1e6).toFixed(1)} MB`);

// tell describes what is on the screen, in the words of the moment.
function tell() {
  if (!whole) say(`An earlier part of the output: ${megabytes(from)} to ${megabytes(link.drawn)}.`);
  else if (typing.on) say(`What you type goes to ${name}. Ctrl+] lets go.`);
  else if (live) say("Live. Click into the terminal, or press Enter in it, to type.");
  else say("The run has ended. This is a replay.");
  root.toggleAttribute("data-typing", typing.on);
  button.type.hidden = !live || !whole || typing.on;
  button.earlier.hidden = from <= first;
  button.later.hidden = whole || !shown;
  button.newest.hidden = whole;
}

// then does something when all that came before is drawn, unless the page has turned to another part since.
function then(still, what) {
  term.write("", () => {
    if (!still()) return;
    what();
    tell();
  });
}

const typing = new Typing(term, { possible: () => live && whole, changed: () => { tell(); size(); } });

const link = new Link(root.dataset.socket, {
  hello(hello, again) {
    live = hello.live;
    first = hello.first;
    typing.ready(false);
    look(); // a state may have changed while nobody was connected
    if (!again) {
      term.write("\x1bc"); // in its turn: older bytes may not be drawn yet
      plain.hidden = true;
      from = hello.from;
    }
    size();
    tell();
  },
  bytes: (data, drawn) => term.write(data, drawn),
  jump({ lost }) {
    term.write(`\x1b[0m\r\n\x1b[2m··· ${megabytes(lost)} are not shown: they came too fast, or are not kept ···\x1b[0m\r\n`);
  },
  // Only when all that was written before is drawn: its questions are nobody's.
  caught: (still) => then(still, () => { whole = true; typing.ready(true); }),
  more: (still) => then(still, () => { shown = true; }),
  over: (still) => then(still, () => {
    live = false;
    whole = true;
    typing.stop();
    look();
  }),
  look,
  lost() {
    typing.ready(false);
    typing.stop();
    lost();
  },
});

typing.to(link);

// lost says why nothing comes: the manager is away, it does not know this browser, or the run is not kept any more.
async function lost() {
  try {
    const answer = await fetch(root.dataset.head, { headers: { Accept: "application/json" } });
    if (answer.ok) return;
    link.pause();
    if (answer.status === 401) say("This browser is not signed in any more. Type devservers open in a terminal.");
    else location.reload(); // the page says what is the matter
  } catch {
    say("Reconnecting to the manager …");
  }
}

// show draws another part of the run.
function show(query) {
  whole = !("to" in query);
  shown = false;
  typing.stop();
  link.show(query);
}

// size gives the run's terminal the size of this one, while somebody looks at it.
function size() {
  fit();
  if (live && whole) link.resize(Math.max(term.cols, smallest.cols), Math.max(term.rows, smallest.rows));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(textOf(term));
    say(term.hasSelection() ? "The selection is copied." : "What is in sight is copied.");
  } catch {
    say("The browser did not let us copy. Select the text and copy it by hand.");
  }
}

const find = wireFind(root.querySelector("[data-find]"), term, search);
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

// Kept by the browser, as it is a matter of the person and not of the run.
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

// A terminal that nobody sees holds no connection, and keeps no server awake.
document.addEventListener("visibilitychange", () => { if (document.hidden) link.pause(); else link.resume(); });
if (!document.hidden) link.show({});
