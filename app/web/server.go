// Package web is the HTTP surface of the manager: it takes a request apart, asks package app, and answers. What
// guards it stands in guard.go, what it answers to in routes.go.
package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/edits"
	"devservers/app/history"
	"devservers/app/logs"
	"devservers/app/wait"
	"devservers/static"
)

// Options are what a Server needs besides the supervisor.
type Options struct {
	Logs     *logs.Logs     // reads what servers have printed
	Wait     *wait.Waiter   // waits for servers
	Edits    *edits.Edits   // errors and verdicts
	Token    string         // the bearer token, at least 256 bits in any printable form
	Version  string         // shown on pages
	Port     int            // that browsers use; 0: the port of the first listener given to Serve
	Log      *slog.Logger   // nil: nothing is logged
	Sessions string         // file in which sessions outlive the manager; "": they end with it
	History  *history.Store // who did what; nil: nothing to show
	MCP      http.Handler   // answers agents at /mcp and /mcp/p/:id; nil: nobody does
	Access   *access.Store  // grants and named tokens for /mcp; nil: there are none, and no client can ask for one
	Shutdown func(keepServers bool)
	// Shutdown is called, after the answer has gone out, when somebody asks for the manager's end. It must not block.
}

// The limits of one connection and one request.
const (
	headerTimeout = 5 * time.Second
	bodyTimeout   = 15 * time.Second
	idleTimeout   = 60 * time.Second
	writeTimeout  = 10 * time.Second // of one write: a peer that takes longer is gone
	maxHeader     = 32 << 10
	maxBody       = 1 << 20
)

// Server answers HTTP. It owns its connections, streams and sessions, and nothing else.
type Server struct {
	sup      *app.Supervisor
	reader   *logs.Logs
	waiter   *wait.Waiter
	edits    *edits.Edits
	o        Options
	log      *slog.Logger
	http     *http.Server
	base     context.Context // of every request; its end ends the streams
	cancel   context.CancelFunc
	port     atomic.Int64
	faults   atomic.Int64 // internal errors so far
	sessions *sessions
	waiting  waiting    // for a browser to sign in
	wrong    wrongCount // of tokens at /mcp and /oauth
	// background are the operations that buttons have asked for; they end with base.
	background sync.WaitGroup
	typing     *typing
	etags      func() map[string]string // of static files
	write      time.Duration
	sockets    sync.WaitGroup // of terminals: their connections are not the http.Server's any more
	epoch      string         // of event ids: another one each start
}

// New makes a server; Serve starts it.
func New(sup *app.Supervisor, o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{sup: sup, reader: o.Logs, waiter: o.Wait, edits: o.Edits, o: o, log: o.Log, write: writeTimeout, epoch: random(4)}
	s.port.Store(int64(o.Port))
	s.sessions, s.typing = newSessions(time.Now, o.Sessions), newTyping(time.Now)
	s.etags = sync.OnceValue(func() map[string]string { return etagsOf(static.Files) })
	s.base, s.cancel = context.WithCancel(context.Background())
	s.http = &http.Server{
		Handler:                      s.Handler(),
		ReadHeaderTimeout:            headerTimeout,
		IdleTimeout:                  idleTimeout,
		MaxHeaderBytes:               maxHeader,
		DisableGeneralOptionsHandler: true, // OPTIONS * goes through the guards like everything else
		ErrorLog:                     slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		BaseContext:                  func(net.Listener) context.Context { return s.base },
		ConnContext:                  withPeer,
	}
	return s
}

// Handler is everything that the server does, guards included.
func (s *Server) Handler() http.Handler { return s.guarded(s.routes()) }

// Serve answers on all listeners until Close; then it returns nil.
func (s *Server) Serve(listeners ...net.Listener) error {
	if len(listeners) == 0 {
		return errors.New("cannot serve: no listener")
	}
	if tcp, ok := listeners[0].Addr().(*net.TCPAddr); ok {
		s.port.CompareAndSwap(0, int64(tcp.Port))
	}
	failed := make(chan error, len(listeners))
	var all sync.WaitGroup
	for _, l := range listeners {
		all.Go(func() { failed <- s.http.Serve(l) })
	}
	err := <-failed
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	} else {
		_ = s.http.Close() // one address is lost: let the caller decide, with none half open
	}
	all.Wait()
	return err
}

// Close ends the streams, waits for the other requests until ctx ends, and lets go of the listeners.
func (s *Server) Close(ctx context.Context) error {
	s.cancel()
	defer s.background.Wait()
	defer s.sockets.Wait() // each write has a deadline
	if err := s.http.Shutdown(ctx); err != nil {
		return errors.Join(err, s.http.Close())
	}
	return nil
}

// Faults is how many requests failed by a fault of ours since the start.
func (s *Server) Faults() int64 { return s.faults.Load() }
