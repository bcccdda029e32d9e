// Repeats that come in different batches are folded here; those of one batch the server has folded (app.Fold).

// after is a line's text without the date and time that it begins with.
function after(text) {
  const rest = text.replace(/^[[\]0-9\-/:.,TZ+ ]+/, "");
  return text.slice(0, text.length - rest.length).split(":").length < 3 ? text : rest;
}

function look(line) {
  const [, server, message] = line.children;
  const times = message.querySelector(":scope > .times");
  const n = times ? Number(times.textContent.slice(1)) : 1;
  const text = times ? message.textContent.slice(0, -times.textContent.length) : message.textContent;
  return { server: server.textContent, text: after(text), n, message, times };
}

// fold counts line, which comes right after last, as one more of it if it says the same. It tells whether it did.
export function fold(last, line) {
  if (!last?.matches(".l:not(.open)") || !line?.matches(".l:not(.open)")) return false;
  const [a, b] = [look(last), look(line)];
  if (a.server !== b.server || a.text !== b.text || a.text === "") return false;
  let times = a.times;
  if (!times) {
    times = document.createElement("span");
    times.className = "times";
    times.title = "the same line again";
    a.message.append(times);
  }
  times.textContent = `×${a.n + b.n}`;
  return true;
}
