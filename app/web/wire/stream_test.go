package wire

import (
	"context"
	"strings"
	"testing"

	"github.com/r3labs/sse/v2"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStreamResumesFromItsCursor(t *testing.T) {
	s := NewStreams(context.Background(), nil)
	var resumed string
	one := func(_ context.Context, resume string, emit func(Message)) {
		resumed = resume
		emit(Message{Event: "log", Data: "a\rb\nc", Cursor: "r1:8"})
		emit(Message{Event: "note", Data: "x"})
	}
	var ids, all []string
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.merge(ctx, []Feed{one}, "r1:7", func(e *sse.Event) {
		ids, all = append(ids, string(e.ID)),
			append(all, string(e.Data))
	})
	if resumed != "r1:7" || len(ids) != 2 || ids[0] != s.epoch+"-1;r1:8" || ids[1] != s.epoch+"-2;r1:8" {
		t.Errorf("resumed %q, ids %q", resumed, ids)
	}
	if all[0] != "a\ndata: b\ndata: c" {
		t.Errorf("%q can forge an event", all[0])
	}
}

func TestEventsCannotBeForged(t *testing.T) {
	for _, text := range []string{"", ":x", "a\nb", "10%\revent: evil", "a\r\n\r\nevent: evil", "\n\ndata: x"} {
		got := string(Encode(text))
		if strings.ContainsRune(got, '\r') || got == "" || got[0] == ':' {
			t.Errorf("%q became %q", text, got)
		}
		for i, line := range strings.Split(got, "\n") {
			if i > 0 && !strings.HasPrefix(line, "data: ") {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}
