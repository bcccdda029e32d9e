// Repeats that come in different batches are folded here; those of one batch the server has folded (app.Fold).

// after is a line's text without a date and time at its start.
function after(text) {
  const rest = text.replace(/^[[\]0-9\-/:.,TZ+ ]+/, "");
  return text.slice(0, text.length - rest.length).split(":").length < 3 ? text : rest;
}

function look(line) {
  const [, server, message] = line.children;
  const times = message.querySelector(":scope > .rep");
  const n = times ? Number(times.textContent.slice(1)) : 1;
  const text = times ? message.textContent.slice(0, -times.textContent.length) : message.textContent;
  return { server: server.textContent, text: after(text), n, message, times };
}

// fold counts line, which follows last, as a repeat if it says the same, and returns whether it does.
export function fold(last, line) {
  if (!last?.matches(".l:not(.open)") || !line?.matches(".l:not(.open)")) return false;
  const [a, b] = [look(last), look(line)];
  if (a.server !== b.server || a.text !== b.text || a.text === "") return false;
  let times = a.times;
  if (!times) {
    times = document.createElement("span");
    times.className = "rep";
    times.title = "repeated line";
    a.message.append(times);
  }
  times.textContent = `×${a.n + b.n}`;
  return true;
}
