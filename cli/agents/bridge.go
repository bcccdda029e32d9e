package agents

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

	"devservers/app/transcript/text"
	"devservers/cli/client"
)

// bridge carries messages between a client's pipes and the manager. Requests go out at once and side by side,
// everything else in order.
type bridge struct {
	path  string
	start func(ctx context.Context) (*client.Client, error) // finds the manager or starts it
	note  func(text string)                                 // reports what nobody waits for

	http *http.Client
	out  lineWriter
	self string         // names this session: the revisions of MCP without sessions need it too
	open sync.WaitGroup // requests under way

	renewing chan struct{} // holds one token: one restart of the manager at a time

	mu      sync.Mutex
	manager *client.Client
	session string // of the earlier revisions, from the answer to initialize
	version string // agreed with initialize; "" = each message names it
	agent   string // the client's name for itself
	own     string // the credential that the manager gave this client
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
		return fmt.Errorf("the manager did not answer with JSON: %w", err)
	}
	line.WriteByte('\n')
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.w.Write(line.Bytes())
	return err
}

// NewBridge returns a bridge to the endpoint of c at path. start finds the next manager, or starts it; note reports
// failures that no request waits for.
func NewBridge(c *client.Client, path string, start func(ctx context.Context) (*client.Client, error),
	note func(text string)) *bridge {
	return &bridge{path: path, start: start, note: note, manager: c, http: c.Separate(),
		self: rand.Text(), renewing: make(chan struct{}, 1), calls: map[string]context.CancelFunc{}}
}

// messageLimit is the longest line that is read: more than the manager accepts.
const messageLimit = 2 << 20

// Run carries messages until in ends, and then waits for the answers under way.
func (b *bridge) Run(ctx context.Context, in io.Reader, out io.Writer) error {
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
	case <-ctx.Done(): // the reader may be blocked forever; it ends with the process
		return nil
	}
}

// envelope is what the bridge needs to know about a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// take sends a message on its way.
func (b *bridge) take(ctx context.Context, line []byte) {
	var m envelope
	if err := json.Unmarshal(line, &m); err != nil && line[0] != '[' {
		b.fail(nil, -32700, "this line is not a JSON-RPC message: "+err.Error())
		return
	}
	switch {
	case m.Method == "notifications/cancelled":
		b.cancel(m)
	case m.Method == "initialize" || m.Method == "" || m.ID == nil:
		b.carry(ctx, m, line)
	default:
		ctx, cancel := context.WithCancel(ctx)
		b.remember(string(m.ID), cancel)
		b.open.Go(func() {
			defer cancel()
			b.carry(ctx, m, line)
			b.remember(string(m.ID), nil)
		})
	}
}

// remember stores how to cancel a request, or forgets it.
func (b *bridge) remember(id string, cancel context.CancelFunc) {
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

// carry sends one message and returns the answer to the client. Every request gets one, unless it was canceled.
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

// explain describes a failure for a model.
func (b *bridge) explain(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || isReset(err) {
		return "the devservers manager went away during this call, which may have taken effect: check before you repeat it"
	}
	failure := client.AsError(err)
	if failure.Hint != "" {
		return failure.Detail + "; " + failure.Hint
	}
	return failure.Detail
}

// fail answers a request that could not be carried; for anything else it only leaves a note.
func (b *bridge) fail(id json.RawMessage, code int, text string) {
	if id == nil {
		b.note(text)
		if code != -32700 {
			return
		}
		id = json.RawMessage("null")
	}
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id,
		"error": map[string]any{"code": code, "message": text}})
	if err == nil {
		_ = b.out.message(data)
	}
}

// learnClient remembers the client's name, for the history.
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
		b.agent = text.Plain([]byte(params.Client.Name))
	}
}
