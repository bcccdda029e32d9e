// The strip of time above the lines: it is loaded after the page, again while the page is live, shows which part is in
// view, and a drag over it chooses a time.

const every = 5000; // ms
const strip = () => document.getElementById("log-strip");
let drag = null;

async function load() {
  const here = strip();
  if (!here?.dataset.strip) return;
  const answer = await fetch(here.dataset.strip, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || here !== strip() || drag) return;
  const [from, to] = [Number(answer.headers.get("X-From")), Number(answer.headers.get("X-To"))];
  here.innerHTML = await answer.text(); // templ has escaped it
  document.getElementById("log-counts").replaceChildren(...here.querySelector(".counts").children);
  Object.assign(here.dataset, { from, to });
  view();
}

// ahead is how far the zone of all drawn times, the manager's, is ahead of UTC.
const ahead = Number(document.getElementById("zone")?.dataset.offset ?? 0) * 60e3;

// timeOf returns the moment of a line, whose text has only the time of day.
function timeOf(line, near) {
  const [h, m, s] = line.querySelector(".tc").textContent.split(":");
  const at = new Date(near + ahead);
  at.setUTCHours(Number(h), Number(m), 0, Number(s) * 1000);
  if (at - near - ahead > 12 * 3600e3) at.setUTCDate(at.getUTCDate() - 1);
  return at.getTime() - ahead;
}

// view marks the time of the lines that are in view.
function view() {
  const here = strip();
  const [from, to] = [Number(here.dataset.from), Number(here.dataset.to)];
  const pane = document.getElementById("log")?.getBoundingClientRect();
  if (!from || !pane) return;
  const lineAt = (y) => document.elementFromPoint(pane.left + 40, y)?.closest?.(".l");
  const [first, last] = [lineAt(pane.top + 30) ?? lineAt(pane.top + 50), lineAt(pane.bottom - 12) ?? lineAt(pane.bottom - 34)];
  let mark = here.querySelector(".view");
  if (!first || !last) return mark?.remove();
  if (!mark) {
    mark = document.createElement("span");
    mark.className = "view";
    here.append(mark);
  }
  const share = (line) => Math.min(1, Math.max(0, (timeOf(line, to) - from) / (to - from)));
  const [left, right] = [share(first), share(last)];
  mark.style.setProperty("left", `${left * 100}%`);
  mark.style.setProperty("width", `${Math.max(0, right - left) * 100}%`);
}

let soon = 0;
function viewSoon() {
  if (!soon) soon = setTimeout(() => { soon = 0; view(); }, 100);
}
document.addEventListener("scroll", viewSoon, { capture: true, passive: true });
document.addEventListener("log", viewSoon);

// A drag chooses a time: its ends go into the fields of the filter.
const written = (ms) => new Date(ms + ahead).toISOString().slice(0, 19);
document.addEventListener("pointerdown", (e) => {
  const here = e.target.closest?.("#log-strip");
  if (!here?.dataset.from || e.button !== 0 || e.target.closest("a")) return;
  drag = { x: e.clientX, box: document.createElement("span") };
  drag.box.className = "drag";
  here.append(drag.box);
  here.setPointerCapture(e.pointerId);
});
const ends = (e) => {
  const box = strip().getBoundingClientRect();
  return [drag.x, e.clientX].sort((a, b) => a - b).map((x) => Math.min(1, Math.max(0, (x - box.left) / box.width)));
};
document.addEventListener("pointermove", (e) => {
  if (!drag) return;
  const [left, right] = ends(e);
  drag.box.style.setProperty("left", `${left * 100}%`);
  drag.box.style.setProperty("width", `${(right - left) * 100}%`);
});
document.addEventListener("pointerup", (e) => {
  if (!drag) return;
  let [left, right] = ends(e);
  drag.box.remove();
  drag = null;
  if (right - left < 0.004) [left, right] = [left - 0.01, left + 0.01]; // a click: what is around it
  const here = strip(), form = document.getElementById("log-form");
  const [from, to] = [Number(here.dataset.from), Number(here.dataset.to)];
  form.elements.since.value = written(from + left * (to - from));
  form.elements.until.value = right > 0.995 ? "" : written(from + right * (to - from) + 1000);
  form.requestSubmit();
});
document.addEventListener("pointercancel", () => { drag?.box.remove(); drag = null; });

document.addEventListener("htmx:after:swap", (e) => { if (e.detail.ctx?.target?.id === "log-panes") load(); });
load();
setInterval(() => { if (!document.hidden && "live" in (strip()?.dataset ?? {}) && !drag) load(); }, every);
