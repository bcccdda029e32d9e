package agents

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/app/transcript/text"
)

// bringLimit bounds one message of the manager.
const bringLimit = 16 << 20

// bring passes on what the manager answers to m: one message, or a stream of them that ends with the answer.
func (b *bridge) bring(m envelope, answer *http.Response) error {
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch {
	case kind == "text/event-stream":
		return b.bringStream(m, answer)
	case answer.StatusCode == http.StatusAccepted || answer.StatusCode == http.StatusNoContent:
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, bringLimit))
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(data)) == 0 && answer.StatusCode < 400 {
		return nil
	}
	if notification := m.ID == nil && m.Method != ""; notification || !isRPC(data) {
		return refused(answer, data)
	}
	b.learn(m, answer, data)
	return b.out.message(data)
}

// isRPC reports whether data is a JSON-RPC message, or a batch of them.
func isRPC(data []byte) bool {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '[' {
		return json.Valid(data)
	}
	var m struct {
		Version string `json:"jsonrpc"`
	}
	return json.Unmarshal(data, &m) == nil && m.Version != ""
}

// refused returns the error of the manager's guards, or of a broken manager.
func refused(answer *http.Response, data []byte) error {
	failure := &app.Error{}
	if json.Unmarshal(data, failure) == nil && failure.Detail != "" {
		return failure
	}
	return fmt.Errorf("the manager answered %s: %s", answer.Status, text.Plain(data[:min(len(data), 200)]))
}

// bringStream passes on the messages of server-sent events. A stream that ends without the answer has broken off.
func (b *bridge) bringStream(m envelope, answer *http.Response) error {
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, bringLimit)
	var event []string
	answered := m.ID == nil
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data:"); ok {
			event = append(event, strings.TrimPrefix(data, " "))
			continue
		}
		if lines.Text() != "" || len(event) == 0 {
			continue
		}
		data := []byte(strings.Join(event, "\n"))
		event = nil
		if len(bytes.TrimSpace(data)) == 0 {
			continue
		}
		answered = answered || answers(data, m)
		b.learn(m, answer, data)
		if err := b.out.message(data); err != nil {
			return err
		}
	}
	if answered {
		return nil
	}
	return cmp.Or(lines.Err(), io.ErrUnexpectedEOF)
}

func answers(data []byte, m envelope) bool {
	var got envelope
	return json.Unmarshal(data, &got) == nil && got.Method == "" && bytes.Equal(got.ID, m.ID)
}

// learn reads the session and the revision from the answer to initialize: the following messages name both.
func (b *bridge) learn(m envelope, answer *http.Response, data []byte) {
	var got struct {
		Result struct {
			Version string `json:"protocolVersion"`
		} `json:"result"`
	}
	if m.Method != "initialize" || json.Unmarshal(data, &got) != nil || got.Result.Version == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.session, b.version = answer.Header.Get(protocol.HeaderSessionID), text.Plain([]byte(got.Result.Version))
}
