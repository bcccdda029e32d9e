// Repeats that come in different batches are folded here; those of one batch the server has folded (app.Fold).

// after is a line's text without a date and time at its start.
function after(text) {
  const rest = text.replace(/^[[\]0-9\-/:.,TZ+ ]+/, "");
  return text.slice(0, text.length - rest.length).split(":").length < 3 ? text : rest;
}

function look(line) {
  const [time, server, message] = line.children;
  const times = message.querySelector(":scope > .rep");
  const text = times ? message.textContent.slice(0, message.textContent.lastIndexOf(times.textContent)) : message.textContent;
  const since = times?.dataset.since ?? time.firstElementChild.textContent;
  return { time, server: server.textContent, text: after(text.trim()), n: Number(times?.dataset.n ?? 1), since, message, times };
}

// fold counts line, which follows last, as a repeat if it says the same, and returns whether it does. The time is that
// of the newest.
export function fold(last, line) {
  if (!last?.matches(".l:not(.open)") || !line?.matches(".l:not(.open)")) return false;
  const [a, b] = [look(last), look(line)];
  if (a.server !== b.server || a.text !== b.text) return false;
  const times = a.times ?? document.createElement("span");
  [times.className, times.title, times.dataset.n, times.dataset.since] = ["rep", "repeated line", a.n + b.n, a.since];
  a.message.append(times);
  const now = b.time.firstElementChild.textContent;
  a.time.firstElementChild.textContent = now;
  a.time.lastChild.textContent = b.time.lastChild.textContent;
  times.textContent = `×${a.n + b.n}${now === a.since ? "" : ` since ${a.since}`}`;
  return true;
}
