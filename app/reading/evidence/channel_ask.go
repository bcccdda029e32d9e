package evidence

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"devservers/app"
)

const (
	channelTime = 2 * time.Second // for a channel to answer
	buildTime   = 8 * time.Second // for a build of all pages
)

// socketMessage is what servers send over a socket.
type socketMessage struct {
	Type   string
	Data   json.RawMessage
	Err    *reported
	Params struct{ PreventReloading bool }
}

// socket is a connection to a channel.
type socket struct {
	conn *websocket.Conn
	came chan socketMessage // closed at the end
}

// dial connects to a channel; nil = there is none. protocol may be "".
func dial(ctx context.Context, base, path, protocol string) *socket {
	o := &websocket.DialOptions{HTTPClient: client, HTTPHeader: http.Header{"User-Agent": {userAgent}}}
	if protocol != "" {
		o.Subprotocols = []string{protocol}
	} else {
		o.HTTPHeader.Set("Origin", base)
	}
	ctx, cancel := context.WithTimeout(ctx, channelTime)
	defer cancel()
	//nolint:bodyclose // it is the connection
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(base, "http")+path, o)
	if err != nil {
		return nil
	}
	conn.SetReadLimit(scriptBytes)
	s := &socket{conn, make(chan socketMessage, 64)}
	go s.read()
	return s
}

// read passes messages on until the connection ends. What comes while nobody takes them is dropped.
func (s *socket) read() {
	defer close(s.came)
	for {
		_, data, err := s.conn.Read(context.Background())
		if err != nil {
			return
		}
		var m socketMessage
		_ = json.Unmarshal(data, &m) // other data is of no interest
		select {
		case s.came <- m:
		default:
		}
	}
}

// arrived returns what the server had sent until now.
func (s *socket) arrived(ctx context.Context) (list []socketMessage, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, channelTime)
	defer cancel()
	if s.conn.Ping(ctx) != nil { // its answer comes behind what was sent before
		return nil, false
	}
	for {
		select {
		case m, open := <-s.came:
			if !open {
				return list, false
			}
			list = append(list, m)
		default:
			return list, true
		}
	}
}

func (s *socket) close() {
	_ = s.conn.CloseNow()
	for range s.came { // until the reader has ended
	}
}

// askOverlay asks a socket that says at the beginning how the last build was, and then how each next one is.
func askOverlay(ctx context.Context, base, path string) (r buildReport, known bool) {
	s := dial(ctx, base, path, "")
	if s == nil {
		return r, false
	}
	defer s.close()
	r.whole = true
	for late := time.After(channelTime); ; {
		select {
		case m, open := <-s.came:
			switch {
			case !open:
				return r, false
			case m.Type == "errors":
				r.errors = decodeErrors(m.Data)
				return r, true
			case m.Type == "ok", m.Type == "still-ok", m.Type == "warnings" && !m.Params.PreventReloading: // else errors follow
				return r, true
			}
		case <-late:
			return r, false
		}
	}
}

// askIssues asks for the issues of all pages, by MCP.
func askIssues(ctx context.Context, base, path string) (r buildReport, known bool) {
	ctx, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_compilation_issues","arguments":{}}}`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, strings.NewReader(call))
	if err != nil {
		return r, false
	}
	for name, value := range map[string]string{"User-Agent": userAgent, "Content-Type": "application/json",
		"Accept": "application/json, text/event-stream"} {
		req.Header.Set(name, value)
	}
	answer, err := client.Do(req)
	if err != nil {
		return r, false
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, scriptBytes))
	if err != nil || answer.StatusCode != http.StatusOK {
		return r, false
	}
	return issuesIn(body)
}

// issuesIn returns the issues in the answer of a tool, which is JSON or the data of one event.
func issuesIn(body []byte) (r buildReport, known bool) {
	for lines := bufio.NewScanner(bytes.NewReader(body)); lines.Scan(); {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			body = []byte(data)
		}
	}
	var answer struct {
		Result struct{ Content []struct{ Text string } }
	}
	if json.Unmarshal(body, &answer) != nil || len(answer.Result.Content) == 0 {
		return r, false
	}
	var found struct{ Issues *json.RawMessage }
	if json.Unmarshal([]byte(answer.Result.Content[0].Text), &found) != nil || found.Issues == nil {
		return r, false
	}
	return buildReport{errors: decodeErrors(*found.Issues)}, true
}

// listen connects to a socket that sends an error when a request causes it; what it kept from before is of no time
// known, and left out. The function that it returns adds what came since to an answer; it is called once.
func (a *Asking) listen(ctx context.Context, path, protocol string) func(got *app.EditRequest) {
	s := dial(ctx, a.URL, path, protocol)
	if s == nil {
		return func(*app.EditRequest) {}
	}
	_, ok := s.arrived(ctx)
	return func(got *app.EditRequest) {
		defer s.close()
		list, same := s.arrived(ctx)
		r := buildReport{whole: true}
		for _, m := range list {
			if m.Type == "error" && m.Err != nil {
				r.errors = append(r.errors, *m.Err)
			}
		}
		if ok && same && (got.OK() || len(r.errors) > 0) {
			a.take(got, path, r)
		}
	}
}
