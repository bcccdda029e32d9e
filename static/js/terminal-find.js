// The find field of a terminal: marks the matches and counts them.

// wireFind connects a form ([data-find], with an input, two buttons and an output) to a terminal.
// part() is whether the terminal shows only a part of the run.
export function wireFind(form, term, search, part) {
  const field = form.querySelector("input");
  const count = form.querySelector("output");
  const whole = form.querySelector("[data-whole]");
  const style = getComputedStyle(form.closest(".terminal"));
  const token = (name) => style.getPropertyValue(`--term-${name}`).trim();
  const decorations = {
    matchBackground: token("hit"), matchOverviewRuler: token("hit"),
    activeMatchBackground: token("hit-here"), activeMatchColorOverviewRuler: token("hit-here"),
  };

  const find = (backwards, incremental) => {
    if (field.value === "") {
      search.clearDecorations();
      term.clearSelection();
      count.value = "";
      whole.hidden = true;
      return;
    }
    const options = { decorations, incremental };
    if (backwards) search.findPrevious(field.value, options);
    else search.findNext(field.value, options);
  };

  search.onDidChangeResults(({ resultIndex, resultCount }) => {
    if (field.value === "") return;
    whole.hidden = !part();
    whole.href = `${form.dataset.all}&${new URLSearchParams({ q: field.value })}`;
    if (resultCount === 0) count.value = part() ? "not in the part shown:" : "none";
    else count.value = resultIndex < 0 ? `${resultCount}+` : `${resultIndex + 1} of ${resultCount}`;
  });
  // The newest match matters most: the search goes upwards, as in a shell's history.
  field.addEventListener("input", () => find(true, true));
  form.addEventListener("submit", (e) => { e.preventDefault(); find(e.submitter?.value !== "next", false); });
  field.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      field.value = "";
      find(false, false);
      term.focus();
    }
    if (e.key === "Enter") {
      e.preventDefault();
      find(!e.shiftKey, false);
    }
  });
  return () => { field.focus(); field.select(); };
}
