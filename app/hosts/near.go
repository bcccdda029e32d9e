package hosts

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// AnswerLimit is how long the far end may take for a beat, or to connect to its manager: then it is silent. A command
// has failed before 5 seconds are over.
const AnswerLimit = 4 * time.Second

// ErrSilent is the error of a far end that takes longer than AnswerLimit.
var ErrSilent = errors.New("no answer within 4s")

// Pipe is the near end of a pipe: many connections to one manager.
type Pipe struct {
	Hello
	conn   net.Conn
	http   *http.ClientConn
	over   context.Context // ends with the pipe
	cancel context.CancelCauseFunc
	pid    int          // of the command
	why    func() error // why the command has ended
}

// open makes a pipe of a connection whose Hello has been read.
func open(conn net.Conn, hello Hello, pid int, why func() error) (*Pipe, error) {
	p := &Pipe{Hello: hello, conn: conn, pid: pid, why: why}
	p.over, p.cancel = context.WithCancelCause(context.Background())
	transport := &http.Transport{
		Protocols:          onlyHTTP2(),
		DisableCompression: true,
		DialContext:        func(context.Context, string, string) (net.Conn, error) { return conn, nil },
		HTTP2: &http.HTTP2Config{MaxReceiveBufferPerConnection: connectionWindow,
			WriteByteTimeout: 3 * AnswerLimit},
	}
	var err error
	if p.http, err = transport.NewClientConn(p.over, "http", "manager:80"); err != nil {
		_ = conn.Close()
		return nil, err
	}
	p.http.SetStateHook(func(c *http.ClientConn) {
		if err := c.Err(); err != nil {
			p.cancel(err)
		}
	})
	return p, nil
}

// Done is closed when the pipe has ended.
func (p *Pipe) Done() <-chan struct{} { return p.over.Done() }

// Err returns why the pipe has ended.
func (p *Pipe) Err() error {
	if p.over.Err() == nil {
		return nil
	}
	if why := p.why(); why != nil {
		return why
	}
	return context.Cause(p.over)
}

// Close ends the pipe, its connections and its command.
func (p *Pipe) Close(why error) {
	p.cancel(why)
	_ = p.conn.Close()
	_ = p.http.Close()
}

// Beat asks for a sign of life, and returns how long it took.
func (p *Pipe) Beat(ctx context.Context) (b Beat, took time.Duration, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, AnswerLimit, ErrSilent)
	defer cancel()
	began := time.Now()
	r := &http.Request{Method: http.MethodGet, URL: at(pathBeat), Header: http.Header{}}
	res, err := p.http.RoundTrip(r.WithContext(ctx))
	if err == nil {
		defer res.Body.Close()
		err = json.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&b)
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return b, time.Since(began), err
}

func at(path string) *url.URL { return &url.URL{Scheme: "http", Host: "manager", Path: path} }

// Dial returns a connection to the manager's socket. What is written goes out before the far end has answered, so that
// a connection costs no round trip of its own.
func (p *Pipe) Dial() net.Conn {
	ctx, cancel := context.WithCancelCause(p.over)
	r, w := io.Pipe()
	s := &stream{out: w, cancel: cancel, answered: make(chan struct{})}
	late := time.AfterFunc(AnswerLimit, func() { cancel(ErrSilent) })
	go func() {
		defer close(s.answered)
		open := &http.Request{Method: http.MethodPost, URL: at(pathSocket), Body: r, Header: http.Header{}, ContentLength: -1}
		res, err := p.http.RoundTrip(open.WithContext(ctx))
		late.Stop()
		if s.in, s.err = socketBody(res, err); s.err != nil {
			if ctx.Err() != nil {
				s.err = context.Cause(ctx)
			}
			_ = r.CloseWithError(s.err)
		}
	}()
	return s
}

func socketBody(res *http.Response, err error) (io.ReadCloser, error) {
	if err != nil || res.StatusCode == http.StatusOK {
		if err != nil {
			return nil, err
		}
		return res.Body, nil
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(res.Body, 4<<10))
	return nil, errors.New(string(text))
}

// stream is a connection through a pipe.
type stream struct {
	stdioAddress
	out      *io.PipeWriter
	cancel   context.CancelCauseFunc
	answered chan struct{}
	in       io.ReadCloser // with err, set when answered is closed
	err      error
}

// Read waits for the far end's answer first.
func (s *stream) Read(p []byte) (int, error) {
	<-s.answered
	if s.err != nil {
		return 0, s.err
	}
	return s.in.Read(p)
}

// Write sends before the far end has answered.
func (s *stream) Write(p []byte) (int, error) { return s.out.Write(p) }

// CloseWrite ends what this end sends.
func (s *stream) CloseWrite() error { return s.out.Close() }

// Close ends both directions.
func (s *stream) Close() error {
	err := s.out.Close()
	s.cancel(net.ErrClosed)
	return err
}
