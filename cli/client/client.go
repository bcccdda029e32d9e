package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// patience is how long the manager may take for an answer that waits for nothing.
const patience = 10 * time.Second

// Client sends requests to the manager. It is safe for concurrent use.
type Client struct {
	dirs home.Dirs
	http *http.Client

	mu     sync.Mutex
	status home.Status
}

// Request is one call of the API.
type Request struct {
	Method, Path string
	Query        url.Values
	Body         any           // sent as JSON; nil = an empty object for everything but GET
	Wait         time.Duration // how long the manager may take on top of patience
}

// New returns a client of the manager that st describes. It looks up no names: the manager listens on 127.0.0.1.
func New(dirs home.Dirs, st home.Status) *Client {
	c := &Client{dirs: dirs, status: st}
	transport := &http.Transport{DialContext: c.dial, MaxIdleConnsPerHost: 8}
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.http = &http.Client{Transport: transport, CheckRedirect: noRedirect}
	return c
}

// dial connects to the manager that the client talks to.
func (c *Client) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	return Dial(ctx, c.Manager())
}

// Dial connects to a manager: by its socket, which also answers in a network namespace of its own, or by its port.
func Dial(ctx context.Context, st home.Status) (net.Conn, error) {
	dialer := net.Dialer{Timeout: patience}
	if st.Socket != "" {
		if conn, err := dialer.DialContext(ctx, "unix", st.Socket); err == nil {
			return conn, nil
		}
	}
	at, err := url.Parse(st.URL)
	if err != nil {
		return nil, err
	}
	return dialer.DialContext(ctx, "tcp4", net.JoinHostPort("127.0.0.1", at.Port()))
}

// Separate returns an HTTP client with a connection for each request: one that is refused has surely changed nothing,
// one that broke off in the middle may have.
func (c *Client) Separate() *http.Client {
	transport := c.http.Transport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true
	return &http.Client{Transport: transport, CheckRedirect: c.http.CheckRedirect}
}

// Manager returns the status of the manager that the client talks to.
func (c *Client) Manager() home.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

// Get decodes the answer to a GET into answer.
func (c *Client) Get(ctx context.Context, path string, query url.Values, answer any) error {
	return c.Call(ctx, Request{Method: http.MethodGet, Path: path, Query: query}, answer)
}

// Post sends body and decodes the answer into answer, which may be nil.
func (c *Client) Post(ctx context.Context, path string, body, answer any) error {
	return c.Call(ctx, Request{Method: http.MethodPost, Path: path, Body: body}, answer)
}

// Call sends r and decodes the answer. An error of the manager comes back as *app.Error.
func (c *Client) Call(ctx context.Context, r Request, answer any) error {
	bounded, cancel := context.WithTimeout(ctx, patience+r.Wait)
	defer cancel()
	response, err := c.send(bounded, r)
	if err != nil {
		return c.explain(ctx, err)
	}
	defer response.Body.Close()
	if answer == nil {
		return nil
	}
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		return c.explain(ctx, fmt.Errorf("cannot read the manager's answer: %w", err))
	}
	return nil
}

// Stream opens an answer that ends with ctx.
func (c *Client) Stream(ctx context.Context, path string, query url.Values) (io.ReadCloser, error) {
	response, err := c.send(ctx, Request{Method: http.MethodGet, Path: path, Query: query})
	if err != nil {
		return nil, c.explain(ctx, err)
	}
	return response.Body, nil
}

// send tries again if another manager has taken over: a stale request has changed nothing.
func (c *Client) send(ctx context.Context, r Request) (*http.Response, error) {
	before := c.Manager()
	response, err := c.once(ctx, r, before)
	if !Stale(response, err) || !c.renew(before) {
		return checked(response, err)
	}
	if response != nil {
		response.Body.Close()
	}
	return checked(c.once(ctx, r, c.Manager()))
}

// Stale reports whether a request reached no manager, or one that doesn't know the token or, at the same socket, the
// port: it has changed nothing.
func Stale(response *http.Response, err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || err == nil && (response.StatusCode == http.StatusUnauthorized ||
		response.StatusCode == http.StatusForbidden)
}

// renew reads status.json again and reports whether it names another manager.
func (c *Client) renew(before home.Status) bool {
	st, running, err := home.ReadStatus(c.dirs)
	if err != nil || !running || st.Token == before.Token {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = st
	return true
}

func (c *Client) once(ctx context.Context, r Request, st home.Status) (*http.Response, error) {
	body, err := r.encode()
	if err != nil {
		return nil, err
	}
	target := st.URL + r.Path
	if len(r.Query) > 0 {
		target += "?" + r.Query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+st.Token)
	identify(req.Header.Set)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return c.http.Do(req)
}

// encode gives the body's JSON; a GET has none.
func (r Request) encode() (io.Reader, error) {
	if r.Method == http.MethodGet {
		return nil, nil
	}
	if r.Body == nil {
		r.Body = struct{}{}
	}
	data, err := json.Marshal(r.Body)
	if err != nil {
		return nil, fmt.Errorf("cannot encode the request: %w", err)
	}
	return bytes.NewReader(data), nil
}

// answerLimit bounds how much of an error response is read.
const answerLimit = 1 << 20

// checked turns an answer of 4xx or 5xx into an *app.Error.
func checked(response *http.Response, err error) (*http.Response, error) {
	if err != nil || response.StatusCode < 400 {
		return response, err
	}
	defer response.Body.Close()
	data, _ := io.ReadAll(io.LimitReader(response.Body, answerLimit))
	failure := &app.Error{}
	if json.Unmarshal(data, failure) != nil || failure.Detail == "" {
		return nil, app.Failf(app.CodeInternal, "", "the manager answered %s", response.Status)
	}
	return nil, failure
}

// explain describes what a failed connection means, unless the caller itself gave up.
func (c *Client) explain(ctx context.Context, err error) error {
	var failure *app.Error
	if errors.As(err, &failure) || ctx.Err() != nil {
		return cmp.Or(ctx.Err(), err)
	}
	st := c.Manager()
	if c.cutOff(ctx, err, st) {
		return app.Failf(app.CodeUnreachable, "use the tools of devservers (MCP), or run this outside of the sandbox",
			"the manager runs (PID %d), but this shell can't reach it; is it in a sandbox?", st.PID)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Away{app.Failf(app.CodeInternal, fmt.Sprintf("look at %s; end it with: kill %d", c.dirs.LogFile(), st.PID),
			"the manager does not answer (PID %d%s)", st.PID, processState(st.PID))}
	}
	if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		return &Away{app.Failf(app.CodeInternal, "devservers start", "the manager (PID %d) has gone away", st.PID)}
	}
	var network *net.OpError
	if errors.As(err, &network) {
		return &Away{app.Failf(app.CodeInternal, "in a sandbox or a network of its own: use the MCP tools, or another shell",
			"this shell can't reach the manager, which runs at %s (PID %d): %v", st.URL, st.PID, network.Err)}
	}
	return err
}

// A manager that was killed may hold its lock for a moment after its port is closed.
const (
	killedLooks = 25
	killedPause = 20 * time.Millisecond
)

// cutOff reports whether a connection failed although the manager that st describes still runs, as a sandbox does it:
// it listens as long as it is published.
func (c *Client) cutOff(ctx context.Context, err error, st home.Status) bool {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "dial" || op.Timeout() {
		return false
	}
	for range killedLooks {
		if now, running, err := home.ReadStatus(c.dirs); err != nil || !running || now.Token != st.Token {
			return false
		}
		if !app.Pause(ctx, killedPause) {
			return false
		}
	}
	return true
}

// Away is the error of a request that got no answer. Another manager may answer it.
type Away struct{ failure *app.Error }

// Error returns what the person is to know.
func (e *Away) Error() string { return e.failure.Detail }

// Unwrap returns the error with its hint.
func (e *Away) Unwrap() error { return e.failure }
