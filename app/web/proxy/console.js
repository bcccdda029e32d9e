// Reports what this page's console says to devservers, as browser_logs in devservers.yml asks for.
(() => {
  const send0 = window.fetch?.bind(window);
  if (!send0 || window.__devservers) return;
  Object.defineProperty(window, "__devservers", { value: true });
  const here = "/.devservers/console", most = 50, mapWait = 10_000, maps = new Map(), unsent = new Set();
  let queue = [], timer = 0;

  async function flush() {
    const list = taken();
    await Promise.race([Promise.all(list.map(resolve)), new Promise((done) => setTimeout(done, mapWait))]);
    send(list);
  }

  function taken() {
    const list = queue;
    clearTimeout(timer);
    queue = [];
    timer = 0;
    if (list.length) unsent.add(list);
    return list;
  }

  // send sends reports, once: a page that goes away doesn't wait for their maps.
  function send(list) {
    if (!unsent.delete(list)) return;
    send0(here, { method: "POST", body: JSON.stringify(list), headers: { "Content-Type": "application/json" }, keepalive: true }).catch(() => {});
  }

  function report(level, text, stack) {
    if (queue.length >= most) return;
    queue.push({ level, text: String(text).slice(0, 4000), frames: frames(stack), page: location.href });
    timer ||= setTimeout(flush, 50);
  }

  // frames reads the stacks of Chromium ("at f (url:1:2)") and of Firefox and Safari ("f@url:1:2").
  function frames(stack) {
    const list = [];
    for (const line of String(stack || "").split("\n")) {
      const m = /^\s*(?:at )?(?:async )?(.*?)[ (@]*((?:https?|file):[^\s()]+):(\d+):(\d+)\)?\s*$/.exec(line);
      if (m && !m[2].includes("/.devservers/")) list.push({ name: m[1], url: m[2], line: +m[3], column: +m[4] });
      if (list.length === 8) break;
    }
    return list;
  }

  async function resolve(report) {
    for (const f of report.frames) {
      try {
        const found = locate(await mapOf(f.url), f.line, f.column);
        if (found) Object.assign(f, found);
      } catch {
        // without a map the place in the script is reported
      }
    }
  }

  function mapOf(url) {
    if (new URL(url).origin !== location.origin) return null;
    if (!maps.has(url)) maps.set(url, load(url));
    return maps.get(url);
  }

  async function load(url) {
    const text = await (await send0(url)).text();
    const link = [...text.matchAll(/\/[/*][#@] sourceMappingURL=([^\s*]+)/g)].pop()?.[1];
    if (!link) return null;
    const data = /^data:[^,]*;base64,(.*)$/.exec(link);
    const bytes = data && Uint8Array.from(atob(data[1]), (c) => c.charCodeAt(0));
    const map = data ? JSON.parse(new TextDecoder().decode(bytes)) : await (await send0(new URL(link, url))).json();
    return { ...map, base: data ? url : new URL(link, url).href };
  }

  // locate decodes the mappings (base 64 VLQ) up to a place in the script, and returns the place in the source.
  function locate(map, line, column) {
    if (!map?.mappings) return null;
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let source = 0, row = 0, found = null;
    for (const [n, part] of map.mappings.split(";").slice(0, line).entries()) {
      let at = 0;
      for (const segment of part ? part.split(",") : []) {
        const values = [];
        let value = 0, shift = 0;
        for (const c of segment) {
          const digit = digits.indexOf(c);
          value |= (digit & 31) << shift;
          shift += 5;
          if (digit & 32) continue;
          values.push(value & 1 ? -(value >> 1) : value >> 1);
          value = shift = 0;
        }
        at += values[0];
        if (values.length < 4) continue;
        source += values[1];
        row += values[2];
        if (n === line - 1 && (at < column || !found)) found = { source, row };
      }
    }
    const name = found && map.sources[found.source];
    return name ? { url: new URL((map.sourceRoot || "") + name, map.base).href, line: found.row + 1, column: 0 } : null;
  }

  const show = (v) => {
    if (v instanceof Error) return v.name + ": " + v.message;
    if (typeof v !== "object" || v === null) return String(v);
    try {
      return JSON.stringify(v).slice(0, 500);
    } catch {
      return String(v);
    }
  };
  // words joins arguments of console.error as the console does, with %s and its like replaced.
  const words = (args) => {
    if (typeof args[0] !== "string") return args.map(show).join(" ");
    const rest = args.slice(1);
    const text = args[0].replace(/%[sdifoOc]/g, (m) => (rest.length === 0 ? m : m === "%c" ? (rest.shift(), "") : show(rest.shift())));
    return [text, ...rest.map(show)].join(" ");
  };
  for (const [name, level] of [["error", "error"], ["warn", "warning"]]) {
    const original = console[name];
    console[name] = function (...args) {
      original.apply(this, args);
      report(level, words(args), (args.find((a) => a instanceof Error) || new Error()).stack);
    };
  }
  addEventListener("error", (e) => {
    if (e.target instanceof Element) report("error", "failed to load " + (e.target.src || e.target.href));
    else report("error", "Uncaught " + (e.error instanceof Error ? show(e.error) : e.message), e.error?.stack || `at ${e.filename}:${e.lineno}:${e.colno}`);
  }, true);
  addEventListener("unhandledrejection", (e) => report("error", "Unhandled rejection: " + show(e.reason), e.reason?.stack));
  addEventListener("load", () => setTimeout(() => report("load", performance.now()), 1000));
  addEventListener("pagehide", () => {
    taken();
    unsent.forEach(send);
  });

  window.fetch = async function (input, init) {
    const what = `${init?.method || input?.method || "GET"} ${input?.url || input}`;
    try {
      const answer = await send0(input, init);
      if (answer.status >= 400) report("error", `${what} answered ${answer.status} ${answer.statusText}`);
      return answer;
    } catch (err) {
      if (err?.name !== "AbortError") report("error", `${what} failed: ${err?.message}`);
      throw err;
    }
  };
  const open = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    let aborted = false;
    this.addEventListener("abort", () => (aborted = true));
    this.addEventListener("loadend", () => {
      if (this.status >= 400 || (this.status === 0 && !aborted)) report("error", `${method} ${url} ` + (this.status ? `answered ${this.status} ${this.statusText}` : "failed"));
    });
    return open.call(this, method, url, ...rest);
  };
})();
