// Package streams sends what runs print to browsers, command lines and agents. It serves the page of logs: lines of
// several servers merged by time, and what follows. And it connects terminals: one WebSocket per terminal in a browser,
// and requests that type, resize or send a signal. It owns the open sockets, and tracks who is typing into what.
//
// Binary frames carry the run's bytes as it printed them, from an offset that the server names first (hello), so that a
// browser that reconnects continues where it was, with any manager. Text frames carry JSON about them: frame to the
// browser, order from it.
//
// The browser acknowledges the bytes it has drawn, and never gets more than window beyond them: the queue in the page
// is bounded, and a page that does not draw costs nothing but its connection.
package streams
