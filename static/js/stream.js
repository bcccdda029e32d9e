// One event stream for all pages of a browser, which allows only six connections to a host. It runs in a shared worker,
// or in the page where there is none. Pages say what they need; what comes is passed on to the page that it is for.

const root = new URL("../../", import.meta.url).pathname; // of the manager: a proxy may serve it below a path
const shortest = 300, longest = 3000; // ms until the next try
const silence = 22000; // ms without a byte, after which the manager counts as gone: it sends a beat each 10 s

// Hub owns the stream. A page has its part of the address, and the function that gets {up}, {down, status} or
// {event, data}.
export class Hub {
  #pages = new Map(); // by id
  #number = 0;
  #wait = shortest;
  #soon = 0;
  #stop = null; // ends the current connection
  #watch = 0; // ends it when nothing comes

  // join adds a page, and returns its id.
  join(send) {
    const id = String(++this.#number);
    this.#pages.set(id, { send, query: "", needs: "", live: "", cursor: "", drawn: null });
    return id;
  }

  // ask sets what a page asks for; "" is nothing. The parts in drawn look as they did when the page was drawn: the stream
  // leaves those out. What a connection brings is for the needs that the page had when it was made.
  ask(id, query, needs) {
    const page = this.#pages.get(id);
    if (!page) return;
    const q = new URLSearchParams(query);
    page.drawn = q.get("drawn");
    q.delete("drawn");
    if (page.query === q.toString() && page.needs === needs) return;
    page.needs = needs;
    const place = q.get("logs") + q.get("logs-after"); // a page that was drawn again continues where that says
    if (q.has("logs") && place !== page.place) [page.cursor, page.place] = ["", place];
    page.query = q.toString();
    this.#again(20);
  }

  leave(id) {
    if (this.#pages.delete(id)) this.#again(20);
  }

  #again(after) {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#connect(), after);
  }

  #tell(message) {
    for (const page of this.#pages.values()) page.send(message);
  }

  #address() {
    const all = new URLSearchParams();
    for (const [id, page] of this.#pages) {
      page.live = page.needs;
      if (page.query === "") continue;
      const q = new URLSearchParams(page.query);
      if (page.cursor && q.has("logs")) q.set("logs-after", page.cursor);
      if (page.drawn) q.set("drawn", page.drawn);
      all.append("page", `${id}:${q}`);
    }
    return all.has("page") ? `${root}stream?${all}` : "";
  }

  async #connect() {
    this.#stop?.abort();
    const address = this.#address();
    const stop = this.#stop = new AbortController();
    clearTimeout(this.#watch);
    if (!address) return;
    this.#alive();
    let status = 0;
    try {
      const answer = await fetch(address, { signal: stop.signal, headers: { Accept: "text/event-stream" } });
      status = answer.status;
      if (answer.ok) await this.#read(answer.body.getReader(), stop);
    } catch { /* the connection is lost */ }
    if (stop !== this.#stop) return; // another one has replaced it
    this.#tell({ down: true, status });
    this.#again(this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(this.#wait * 2, longest);
  }

  // alive waits for the next byte.
  #alive() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout((stop) => stop.abort(), silence, this.#stop);
  }

  async #read(reader, stop) {
    const decoder = new TextDecoder();
    let rest = "";
    this.#tell({ up: true });
    for (;;) {
      const { done, value } = await reader.read();
      if (done || stop !== this.#stop) return;
      this.#alive();
      this.#wait = shortest;
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) this.#take(block);
    }
  }

  // take passes an event on: its name begins with the id of the page that it is for.
  #take(block) {
    let id = "", name = "";
    const data = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
      else if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("id:")) id = line.slice(3).trim();
    }
    const at = name.indexOf(":");
    const page = this.#pages.get(name.slice(0, at));
    if (!page || at < 0 || page.live !== page.needs) return;
    const event = name.slice(at + 1), cursor = id.slice(id.indexOf(";") + 1);
    if (event === "log" && id.includes(";")) page.cursor = cursor;
    if (event === "" || event === "tab") page.drawn = null;
    page.send({ event, data: data.join("\n"), needs: page.live });
  }
}

if (typeof SharedWorkerGlobalScope !== "undefined" && globalThis instanceof SharedWorkerGlobalScope) {
  const hub = new Hub();
  addEventListener("connect", (e) => {
    const [port] = e.ports;
    const id = hub.join((message) => port.postMessage(message));
    port.onmessage = ({ data }) => {
      if ("ask" in data) hub.ask(id, data.ask, data.needs);
      // A page holds this lock while it lives: a crashed one doesn't say goodbye.
      if (data.lock) navigator.locks?.request(data.lock, () => hub.leave(id));
    };
  });
}
