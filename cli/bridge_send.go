package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"syscall"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/home"
)

// tries is how often a message is sent at most: to the manager as it is known, and to those that came after it.
const tries = 3

// send posts a message. When the manager was replaced, or is gone, it goes to the next one, which is started if need
// be, as long as the first one cannot have acted on it.
func (b *bridge) send(ctx context.Context, m envelope, line []byte) (answer *http.Response, err error) {
	for range tries {
		b.mu.Lock()
		c := b.manager
		b.mu.Unlock()
		st := c.manager()
		answer, err = b.post(ctx, st, m, line)
		if !stale(answer, err) && !(isReset(err) && m.Method != "tools/call") {
			return answer, err
		}
		if answer != nil {
			answer.Body.Close()
		}
		if err := b.renew(ctx, st); err != nil {
			return nil, err
		}
	}
	if err == nil {
		err = failf(app.CodeUnauthorized, "devservers stop && devservers start", "the manager does not know its own token")
	}
	return nil, err
}

// isReset tells whether a connection broke off before there was an answer.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE)
}

// renew finds the manager that follows the one in st, or starts it.
func (b *bridge) renew(ctx context.Context, st home.Status) error {
	b.renewing.Lock()
	defer b.renewing.Unlock()
	b.mu.Lock()
	known := b.manager
	b.mu.Unlock()
	if known.manager().Token != st.Token {
		return nil // another message has found it meanwhile
	}
	c, _, err := b.p.ensureManager(ctx)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.manager = c
	return nil
}

func (b *bridge) post(ctx context.Context, st home.Status, m envelope, line []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, st.URL+b.path, bytes.NewReader(line))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	b.sign(r.Header, st)
	for name, value := range modernHeaders(m) {
		r.Header.Set(name, value)
	}
	return b.http.Do(r)
}

// sign says for whom the bridge asks, and in which session.
func (b *bridge) sign(h http.Header, st home.Status) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h.Set("Authorization", "Bearer "+st.Token)
	h.Set("X-Devservers-Actor", "mcp")
	h.Set("X-Devservers-Session", b.self)
	if b.agent != "" {
		h.Set("X-Devservers-Client", b.agent)
	}
	if b.session != "" {
		h.Set(protocol.HeaderSessionID, b.session)
	}
	if b.version != "" {
		h.Set(protocol.HeaderProtocolVersion, b.version)
	}
}

// modernHeaders repeat what a message says of itself, as the revision 2026-07-28 wants it; a message of the earlier ones
// says nothing.
func modernHeaders(m envelope) map[string]string {
	var params struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	var version string
	if json.Unmarshal(m.Params, &params) != nil || json.Unmarshal(params.Meta[protocol.MetaKeyProtocolVersion], &version) != nil {
		return nil
	}
	headers := protocol.StandardHeaders(version, protocol.MCPMethod(m.Method), m.Params)
	if headers == nil {
		headers = map[string]string{}
	}
	headers[protocol.HeaderProtocolVersion] = plain(version)
	return headers
}

// leave tells the manager, if there is one, that this session is over: what it has started may be stopped then
// (keep_alive_on_llm_exit).
func (b *bridge) leave(ctx context.Context) {
	b.mu.Lock()
	b.session = "" // the protocol's own hangs on nothing
	st := b.manager.manager()
	b.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, goodbye)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, st.URL+b.path, nil)
	if err != nil {
		return
	}
	b.sign(r.Header, st)
	if answer, err := b.http.Do(r); err == nil {
		answer.Body.Close()
	}
}

// goodbye bounds the leaving: a client waits for the end of the process.
const goodbye = 2 * time.Second
