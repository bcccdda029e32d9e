package supervisor

import (
	"context"
	"strings"
	"testing"

	"devservers/app"
)

func TestPinBlocksAgentsAndOutlivesManager(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("shop", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	w.mustStart(ref)
	if r, err := w.sup.Pin(ref, true, me); err != nil || !r.Pinned || !r.Changed {
		t.Fatalf("%+v %v", r, err)
	}
	agent := StartOptions{Actor: app.Actor{Kind: "mcp", Client: "some agent"}}
	_, err := w.sup.Stop(context.Background(), ref, agent)
	if e := failure(t, err, app.CodeNeedsHuman); !strings.Contains(e.Detail, "a person (cli)") {
		t.Errorf("it does not say who pinned it: %s", e.Detail)
	}
	_, err = w.sup.Restart(context.Background(), ref, agent)
	failure(t, err, app.CodeNeedsHuman)
	_, err = w.sup.Pin(ref, false, agent.Actor)
	failure(t, err, app.CodeNeedsHuman)
	w.close(true)
	w.open()
	if st, err := w.sup.Status(ref); err != nil || !st.Pinned || !st.State.Up() {
		t.Fatalf("%+v %v", st, err)
	}
	if r := w.stop(ref); !r.Changed {
		t.Errorf("a person could not stop it: %+v", r)
	}
	if r, err := w.sup.Pin(ref, false, me); err != nil || r.Pinned {
		t.Errorf("%+v %v", r, err)
	}
}

func TestPinnedServerIsNeverIdle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("shop", "servers:\n  web: {command: FC echo, idle_timeout: 30}\n"), Name: "web"}
	w.mustStart(ref)
	w.until(ref, "counts down", func(s app.Status) bool { return s.IdleStop != nil })
	if _, err := w.sup.Pin(ref, true, me); err != nil {
		t.Fatal(err)
	}
	w.until(ref, "counts no more", func(s app.Status) bool { return s.IdleStop == nil })
	if _, err := w.sup.Pin(ref, false, me); err != nil {
		t.Fatal(err)
	}
	w.until(ref, "counts down again", func(s app.Status) bool { return s.IdleStop != nil })
}
