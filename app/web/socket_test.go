package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"devservers/app"
)

// screen is a terminal's end of a socket, with all that it was sent.
type screen struct {
	t     *testing.T
	ctx   context.Context
	conn  *websocket.Conn
	hello hello
	at    int64 // offset of the next byte
	text  strings.Builder
	jumps []jump
}

// terminal connects to a run's socket and reads the hello.
func (m *manager) terminal(name, run, query string) *screen {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	m.t.Cleanup(cancel)
	conn, answer, err := m.dial(ctx, name, run, query, http.Header{"Authorization": {"Bearer " + testToken}})
	if err != nil {
		m.t.Fatalf("%v %v", err, answer)
	}
	conn.SetReadLimit(2 * rawStep)
	s := &screen{t: m.t, ctx: ctx, conn: conn}
	m.t.Cleanup(func() { _ = conn.CloseNow() })
	if f := s.next(); f == nil || f.Hello == nil {
		m.t.Fatalf("the first frame is no hello: %+v", f)
	}
	return s
}

func (m *manager) dial(ctx context.Context, name, run, query string, h http.Header) (*websocket.Conn, *http.Response, error) {
	address := fmt.Sprintf("ws://127.0.0.1:%d/p/shop/%s/runs/%s/socket?%s", m.Port(), name, run, query)
	transport := &http.Transport{DisableKeepAlives: true}
	m.t.Cleanup(transport.CloseIdleConnections)
	return websocket.Dial(ctx, address, &websocket.DialOptions{HTTPHeader: h, HTTPClient: &http.Client{Transport: transport}})
}

// next reads one frame; nil stands for bytes.
func (s *screen) next() *frame {
	s.t.Helper()
	kind, data, err := s.conn.Read(s.ctx)
	if err != nil {
		s.t.Fatalf("after %d bytes: %v", s.text.Len(), err)
	}
	if kind == websocket.MessageBinary {
		s.text.Write(data)
		s.at += int64(len(data))
		return nil
	}
	f := &frame{}
	if err := json.Unmarshal(data, f); err != nil {
		s.t.Fatalf("%s: %v", data, err)
	}
	switch {
	case f.Hello != nil:
		s.hello, s.at = *f.Hello, f.Hello.From
	case f.At != nil:
		s.at, s.jumps = f.At.To, append(s.jumps, *f.At)
	}
	return f
}

// until reads, and draws at once, until met is true of a frame or of what was printed.
func (s *screen) until(met func(f *frame) bool) *screen {
	s.t.Helper()
	for {
		f := s.next()
		if f == nil {
			s.say(order{Ack: s.at})
		}
		if met(f) {
			return s
		}
	}
}

func over(f *frame) bool   { return f != nil && f.Over }
func more(f *frame) bool   { return f != nil && f.More }
func caught(f *frame) bool { return f != nil && f.Caught }
func look(f *frame) bool   { return f != nil && f.Look }

func (s *screen) shows(text string) func(*frame) bool {
	return func(*frame) bool { return strings.Contains(s.text.String(), text) }
}

func (s *screen) say(o order) {
	s.t.Helper()
	data, _ := json.Marshal(o)
	if err := s.conn.Write(s.ctx, websocket.MessageText, data); err != nil {
		s.t.Fatal(err)
	}
}

// flooded is a run that has printed 50 MB.
func (m *manager) flooded() (run string) {
	m.t.Helper()
	run = m.ask(servers+"flood/start?wait=none", "{}").Run
	m.waitFor(servers+"flood", "exit")
	if run == "" {
		var st app.Status
		m.get(servers+"flood", &st)
		run = st.Run
	}
	return run
}

// rawOf is all that a run printed.
func (m *manager) rawOf(path, run string) string {
	m.t.Helper()
	return m.do("GET", path+"/logs?format=raw&run="+run, "").body
}

func TestATerminalReplaysARunByteForByte(t *testing.T) {
	m := serve(t)
	for _, task := range []string{"lines", "paint"} {
		run := m.run(task)
		s := m.terminal(task, run, "").until(over)
		if want := m.rawOf(tasks+task, run); s.text.String() != want || s.hello.Live || s.hello.First != 0 {
			t.Errorf("%s: %d bytes of %d, %+v", task, s.text.Len(), len(want), s.hello)
		}
	}
}

func TestATerminalThatComesAgainGoesOnWhereItWas(t *testing.T) {
	m := serve(t)
	run := m.run("lines")
	all := m.rawOf(tasks+"lines", run)
	for _, at := range []int64{0, 1, 7777, int64(len(all))} {
		s := m.terminal("lines", run, fmt.Sprintf("after=%d", at)).until(over)
		if got := s.text.String(); got != all[at:] || s.hello.From != at {
			t.Errorf("after %d: %d bytes from %d", at, len(got), s.hello.From)
		}
	}
	if s := m.terminal("lines", run, fmt.Sprintf("after=%d", len(all)+999)).until(over); s.text.Len() != 0 {
		t.Errorf("after the end came %q", s.text.String())
	}
}

func TestWhatIsTypedGoesToTheRunAndItsEndIsTold(t *testing.T) {
	m := serve(t)
	run := m.ask(servers+"chat/start", "{}").Run
	s := m.terminal("chat", run, "").until(caught)
	if !s.hello.Live {
		t.Errorf("%+v", s.hello)
	}
	s.say(order{In: "héllo\n"})
	s.until(s.shows("got héllo"))
	s.say(order{Bytes: []byte("bytes\n")})
	s.until(s.shows("got bytes"))
	m.ask(servers+"chat/stop", "{}")
	s.until(over)
	s.say(order{In: "too late\n"})
	m.ask(servers+"web/start", "{}")
	s.until(look) // it is still there
	if got := m.do("GET", "/api/history", "").body; strings.Count(got, `"action":"input"`) != 1 {
		t.Errorf("one stretch of typing is not one line of the history: %s", got)
	}
}

func TestAnOldRunsTerminalTypesIntoNoLaterRun(t *testing.T) {
	m := serve(t)
	old := m.ask(servers+"chat/start", "{}").Run
	s := m.terminal("chat", old, "").until(caught)
	next := m.ask(servers+"chat/restart", "{}").Run
	s.until(over)
	s.say(order{In: "stray\n"})
	s.say(order{Resize: []int{20, 5}})
	fresh := m.terminal("chat", next, "").until(caught)
	fresh.say(order{In: "meant\n"})
	fresh.until(fresh.shows("got meant"))
	if strings.Contains(fresh.text.String(), "stray") {
		t.Errorf("%q", fresh.text.String())
	}
}

func TestATerminalThatDoesNotDrawIsSentOneWindow(t *testing.T) {
	m := serve(t)
	run := m.flooded()
	s := m.terminal("flood", run, "")
	for s.text.Len() < socketWindow {
		s.next()
	}
	m.ask(servers+"chat/start", "{}") // meanwhile it could send much more
	for !look(s.next()) {
	}
	if s.text.Len() > socketWindow+rawStep {
		t.Errorf("%d bytes without a word that they were drawn", s.text.Len())
	}
	s.say(order{Ack: s.at})
	s.until(over)
	if int64(s.text.Len()) != s.hello.End-s.hello.From {
		t.Errorf("%d bytes, %+v", s.text.Len(), s.hello)
	}
}

func TestATerminalThatLiesAboutWhatItDrewIsSentOneWindow(t *testing.T) {
	m := serve(t)
	run := m.flooded()
	s := m.terminal("flood", run, "")
	s.say(order{Ack: 1 << 60})
	for s.text.Len() < socketWindow {
		s.next()
	}
	m.ask(servers+"chat/start", "{}")
	for !look(s.next()) {
	}
	if s.text.Len() > 2*(socketWindow+rawStep) { // it may have drawn what was sent when it lied
		t.Errorf("%d bytes", s.text.Len())
	}
}

func TestATerminalFarBehindIsBroughtToTheEnd(t *testing.T) {
	m := serve(t)
	run := m.flooded()
	s := m.terminal("flood", run, "after=0").until(over)
	if len(s.jumps) != 1 || s.jumps[0].Lost < socketBehind || s.at != s.hello.End || s.text.Len() > liveTail {
		t.Errorf("%+v, %d bytes, at %d of %d", s.jumps, s.text.Len(), s.at, s.hello.End)
	}
}

func TestEarlierOutputComesInPartsThatFitTogether(t *testing.T) {
	m := serve(t)
	run := m.flooded()
	end := m.terminal("flood", run, "").until(over)
	before := m.terminal("flood", run, fmt.Sprintf("to=%d", end.hello.From)).until(more)
	if before.at != end.hello.From || before.text.Len() < replayPart-1000 || before.text.Len() > replayPart {
		t.Errorf("%d bytes up to %d, want up to %d", before.text.Len(), before.at, end.hello.From)
	}
	if got := before.text.String(); !strings.HasPrefix(got, "xxx") || !strings.HasSuffix(got, "\n") {
		t.Errorf("it begins with %q and ends with %q", got[:3], got[len(got)-3:])
	}
	again := m.terminal("flood", run, fmt.Sprintf("after=%d&to=%d", before.at, before.at+replayPart)).until(over)
	if again.text.String() != end.text.String() {
		t.Errorf("%d bytes, want %d", again.text.Len(), end.text.Len())
	}
	first := m.terminal("flood", run, "from=0").until(more)
	if first.hello.From != first.hello.First || first.text.Len() != replayPart {
		t.Errorf("%+v, %d bytes", first.hello, first.text.Len())
	}
}

func TestForeignPagesOpenNoTerminal(t *testing.T) {
	m := serve(t)
	run := m.run("lines")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, h := range []http.Header{
		{},
		{"Authorization": {"Bearer " + testToken}, "Origin": {"http://localhost:3000"}},
		{"Authorization": {"Bearer " + testToken}, "Origin": {"null"}},
	} {
		conn, answer, err := m.dial(ctx, "lines", run, "", h)
		if err == nil {
			_ = conn.CloseNow()
			t.Errorf("%v: it was opened", h)
		} else if answer == nil || answer.StatusCode != 401 && answer.StatusCode != 403 {
			t.Errorf("%v: %v %v", h, answer, err)
		}
	}
}

func TestATerminalThatTalksNonsenseIsLeft(t *testing.T) {
	m := serve(t)
	run := m.run("lines")
	for name, words := range map[string]string{"no JSON": "{", "too long": `{"in":"` + strings.Repeat("x", maxOrder) + `"}`, "no size": `{"resize":[0,5]}`} {
		s := m.terminal("lines", run, "").until(over)
		if err := s.conn.Write(s.ctx, websocket.MessageText, []byte(words)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.conn.Read(s.ctx); err == nil || s.ctx.Err() != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheManagersEndLeavesNoTerminalOpen(t *testing.T) {
	m := serve(t)
	run := m.ask(servers+"chat/start", "{}").Run
	s := m.terminal("chat", run, "").until(caught)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := m.Close(ctx); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.conn.Read(s.ctx)
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("%v", err)
	}
}

func TestTheSocketSaysWhatIsMissing(t *testing.T) {
	m := serve(t)
	run := m.run("lines")
	for path, want := range map[string]int{
		"/p/shop/lines/runs/" + run + "/socket":        400,
		"/p/shop/lines/runs/" + run + "/socket?from=x": 400,
		"/p/shop/lines/runs/1qebj00000/socket":         400,
		"/p/shop/nobody/runs/" + run + "/socket":       404,
	} {
		got := m.do("GET", path, "")
		if got.StatusCode != want || got.problem(t).Code == app.CodeInternal {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
}
