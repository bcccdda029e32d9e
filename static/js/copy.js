// Small buttons: [data-copy] copies its text, [data-copy-link] an address as others can open it, [data-copy-lines] what is
// selected or else shown of the logs, [data-copy-from] what an address answers. [data-done] is said once the request of a
// button went well that changes nothing on the page, such as one that opens an editor.

function logLines() {
  const panes = document.getElementById("log-panes"), chosen = getSelection();
  if (!chosen.isCollapsed && panes.contains(chosen.anchorNode)) return `${chosen}\n`;
  const all = [...panes.querySelectorAll(".log-lines .l:not(.headline)")];
  return `${all.map((l) => l.textContent.replace(/\s*\n\s*/g, " ").trim()).join("\n")}\n`;
}

async function copied({ dataset }) {
  const write = (text) => navigator.clipboard.writeText(text);
  if ("copy" in dataset) return write(dataset.copy);
  if ("copyLink" in dataset) return write(new URL(dataset.copyLink, location.href).href);
  if ("copyLines" in dataset) return write(logLines());
  // The clipboard takes a promise, so that the click still counts when the answer comes.
  const text = fetch(dataset.copyFrom, { headers: { "HX-Request": "true" } }).then(async (answer) => {
    if (!answer.ok) throw new Error(answer.statusText);
    return new Blob([await answer.text()], { type: "text/plain" });
  });
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
}

// say shows a word in place of a button's own for a moment, and tells screen readers.
function say(button, word) {
  if (button.dataset.said !== undefined) return;
  const label = button.querySelector("[data-word]") ?? (button.childElementCount === 0 ? button : null);
  const before = label?.textContent;
  button.dataset.said = word;
  if (label) label.textContent = word;
  document.getElementById("announce")?.replaceChildren(word);
  setTimeout(() => {
    if (label) label.textContent = before;
    delete button.dataset.said;
  }, 1500);
}

document.addEventListener("click", async (e) => {
  const button = e.target instanceof Element ? e.target.closest("[data-copy], [data-copy-link], [data-copy-lines], [data-copy-from]") : null;
  if (!button) return;
  e.preventDefault();
  button.closest("details.menu")?.removeAttribute("open");
  try {
    await copied(button);
    say(button, "Copied");
  } catch {
    say(button, "Not allowed");
  }
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const word = ctx.sourceElement.dataset.done;
  if (word && ctx.response.status < 400) say(ctx.sourceElement, word);
});
