package hosts

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Far is what the far end needs of its machine.
type Far struct {
	Connect func(ctx context.Context) (net.Conn, error) // to the manager, which it starts if necessary
	Beat    func() Beat
}

// silence is how long the near end may send nothing. It asks for a beat every 10 seconds.
const silence = time.Minute

// Serve answers on the streams of this process until the other end closes them, or is silent.
func Serve(in io.Reader, out io.Writer, far Far) error {
	l := newOnce(newStdio(in, out, func() error { return nil }))
	var last atomic.Int64
	last.Store(time.Now().UnixNano())
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+pathSocket, far.socket)
	mux.HandleFunc("GET "+pathBeat, func(w http.ResponseWriter, _ *http.Request) {
		last.Store(time.Now().UnixNano())
		_ = json.NewEncoder(w).Encode(far.Beat())
	})
	server := &http.Server{
		Handler: mux, Protocols: onlyHTTP2(), ErrorLog: log.New(io.Discard, "", 0),
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: mostStreams, MaxReceiveBufferPerStream: streamWindow,
			MaxReceiveBufferPerConnection: connectionWindow},
		ConnState: func(_ net.Conn, s http.ConnState) {
			if s == http.StateClosed || s == http.StateHijacked {
				l.Close()
			}
		},
	}
	go endSilent(l, &last)
	err := server.Serve(l)
	if errors.Is(err, net.ErrClosed) || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// endSilent ends a pipe whose other end sends no beats: it is frozen, or the link is cut without a word.
func endSilent(l *once, last *atomic.Int64) {
	for {
		quiet := time.Since(time.Unix(0, last.Load()))
		if quiet > silence {
			l.Close()
		}
		select {
		case <-l.over:
			return
		case <-time.After(silence - min(quiet, silence) + time.Second):
		}
	}
}

// socket copies between a stream and a connection to the manager.
func (f Far) socket(w http.ResponseWriter, r *http.Request) {
	c, err := f.Connect(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer c.Close()
	w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(w).Flush()
	go func() {
		_, err := io.Copy(c, r.Body)
		if half, ok := c.(interface{ CloseWrite() error }); ok && err == nil {
			_ = half.CloseWrite()
			return
		}
		_ = c.Close()
	}()
	_, _ = io.Copy(flushed{w, http.NewResponseController(w)}, c)
}

// flushed sends each write at once.
type flushed struct {
	http.ResponseWriter
	now *http.ResponseController
}

func (f flushed) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	return n, errors.Join(err, f.now.Flush())
}

// once is a listener with a single connection.
type once struct {
	conn chan net.Conn
	over chan struct{}
	end  sync.Once
	c    net.Conn
}

func newOnce(c net.Conn) *once {
	l := &once{conn: make(chan net.Conn, 1), over: make(chan struct{}), c: c}
	l.conn <- c
	return l
}

// Accept returns the connection, and then waits for its end.
func (l *once) Accept() (net.Conn, error) {
	select {
	case c := <-l.conn:
		return c, nil
	case <-l.over:
		return nil, net.ErrClosed
	}
}

// Close ends the connection.
func (l *once) Close() error {
	l.end.Do(func() { close(l.over) })
	return l.c.Close()
}

// Addr returns the address of the connection.
func (l *once) Addr() net.Addr { return l.c.LocalAddr() }
