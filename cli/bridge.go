package cli

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// bridge carries MCP messages between a client's pipes and the manager, byte by byte: it knows no tools, so that it
// cannot differ from the endpoint. Requests go out at once and side by side, everything else in order.
type bridge struct {
	p    *program
	path string
	http *http.Client
	out  lineWriter
	self string         // names this session: the revisions of MCP that have none need it too
	open sync.WaitGroup // requests under way

	renewing sync.Mutex // one restart of the manager at a time

	mu      sync.Mutex
	manager *client
	session string // of the earlier revisions, from the answer to initialize
	version string // agreed with initialize; "" = each message names it
	agent   string // as the client calls itself
	calls   map[string]context.CancelFunc
}

// lineWriter writes whole lines, one at a time.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// message writes one JSON document as a line.
func (l *lineWriter) message(data []byte) error {
	var line bytes.Buffer
	if err := json.Compact(&line, data); err != nil {
		return fmt.Errorf("the manager answered with what is no JSON: %w", err)
	}
	line.WriteByte('\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.w.Write(line.Bytes())
	return err
}

// newBridge makes a bridge to the endpoint at path. Each message has a connection of its own: one that is refused has
// surely changed nothing, one that broke off in the middle may have.
func newBridge(p *program, c *client, path string) *bridge {
	transport := c.http.Transport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true
	return &bridge{p: p, path: path, manager: c, http: &http.Client{Transport: transport, CheckRedirect: c.http.CheckRedirect},
		self: rand.Text(), calls: map[string]context.CancelFunc{}}
}

// messageLimit is the longest line that is taken: more than the manager takes.
const messageLimit = 2 << 20

// run carries messages until in ends, and then waits for the answers that are under way.
func (b *bridge) run(ctx context.Context, in io.Reader, out io.Writer) error {
	b.out.w = out
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, messageLimit)
	ended := make(chan error, 1)
	go func() {
		for lines.Scan() {
			if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
				b.take(ctx, bytes.Clone(line))
			}
		}
		b.open.Wait()
		ended <- lines.Err()
	}()
	defer b.leave(context.WithoutCancel(ctx))
	select {
	case err := <-ended:
		return err
	case <-ctx.Done(): // the reader may be blocked for ever; it ends with the process
		return nil
	}
}

// envelope is what the bridge has to know of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// take sends a message on its way.
func (b *bridge) take(ctx context.Context, line []byte) {
	var m envelope
	if err := json.Unmarshal(line, &m); err != nil && line[0] != '[' {
		b.fail(nil, -32700, "this line is no JSON-RPC message: "+err.Error())
		return
	}
	switch {
	case m.Method == "notifications/cancelled":
		b.cancel(m)
	case m.Method == "initialize" || m.Method == "" || m.ID == nil:
		b.carry(ctx, m, line)
	default:
		ctx, cancel := context.WithCancel(ctx)
		b.note(string(m.ID), cancel)
		b.open.Go(func() {
			defer cancel()
			b.carry(ctx, m, line)
			b.note(string(m.ID), nil)
		})
	}
}

// note remembers how to cancel a request, or forgets it.
func (b *bridge) note(id string, cancel context.CancelFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if delete(b.calls, id); cancel != nil {
		b.calls[id] = cancel
	}
}

// cancel ends a request by closing its connection, which both eras of the protocol understand.
func (b *bridge) cancel(m envelope) {
	var params struct {
		ID json.RawMessage `json:"requestId"`
	}
	_ = json.Unmarshal(m.Params, &params)
	b.mu.Lock()
	defer b.mu.Unlock()
	if cancel := b.calls[string(params.ID)]; cancel != nil {
		cancel()
	}
}

// carry sends one message and brings back what is answered. A request always gets an answer, unless it was cancelled.
func (b *bridge) carry(ctx context.Context, m envelope, line []byte) {
	b.learnClient(m)
	answer, err := b.send(ctx, m, line)
	if err == nil {
		defer answer.Body.Close()
		err = b.bring(m, answer)
	}
	if err != nil && ctx.Err() == nil {
		b.fail(m.ID, -32603, b.explain(err))
	}
}

// explain says what went wrong for a model to read.
func (b *bridge) explain(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || isReset(err) {
		return "the manager of the dev servers went away during this call; it may have been carried out: look before you repeat it"
	}
	failure := asError(err)
	if failure.Hint != "" {
		return failure.Detail + "; " + failure.Hint
	}
	return failure.Detail
}

// fail answers a request that could not be carried. Who sent no request hears of it on standard error.
func (b *bridge) fail(id json.RawMessage, code int, text string) {
	if id == nil {
		b.p.notef("devservers mcp: %s\n", plain(text))
		if code != -32700 {
			return
		}
		id = json.RawMessage("null")
	}
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": code, "message": text}})
	if err == nil {
		_ = b.out.message(data)
	}
}

// learnClient notes how the client calls itself, for the history.
func (b *bridge) learnClient(m envelope) {
	var params struct {
		Client struct {
			Name string `json:"name"`
		} `json:"clientInfo"`
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(m.Params, &params) != nil {
		return
	}
	_ = json.Unmarshal(params.Meta[protocol.MetaKeyClientInfo], &params.Client)
	b.mu.Lock()
	defer b.mu.Unlock()
	if params.Client.Name != "" {
		b.agent = plain(params.Client.Name)
	}
}
