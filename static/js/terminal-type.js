// Typing into a run. A terminal sends input on two occasions: when a person presses a key, and when a program queries it
// (its type, the cursor's position). Both are ignored until the person has selected the terminal, so that output which
// only looks like a query is never answered into the program's input.

// Typing is switched on by a click or Enter in the terminal, and off by Ctrl+], by leaving it, or by the run's end.
export class Typing {
  on = false;
  #term; #rules; #ready = false; #listening = []; #send = null;

  // rules: possible() is whether there is a run to type into; changed() is called when typing starts or stops.
  constructor(term, rules) {
    this.#term = term;
    this.#rules = rules;
    term.attachCustomKeyEventHandler((e) => this.#key(e));
    term.element.addEventListener("click", () => { if (!term.hasSelection()) this.start(); });
    term.textarea.addEventListener("blur", () => { if (document.hasFocus()) this.stop(); });
  }

  // to sets where typed text and bytes go: {type, typeBytes}.
  to(link) { this.#send = link; }

  // ready sets whether all old output is drawn; input before that is dropped.
  ready(yes) { this.#ready = yes; }

  start() {
    this.#term.focus();
    if (this.on || !this.#ready || !this.#rules.possible()) return;
    this.on = true;
    this.#term.options.disableStdin = false;
    this.#term.options.cursorBlink = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#listening = [
      this.#term.onData((text) => { if (this.#ready) this.#send.type(text); }),
      this.#term.onBinary((bytes) => { if (this.#ready) this.#send.typeBytes(bytes); }),
    ];
    this.#rules.changed();
  }

  stop() {
    if (!this.on) return;
    this.on = false;
    for (const l of this.#listening) l.dispose();
    this.#term.options.disableStdin = true;
    this.#term.options.cursorBlink = false;
    this.#rules.changed();
  }

  // key decides about one key event: true leaves it to the terminal, false to the browser.
  #key(e) {
    if (!this.on) {
      if (e.type === "keydown" && e.key === "Enter" && !e.isComposing) {
        e.preventDefault();
        this.start();
      }
      return this.#scrolls(e);
    }
    if (e.type === "keydown" && e.ctrlKey && e.key === "]") {
      e.preventDefault();
      this.stop();
      return false;
    }
    return !this.#copies(e);
  }

  // scrolls: these keys scroll a terminal that is only read, like a page.
  #scrolls(e) {
    const move = { PageUp: -this.#term.rows + 1, PageDown: this.#term.rows - 1, ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (e.type !== "keydown" || e.ctrlKey || e.altKey || e.metaKey) return false;
    if (e.key === "Home") this.#term.scrollToTop();
    else if (e.key === "End") this.#term.scrollToBottom();
    else if (move !== undefined) this.#term.scrollLines(move);
    else return false;
    e.preventDefault();
    return false;
  }

  // copies: Ctrl+C is a copy when something is selected, and the interrupt otherwise.
  #copies(e) {
    const wanted = e.key.toLowerCase() === "c" && (e.metaKey || (e.ctrlKey && (e.shiftKey || this.#term.hasSelection())));
    if (!wanted || e.type !== "keydown") return wanted;
    e.preventDefault();
    navigator.clipboard.writeText(this.#term.getSelection()).then(() => this.#term.clearSelection(), () => {});
    return true;
  }
}
