// The connection between a terminal and the manager: one WebSocket, which reconnects whenever it is lost and continues
// at the byte where it was. app/web/streams describes the frames.

const ackEvery = 64 * 1024; // bytes drawn between two acknowledgements
const paste = 8 * 1024; // characters of one order, below the manager's bound
const firstWait = 250, longestWait = 5000; // ms until the next try

// Link owns the socket. on has a function for each thing that can happen:
//   hello({from, first, end, live}, again), bytes(data, drawn), jump({to, lost}), caught(still), more(still),
//   over(still), look(), lost(): the connection is gone, and tried again.
// Call drawn once the bytes are on the screen; still() is whether the connection is still the same.
export class Link {
  #path; #on; #socket = null; #timer = 0; #wait = firstWait;
  #query = {}; // what to request at first; after that, what follows
  #at = -1; // offset of the next byte; -1: not known yet
  #drawn = 0; #acked = 0;
  #wanted = false;

  constructor(path, on) {
    this.#path = path;
    this.#on = on;
  }

  // show starts again with a part of the run: {from, to}, or {} for its end.
  show(query) {
    this.#query = query;
    this.#at = -1;
    this.resume();
  }

  // resume continues where it was.
  resume() {
    this.pause();
    this.#wanted = true;
    this.#open();
  }

  // pause closes the connection until resume.
  pause() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#drop();
  }

  // drawn is the offset up to which everything is on the screen.
  get drawn() { return this.#drawn; }

  // draw notes what is on the screen, unless an earlier connection sent it.
  #draw(offset, socket) {
    if (socket !== this.#socket) return;
    this.#drawn = offset;
    if (this.#drawn - this.#acked >= ackEvery || this.#drawn === this.#at) {
      this.#acked = this.#drawn;
      this.#send({ ack: this.#acked });
    }
  }

  // type sends typed text, in pieces that do not split a character.
  type(text) {
    const all = Array.from(text);
    for (let i = 0; i < all.length; i += paste) this.#send({ in: all.slice(i, i + paste).join("") });
  }

  typeBytes(binary) { this.#send({ bytes: btoa(binary) }); }

  resize(columns, rows) { this.#send({ resize: [columns, rows] }); }

  #send(order) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null; // its last events are ignored
    old?.close();
  }

  #open() {
    const query = new URLSearchParams(this.#at < 0 ? this.#query : { ...this.#rest(), after: this.#at });
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.#path}?${query}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (e) => { if (socket === this.#socket) this.#take(e.data); };
    socket.onclose = () => { if (socket === this.#socket) this.#lost(); };
    this.#socket = socket;
  }

  // rest is the remainder of a part whose connection was lost.
  #rest() { return this.#query.to === undefined ? {} : { to: this.#query.to }; }

  #lost() {
    this.#socket = null;
    this.#on.lost();
    if (!this.#wanted) return;
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(this.#wait * 2, longestWait);
  }

  #take(data) {
    if (data instanceof ArrayBuffer) {
      const socket = this.#socket;
      const offset = this.#at += data.byteLength;
      this.#on.bytes(new Uint8Array(data), () => this.#draw(offset, socket));
      return;
    }
    const said = JSON.parse(data);
    if (said.hello) this.#begin(said.hello);
    else if (said.at) this.#jump(said.at);
    else if (said.look) this.#on.look();
    else {
      const socket = this.#socket;
      for (const what of ["caught", "more", "over"]) if (said[what]) this.#on[what](() => socket === this.#socket);
    }
  }

  #begin(hello) {
    this.#wait = firstWait;
    const again = this.#at >= 0;
    this.#at = this.#drawn = this.#acked = hello.from;
    this.#on.hello(hello, again);
  }

  #jump(at) {
    this.#at = at.to;
    this.#on.jump(at);
  }
}
