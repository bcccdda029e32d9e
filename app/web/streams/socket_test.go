package streams

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"devservers/app/record/history"
)

// screen is a terminal's end of a socket, with all that it was sent.
type screen struct {
	t     testing.TB
	ctx   context.Context
	conn  *websocket.Conn
	hello hello
	at    int64 // offset of the next byte
	text  strings.Builder
	jumps []jump
}

// next reads one frame; nil stands for bytes.
func (s *screen) next() *socketFrame {
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
	f := &socketFrame{}
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
func (s *screen) until(met func(f *socketFrame) bool) *screen {
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

func over(f *socketFrame) bool   { return f != nil && f.Over }
func more(f *socketFrame) bool   { return f != nil && f.More }
func caught(f *socketFrame) bool { return f != nil && f.Caught }
func look(f *socketFrame) bool   { return f != nil && f.Look }

func (s *screen) shows(text string) func(*socketFrame) bool {
	return func(*socketFrame) bool { return strings.Contains(s.text.String(), text) }
}

func (s *screen) say(o order) {
	s.t.Helper()
	data, _ := json.Marshal(o)
	if err := s.conn.Write(s.ctx, websocket.MessageText, data); err != nil {
		s.t.Fatal(err)
	}
}

func TestReplayIsByteForByte(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	for _, task := range []string{"lines", "paint"} {
		run := w.run(task)
		s := w.terminal(task, run, "").until(over)
		if want := w.raw(task, run); s.text.String() != want || s.hello.Live || s.hello.First != 0 {
			t.Errorf("%s: %d bytes of %d, %+v", task, s.text.Len(), len(want), s.hello)
		}
	}
}

func TestReconnectedTerminalContinues(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.run("lines")
	all := w.raw("lines", run)
	for _, at := range []int64{0, 1, 7777, int64(len(all))} {
		s := w.terminal("lines", run, fmt.Sprintf("after=%d", at)).until(over)
		if got := s.text.String(); got != all[at:] || s.hello.From != at {
			t.Errorf("after %d: %d bytes from %d", at, len(got), s.hello.From)
		}
	}
	if s := w.terminal("lines", run, fmt.Sprintf("after=%d", len(all)+999)).until(over); s.text.Len() != 0 {
		t.Errorf("after the end came %q", s.text.String())
	}
}

func TestTypingReachesTheRun(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.MustStart(shop("chat")).Run
	s := w.terminal("chat", run, "").until(caught)
	if !s.hello.Live {
		t.Errorf("%+v", s.hello)
	}
	s.say(order{In: "héllo\n"})
	s.until(s.shows("got héllo"))
	s.say(order{Bytes: []byte("bytes\n")})
	s.until(s.shows("got bytes"))
	w.Stop(shop("chat"))
	s.until(over)
	s.say(order{In: "too late\n"})
	w.MustStart(shop("web"))
	s.until(look) // it is still there
	got, err := w.history.Query(history.Query{Action: "input"})
	if err != nil || len(got) != 1 {
		t.Errorf("one stretch of typing is not one entry of the history: %+v %v", got, err)
	}
}

func TestTerminalOfAnEndedRunTypesNowhere(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	old := w.MustStart(shop("chat")).Run
	s := w.terminal("chat", old, "").until(caught)
	next := w.restart("chat")
	s.until(over)
	s.say(order{In: "stray\n"})
	s.say(order{Resize: []int{20, 5}})
	fresh := w.terminal("chat", next, "").until(caught)
	fresh.say(order{In: "meant\n"})
	fresh.until(fresh.shows("got meant"))
	if strings.Contains(fresh.text.String(), "stray") {
		t.Errorf("%q", fresh.text.String())
	}
}

func TestTerminalThatDoesNotDrawGetsOneWindow(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.flooded()
	s := w.terminal("flood", run, "")
	for s.text.Len() < window {
		s.next()
	}
	w.MustStart(shop("chat")) // meanwhile it could send much more
	for !look(s.next()) {
	}
	if s.text.Len() > window+readSize {
		t.Errorf("%d bytes without a word that they were drawn", s.text.Len())
	}
	s.say(order{Ack: s.at})
	s.until(over)
	if int64(s.text.Len()) != s.hello.End-s.hello.From {
		t.Errorf("%d bytes, %+v", s.text.Len(), s.hello)
	}
}

func TestFalseAcknowledgementIsIgnored(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.flooded()
	s := w.terminal("flood", run, "")
	s.say(order{Ack: 1 << 60})
	for s.text.Len() < window {
		s.next()
	}
	w.MustStart(shop("chat"))
	for !look(s.next()) {
	}
	if s.text.Len() > 2*(window+readSize) { // it may have drawn what was sent when it lied
		t.Errorf("%d bytes", s.text.Len())
	}
}

func TestTerminalFarBehindSkipsToTheEnd(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.flooded()
	s := w.terminal("flood", run, "after=0").until(over)
	if len(s.jumps) != 1 || s.jumps[0].Lost < maxBehind || s.at != s.hello.End || s.text.Len() > liveTail {
		t.Errorf("%+v, %d bytes, at %d of %d", s.jumps, s.text.Len(), s.at, s.hello.End)
	}
}

func TestEarlierOutputComesInParts(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.flooded()
	end := w.terminal("flood", run, "").until(over)
	before := w.terminal("flood", run, fmt.Sprintf("to=%d", end.hello.From)).until(more)
	if before.at != end.hello.From || before.text.Len() < replayPart-1000 || before.text.Len() > replayPart {
		t.Errorf("%d bytes up to %d, want up to %d", before.text.Len(), before.at, end.hello.From)
	}
	if got := before.text.String(); !strings.HasPrefix(got, "xxx") || !strings.HasSuffix(got, "\n") {
		t.Errorf("it begins with %q and ends with %q", got[:3], got[len(got)-3:])
	}
	again := w.terminal("flood", run, fmt.Sprintf("after=%d&to=%d", before.at, before.at+replayPart)).until(over)
	if again.text.String() != end.text.String() {
		t.Errorf("%d bytes, want %d", again.text.Len(), end.text.Len())
	}
	first := w.terminal("flood", run, "from=0").until(more)
	if first.hello.From != first.hello.First || first.text.Len() != replayPart {
		t.Errorf("%+v, %d bytes", first.hello, first.text.Len())
	}
}

func TestInvalidOrderClosesTheSocket(t *testing.T) {
	t.Parallel()
	w := newTerminals(t)
	run := w.run("lines")
	for name, words := range map[string]string{"no JSON": "{", "too long": `{"in":"` + strings.Repeat("x", maxOrder) +
		`"}`, "no size": `{"resize":[0,5]}`} {
		s := w.terminal("lines", run, "").until(over)
		if err := s.conn.Write(s.ctx, websocket.MessageText, []byte(words)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.conn.Read(s.ctx); err == nil || s.ctx.Err() != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
