// The terminal on the page: xterm.js with our colors, links that only lead to the web, and a search. It does not know
// where the bytes come from.
import { Terminal } from "../vendor/xterm-6.0.0.mjs";
import { FitAddon } from "../vendor/xterm-addon-fit-0.11.0.mjs";
import { SearchAddon } from "../vendor/xterm-addon-search-0.16.0.mjs";
import { UnicodeGraphemesAddon } from "../vendor/xterm-addon-unicode-graphemes-0.4.0.mjs";
import { WebLinksAddon } from "../vendor/xterm-addon-web-links-0.12.0.mjs";

const colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const scrollback = 20000; // lines; about 30 MB at 120 columns

// allowStyles makes xterm.js work with the page's policy, which allows no inline style: its style elements get the
// page's nonce, and a style attribute (24-bit colors, raised contrast) is set as a property instead.
function allowStyles() {
  const nonce = document.querySelector("script[nonce]")?.nonce;
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (name, ...rest) {
    const element = create.call(this, name, ...rest);
    if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  HTMLSpanElement.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}

// theme reads the tokens of terminal.css.
function theme(pane) {
  const style = getComputedStyle(pane);
  const token = (name) => style.getPropertyValue(`--term-${name}`).trim();
  const found = {
    background: token("back"), foreground: token("text"), cursor: token("cursor"), cursorAccent: token("back"),
    selectionBackground: token("selection"), selectionInactiveBackground: token("selection"),
  };
  for (const c of colors) {
    found[c] = token(c);
    found[`bright${c[0].toUpperCase()}${c.slice(1)}`] = token(`bright-${c}`);
  }
  return found;
}

// visit opens a web address that a program printed. Its page learns nothing about this one.
function visit(event, address) {
  if (/^https?:\/\//i.test(address)) window.open(address, "_blank", "noopener,noreferrer");
}

// makeView puts a terminal into pane. hint(text) gets the address under the pointer, or "": the text of an OSC 8 link
// can be anything.
export function makeView(pane, hint) {
  allowStyles();
  const style = getComputedStyle(pane);
  const term = new Terminal({
    allowProposedApi: true, // marks of what was found
    cursorInactiveStyle: "none",
    disableStdin: true,
    fontFamily: style.fontFamily,
    fontSize: parseFloat(style.fontSize),
    lineHeight: 1.2,
    linkHandler: { activate: visit, hover: (_, address) => hint(address), leave: () => hint("") },
    minimumContrastRatio: 4.5,
    scrollback,
    theme: theme(pane),
    windowOptions: {}, // a program can neither move nor ask about a window
  });
  const fit = new FitAddon();
  const search = new SearchAddon({ highlightLimit: 1000 });
  term.loadAddon(fit);
  term.loadAddon(search);
  term.loadAddon(new WebLinksAddon(visit, { hover: (_, address) => hint(address), leave: () => hint("") }));
  term.loadAddon(new UnicodeGraphemesAddon()); // emoji are two columns wide, also those made of several characters
  term.unicode.activeVersion = "15-graphemes";
  term.open(pane);
  fit.fit();
  const fitted = () => fit.proposeDimensions()?.cols ?? term.cols;
  return { term, search, fitted, fit: () => { if (pane.clientWidth > 0) fit.fit(); } };
}

// textOf returns the selected text, or else the visible lines.
export function textOf(term) {
  if (term.hasSelection()) return term.getSelection();
  const buffer = term.buffer.active;
  const lines = [];
  for (let y = buffer.viewportY; y < buffer.viewportY + term.rows; y++) {
    const line = buffer.getLine(y);
    const text = line?.translateToString(true) ?? "";
    if (line?.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines.join("\n").trimEnd();
}
