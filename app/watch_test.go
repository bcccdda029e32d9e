package app

import (
	"strings"
	"testing"
	"time"

	"devservers/app/config"
)

// touchUntil changes a file until something is so: nothing announces that the project's files are watched.
func (w *world) touchUntil(ref Ref, file string, is func(Status) bool) Status {
	w.t.Helper()
	var st Status
	for limit := time.Now().Add(patience); ; {
		w.put(file, time.Now().String())
		for range 20 {
			if st, _ = w.sup.Status(ref); is(st) {
				return st
			}
			<-time.After(25 * time.Millisecond)
		}
		if time.Now().After(limit) {
			w.t.Fatalf("waited in vain: %+v", st)
		}
	}
}

func TestAChangeOfAWatchedFileStartsTheServerAnew(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC say up, ready: {log: up}, watch: ['*.py']}\n  b: {command: FC say up, ready: {log: up}, watch: ['*.js']}\n"), "a"}
	other := w.mustStart(Ref{ref.Project, "b"})
	r := w.mustStart(ref)
	st := w.touchUntil(ref, "app.py", func(s Status) bool { return s.Run != r.Run && s.State == Ready })
	if st.Actor.Kind != "watch" || st.Actor.Client != "app.py" {
		t.Errorf("started by %+v", st.Actor)
	}
	if now, _ := w.sup.Status(Ref{ref.Project, "b"}); now.Run != other.Run {
		t.Errorf("b was started anew: %+v", now)
	}
	w.stop(ref)
	w.put("app.py", "again")
	w.touchUntil(Ref{ref.Project, "b"}, "b.js", func(s Status) bool { return s.Run != other.Run })
	if now, _ := w.sup.Status(ref); now.State != Stopped {
		t.Errorf("a change started a server that was stopped: %+v", now)
	}
}

func TestAnEditMendsAServerThatCrashed(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: up}, watch: mended}\n"), "a"}
	w.script("app", "a", "[ -e mended ] && exec FC say up\nexit 7")
	_, err := w.start(ref)
	failure(t, err, CodeExited)
	w.until(ref, "waits for an edit", func(s Status) bool {
		return s.State == Exited && strings.Contains(s.Reason, "when a watched file changes")
	})
	w.touchUntil(ref, "mended", isIn(Ready))
}

func TestAServerThatWritesWhatItWatchesIsFoundOut(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: up}, watch: '*.txt'}\n"), "a"}
	w.script("app", "a", "echo $$ > own.txt\nexec FC say up")
	w.mustStart(ref)
	w.touchUntil(ref, "mine.txt", func(s Status) bool { return s.Actor.Kind == "watch" })
	st := w.until(ref, "is left alone", func(s Status) bool { return s.WatchOff != "" && s.State == Ready })
	if !strings.Contains(st.WatchOff, `own.txt changed right after each of 5 starts`) || !strings.Contains(st.WatchOff, `"!own.txt"`) {
		t.Errorf("%q", st.WatchOff)
	}
	ctx := t.Context()
	if r, err := w.sup.Restart(ctx, ref, StartOptions{Actor: me}); err != nil || r.WatchOff != "" && r.Actor.Kind == "cli" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestTheGuardOfWatchHeedsAPersonsEdits(t *testing.T) {
	now := time.Now()
	m := &managed{spec: config.Server{Watch: []string{"*"}}, wanted: make(chan struct{})}
	m.status.Actor, m.status.StartedAt = &Actor{Kind: ActorWatch}, &now
	for i, c := range []struct {
		file   string
		after  time.Duration
		heeded bool
	}{
		{"a", time.Second, true}, {"a", time.Second, true}, {"a", 3 * time.Second, true}, // a pause ends the row
		{"a", time.Second, true}, {"a", time.Second, true}, {"b", time.Second, true}, // as does another file
		{"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, false}, {"b", time.Hour, false},
	} {
		if got := m.guarded(c.file, now.Add(c.after)); got != c.heeded {
			t.Errorf("change %d: %t", i, got)
		}
	}
	m.ask(true, me, "")
	if !m.guarded("b", now) {
		t.Error("a person's start does not end it")
	}
}
