package streams

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/wire"
)

// Sockets answers requests about terminals.
type Sockets struct {
	sup      *supervisor.Supervisor
	history  *history.Store
	stopping context.Context // ends when the manager stops
	write    time.Duration   // the deadline of one frame
	typing   *typing
	sizes    *sizes
	open     sync.WaitGroup // sockets: their connections have left the http.Server
}

// NewSockets returns a server whose sockets close when stopping ends. A frame that a browser does not take within write
// closes its socket.
func NewSockets(stopping context.Context, sup *supervisor.Supervisor, h *history.Store, write time.Duration) *Sockets {
	return &Sockets{sup: sup, history: h, stopping: stopping, write: write, typing: newTyping(time.Now),
		sizes: &sizes{of: map[string][]int{}}}
}

// Wait returns when all sockets are closed. Each write has a deadline.
func (s *Sockets) Wait() { s.open.Wait() }

// socketFrame is a text frame to the browser. Exactly one part is set.
type socketFrame struct {
	Hello  *hello `json:"hello,omitempty"`
	At     *jump  `json:"at,omitempty"`
	Caught bool   `json:"caught,omitempty"` // everything printed so far has been sent; what follows is live
	More   bool   `json:"more,omitempty"`   // the requested part has been sent; the run has more
	Over   bool   `json:"over,omitempty"`   // the run has ended, and everything has been sent
	Look   bool   `json:"look,omitempty"`   // the states of servers have changed: fetch them
}

// hello is the first frame.
type hello struct {
	From  int64 `json:"from"`           // offset of the first byte that will be sent
	First int64 `json:"first"`          // offset of the first byte that is stored
	End   int64 `json:"end"`            // offset of the next byte that the run will print
	Live  bool  `json:"live"`           // the run lives: it takes input
	Size  []int `json:"size,omitempty"` // columns and rows that the person who types has set; nil = nobody has
}

// jump states that the next byte's offset is To, and that Lost bytes before it are not sent: dropped by the size limit,
// or skipped because the browser had fallen behind.
type jump struct {
	To   int64 `json:"to"`
	Lost int64 `json:"lost"`
}

// socket is one terminal's connection. It owns the connection and the log.
type socket struct {
	*Sockets
	r     *http.Request
	ask   wanted
	conn  *websocket.Conn
	log   *history.Log
	ref   app.Ref
	acked chan int64 // the last offset that was drawn; room for one
}

// Socket shows one run, the path's "run", in a browser's terminal until the browser leaves or the manager stops.
func (s *Sockets) Socket(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	ask, err := readRequest(r)
	if err != nil {
		return err
	}
	if r.Header.Get("Upgrade") == "" {
		return app.Failf(app.CodeInvalid, "open it as a WebSocket", "this address is for terminals only")
	}
	log, err := s.sup.OpenLog(ref, r.PathValue("run"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.open.Add(1) // while http.Server still counts the connection: it does not wait for the ones that have left it
	defer s.open.Done()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return wire.Gone(err) // the library has answered
	}
	conn.SetReadLimit(maxOrder)
	return wire.Gone((&socket{Sockets: s, r: r, ask: ask, conn: conn, log: log, ref: ref,
		acked: make(chan int64, 1)}).serve(r.Context()))
}

// serve runs the connection's three jobs until one of them ends: sending what the run prints, obeying the browser, and
// watching the servers' states. The end of the context closes the connection, which ends the others.
func (c *socket) serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 3)
	for _, job := range []func(context.Context) error{c.print, c.obey, c.watch} {
		go func() { ended <- job(ctx) }()
	}
	err := <-ended
	if c.stopping.Err() != nil { // before the end of the context, at which a Read closes the connection without a word
		_ = c.conn.Close(websocket.StatusGoingAway, "the manager stops")
	}
	cancel()
	_ = c.conn.CloseNow()
	return errors.Join(err, <-ended, <-ended)
}
