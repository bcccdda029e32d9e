package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/coder/websocket"

	"devservers/app"
)

// A terminal in a browser has one WebSocket. Binary frames carry the run's bytes as it printed them, from an offset
// that the server names first (hello), so that a browser that comes again goes on where it was, whichever manager it
// meets; text frames carry what is said about them, as JSON: frame from here, order from there.
//
// The browser says which bytes it has drawn (ack), and never gets more than socketWindow beyond them: the queue in
// the page is bounded, and a page that does not draw costs nothing but its connection.

// frame is what the server tells a terminal. Exactly one part is set.
type frame struct {
	Hello  *hello `json:"hello,omitempty"`
	At     *jump  `json:"at,omitempty"`
	Caught bool   `json:"caught,omitempty"` // all that there was has been sent; what comes now is live
	More   bool   `json:"more,omitempty"`   // the part that was asked for is sent, the run has more
	Over   bool   `json:"over,omitempty"`   // the run has ended, and all is sent
	Look   bool   `json:"look,omitempty"`   // the states of servers have changed: ask for them
}

// hello is the first frame.
type hello struct {
	From  int64 `json:"from"`  // offset of the first byte that will be sent
	First int64 `json:"first"` // offset of the first byte that is kept
	End   int64 `json:"end"`   // offset of the next byte that the run will print
	Live  bool  `json:"live"`  // the run lives: input is possible
}

// jump says that the next byte's offset is To, and that Lost bytes before it are not sent: dropped by the cap, or
// left out because the browser had fallen behind.
type jump struct {
	To   int64 `json:"to"`
	Lost int64 `json:"lost"`
}

// socket is one terminal's connection. It owns the connection and the log.
type socket struct {
	s     *Server
	r     *http.Request
	ask   socketRequest
	conn  *websocket.Conn
	log   *app.Log
	ref   app.Ref
	acked chan int64 // the last offset that was drawn; room for one
}

// terminalSocket shows one run in a browser's terminal until the browser leaves or the manager ends.
func (s *Server) terminalSocket(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	ask, err := readSocketRequest(r)
	if err != nil {
		return err
	}
	if r.Header.Get("Upgrade") == "" {
		return fail(app.CodeInvalid, "open it as a WebSocket", "this address is for terminals only")
	}
	log, err := s.sup.OpenLog(ref, r.PathValue("run"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.sockets.Add(1) // while the server still counts the connection: it does not wait for those that were taken over
	defer s.sockets.Done()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return gone(err) // the library has answered
	}
	conn.SetReadLimit(maxOrder)
	return gone((&socket{s: s, r: r, ask: ask, conn: conn, log: log, ref: ref, acked: make(chan int64, 1)}).serve(r.Context()))
}

// serve runs the connection's three jobs until one of them ends: what is printed, what the browser says, and the
// servers' states. The end of the context closes the connection, which ends the others.
func (c *socket) serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 3)
	for _, job := range []func(context.Context) error{c.print, c.obey, c.watch} {
		go func() { ended <- job(ctx) }()
	}
	err := <-ended
	cancel()
	if c.s.base.Err() != nil {
		_ = c.conn.Close(websocket.StatusGoingAway, "the manager stops")
	}
	_ = c.conn.CloseNow()
	return errors.Join(err, <-ended, <-ended)
}
