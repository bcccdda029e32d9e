package cli

import (
	"bytes"
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
	"devservers/app/home"
)

// patience is how long the manager may take for an answer that waits for nothing.
const patience = 10 * time.Second

// client is the way to the manager. It may be used by several goroutines.
type client struct {
	dirs home.Dirs
	http *http.Client

	mu     sync.Mutex
	status home.Status
}

// request is one call of the API.
type request struct {
	method, path string
	query        url.Values
	body         any           // sent as JSON; nil = an empty object for everything but GET
	wait         time.Duration // how long the manager may take on top of patience
}

// newClient talks to the manager that st describes. Names are not looked up: the manager listens on 127.0.0.1.
func newClient(dirs home.Dirs, st home.Status) *client {
	dial := func(ctx context.Context, _, address string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		dialer := net.Dialer{Timeout: patience}
		return dialer.DialContext(ctx, "tcp4", net.JoinHostPort("127.0.0.1", port))
	}
	transport := &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 8}
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client{dirs: dirs, status: st, http: &http.Client{Transport: transport, CheckRedirect: noRedirect}}
}

// manager is what the client knows about whom it talks to.
func (c *client) manager() home.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.status
}

// get decodes the answer to a GET into answer.
func (c *client) get(ctx context.Context, path string, query url.Values, answer any) error {
	return c.call(ctx, request{method: http.MethodGet, path: path, query: query}, answer)
}

// post sends body and decodes the answer into answer, which may be nil.
func (c *client) post(ctx context.Context, path string, body, answer any) error {
	return c.call(ctx, request{method: http.MethodPost, path: path, body: body}, answer)
}

// call sends r and decodes the answer. An error of the manager comes back as *app.Error.
func (c *client) call(ctx context.Context, r request, answer any) error {
	bounded, cancel := context.WithTimeout(ctx, patience+r.wait)
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

// stream opens an answer without an end of its own; ctx ends it.
func (c *client) stream(ctx context.Context, path string, query url.Values) (io.ReadCloser, error) {
	response, err := c.send(ctx, request{method: http.MethodGet, path: path, query: query})
	if err != nil {
		return nil, c.explain(ctx, err)
	}
	return response.Body, nil
}

// send gives a request a second try when the manager was another one by now: in both cases nothing was done yet.
func (c *client) send(ctx context.Context, r request) (*http.Response, error) {
	before := c.manager()
	response, err := c.once(ctx, r, before)
	if !stale(response, err) || !c.renew(before) {
		return checked(response, err)
	}
	if response != nil {
		response.Body.Close()
	}
	return checked(c.once(ctx, r, c.manager()))
}

func stale(response *http.Response, err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || err == nil && response.StatusCode == http.StatusUnauthorized
}

// renew reads status.json again and tells whether it names another manager.
func (c *client) renew(before home.Status) bool {
	st, running, err := home.ReadStatus(c.dirs)
	if err != nil || !running || st.Token == before.Token {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = st
	return true
}

func (c *client) once(ctx context.Context, r request, st home.Status) (*http.Response, error) {
	body, err := r.encode()
	if err != nil {
		return nil, err
	}
	target := st.URL + r.path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+st.Token)
	req.Header.Set("X-Devservers-Actor", "cli")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return c.http.Do(req)
}

// encode gives the body's JSON; a GET has none.
func (r request) encode() (io.Reader, error) {
	if r.method == http.MethodGet {
		return nil, nil
	}
	if r.body == nil {
		r.body = struct{}{}
	}
	data, err := json.Marshal(r.body)
	if err != nil {
		return nil, fmt.Errorf("cannot encode the request: %w", err)
	}
	return bytes.NewReader(data), nil
}

// answerLimit bounds what is read of an error's answer.
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
		return nil, failf(app.CodeInternal, "", "the manager answered %s", response.Status)
	}
	return nil, failure
}

// explain says what a failed connection means, unless the caller itself gave up.
func (c *client) explain(ctx context.Context, err error) error {
	var failure *app.Error
	if errors.As(err, &failure) || ctx.Err() != nil {
		return cmpErr(ctx.Err(), err)
	}
	st := c.manager()
	if errors.Is(err, context.DeadlineExceeded) {
		return &away{failf(app.CodeInternal, fmt.Sprintf("look at %s; end it with: kill %d", c.dirs.LogFile(), st.PID),
			"the manager does not answer (PID %d%s)", st.PID, processState(st.PID))}
	}
	if errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, io.ErrUnexpectedEOF) {
		return &away{failf(app.CodeInternal, "devservers start", "the manager (PID %d) has gone away", st.PID)}
	}
	return err
}

// away says that there was no answer, rather than one that says no. Another manager may give one.
type away struct{ failure *app.Error }

func (e *away) Error() string { return e.failure.Detail }
func (e *away) Unwrap() error { return e.failure }

// cmpErr is the first error, or the second when there is none.
func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}
