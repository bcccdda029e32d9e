package agents

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
	"devservers/app/access"
	"devservers/app/base/home"
	"devservers/app/transcript/text"
	"devservers/cli/client"
)

// tries is how often a message is sent at most: to the known manager, and to the ones that follow it.
const tries = 3

// send posts a message. If the manager was replaced or is gone, and can't have acted on the message, it goes to the
// next manager, which is started if necessary.
func (b *bridge) send(ctx context.Context, m envelope, line []byte) (answer *http.Response, err error) {
	for range tries {
		st := b.known().Manager()
		answer, err = b.post(ctx, st, m, line)
		if !client.Stale(answer, err) && !(isReset(err) && m.Method != "tools/call") {
			return answer, err
		}
		if answer != nil {
			answer.Body.Close()
			b.setOwn("")
		}
		if err := b.renew(ctx, st); err != nil {
			return nil, err
		}
	}
	if err == nil {
		err = app.Failf(app.CodeUnauthorized, "devservers stop && devservers start",
			"the manager does not know its own token")
	}
	return nil, err
}

// isReset reports whether a connection broke off before an answer came.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE)
}

// renew finds the manager that follows the one in st, or starts it. Messages that wait for it give up with ctx.
func (b *bridge) renew(ctx context.Context, st home.Status) error {
	select {
	case b.renewing <- struct{}{}:
		defer func() { <-b.renewing }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if b.known().Manager().Token != st.Token {
		return nil // another message has found it meanwhile
	}
	c, err := b.start(ctx)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.manager = c
	return nil
}

func (b *bridge) known() *client.Client {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.manager
}

func (b *bridge) post(ctx context.Context, st home.Status, m envelope, line []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, st.URL+b.path, bytes.NewReader(line))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	own, err := b.credential(ctx)
	if err != nil {
		return nil, err
	}
	b.sign(r.Header, own)
	for name, value := range modernHeaders(m) {
		r.Header.Set(name, value)
	}
	return b.http.Do(r)
}

// credential returns what lets this client in at /mcp, and gets it from the manager once.
func (b *bridge) credential(ctx context.Context) (string, error) {
	b.mu.Lock()
	own, agent := b.own, b.agent
	b.mu.Unlock()
	if own != "" {
		return own, nil
	}
	own, err := b.known().Credential(ctx, access.KindBridge, agent)
	if err == nil {
		b.setOwn(own)
	}
	return own, err
}

func (b *bridge) setOwn(own string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.own = own
}

// sign adds the headers that name the client and the session.
func (b *bridge) sign(h http.Header, own string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	h.Set("Authorization", "Bearer "+own)
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

// modernHeaders repeat what a message says about itself, as the revision 2026-07-28 requires; nil for earlier ones.
func modernHeaders(m envelope) map[string]string {
	var params struct {
		Meta map[string]json.RawMessage `json:"_meta"`
		Task string                     `json:"taskId"`
	}
	var version string
	if json.Unmarshal(m.Params, &params) != nil ||
		json.Unmarshal(params.Meta[protocol.MetaKeyProtocolVersion], &version) != nil {
		return nil
	}
	headers := protocol.StandardHeaders(version, protocol.MCPMethod(m.Method), m.Params)
	if headers == nil {
		headers = map[string]string{}
	}
	if name, ok := protocol.EncodeHeaderValue(params.Task); ok && params.Task != "" { // of the Tasks extension
		headers[protocol.HeaderName] = name
	}
	headers[protocol.HeaderProtocolVersion] = text.Plain([]byte(version))
	return headers
}

// leave tells the manager, if there is one, that this session is over: servers that it has started may be stopped
// (keep_alive_on_llm_exit).
func (b *bridge) leave(ctx context.Context) {
	b.mu.Lock()
	b.session = "" // nothing depends on the protocol's own
	st, own := b.manager.Manager(), b.own
	b.mu.Unlock()
	if own == "" {
		return // it has sent nothing
	}
	ctx, cancel := context.WithTimeout(ctx, goodbye)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, st.URL+b.path, nil)
	if err != nil {
		return
	}
	b.sign(r.Header, own)
	if answer, err := b.http.Do(r); err == nil {
		answer.Body.Close()
	}
}

// goodbye bounds leave: the client waits for the end of the process.
const goodbye = 2 * time.Second
