// Small buttons: [data-copy] copies its text, [data-copy-from] what an address answers. [data-done] is said once the
// request of a button went well that changes nothing on the page, such as one that opens an editor.

async function copied(button) {
  if ("copy" in button.dataset) return navigator.clipboard.writeText(button.dataset.copy);
  // The clipboard takes a promise, so that the click still counts when the answer comes.
  const text = fetch(button.dataset.copyFrom, { headers: { "HX-Request": "true" } }).then(async (answer) => {
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
  const button = e.target instanceof Element ? e.target.closest("[data-copy], [data-copy-from]") : null;
  if (!button) return;
  e.preventDefault();
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
