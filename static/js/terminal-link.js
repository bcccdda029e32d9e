// The connection between a terminal and the manager: one WebSocket, made again whenever it is lost, which goes on at
// the byte where it was. Frames are described in app/web/socket.go.

const ackEvery = 64 * 1024; // bytes drawn between two acknowledgements
const paste = 8 * 1024; // characters of one order, below the manager's bound
const firstWait = 250, longestWait = 5000; // ms until the next try

// Link owns the socket. on has a function for each thing that can happen:
//   hello({from, first, end, live}, again), bytes(data, drawn), jump({to, lost}), caught(still), more(still),
//   over(still), look(), lost(): the connection is gone, and tried again.
// drawn is to be called when the bytes are on the screen; still tells whether the same connection is meant yet.
export class Link {
  #path; #on; #socket = null; #timer = 0; #wait = firstWait;
  #query = {}; // what to ask for at first; after that, what follows
  #at = -1; // offset of the next byte that will come; -1: nothing was said yet
  #drawn = 0; #acked = 0;
  #wanted = false;

  constructor(path, on) {
    this.#path = path;
    this.#on = on;
  }

  // show begins anew with a part of the run: {from, to}, or {} for its end.
  show(query) {
    this.#query = query;
    this.#at = -1;
    this.resume();
  }

  // resume goes on where it was.
  resume() {
    this.pause();
    this.#wanted = true;
    this.#open();
  }

  // pause lets go of the connection until resume.
  pause() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#drop();
  }

  // drawn is the offset up to which all is on the screen.
  get drawn() { return this.#drawn; }

  // draw notes what is on the screen. What another connection had sent is of no interest to this one.
  #draw(offset, socket) {
    if (socket !== this.#socket) return;
    this.#drawn = offset;
    if (this.#drawn - this.#acked >= ackEvery || this.#drawn === this.#at) {
      this.#acked = this.#drawn;
      this.#send({ ack: this.#acked });
    }
  }

  // type sends what was typed, in pieces that are not cut within a character.
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
    this.#socket = null; // its last events are nobody's any more
    old?.close();
  }

  #open() {
    const query = new URLSearchParams(this.#at < 0 ? this.#query : { ...this.#rest(), after: this.#at });
    const socket = new WebSocket(`ws://${location.host}${this.#path}?${query}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = (e) => { if (socket === this.#socket) this.#take(e.data); };
    socket.onclose = () => { if (socket === this.#socket) this.#lost(); };
    this.#socket = socket;
  }

  // rest is what is left of a part when the connection was lost in it.
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
