package supervisor_test

import (
	"context"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

func TestPinBlocksAgentsAndOutlivesManager(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	w.MustStart(ref)
	if r, err := w.Sup.Pin(ref, true, apptest.Me); err != nil || !r.Pinned || !r.Changed {
		t.Fatalf("%+v %v", r, err)
	}
	agent := supervisor.StartOptions{Actor: app.Actor{Kind: "mcp", Client: "some agent"}}
	_, err := w.Sup.Stop(context.Background(), ref, agent)
	if e := apptest.Failure(t, err, app.CodeNeedsHuman); !strings.Contains(e.Detail, "a person (cli)") {
		t.Errorf("it does not say who pinned it: %s", e.Detail)
	}
	_, err = w.Sup.Restart(context.Background(), ref, agent)
	apptest.Failure(t, err, app.CodeNeedsHuman)
	_, err = w.Sup.Pin(ref, false, agent.Actor)
	apptest.Failure(t, err, app.CodeNeedsHuman)
	w.Close(true)
	w.Open()
	if st, err := w.Sup.Status(ref); err != nil || !st.Pinned || !st.State.Up() {
		t.Fatalf("%+v %v", st, err)
	}
	if r := w.Stop(ref); !r.Changed {
		t.Errorf("a person could not stop it: %+v", r)
	}
	if r, err := w.Sup.Pin(ref, false, apptest.Me); err != nil || r.Pinned {
		t.Errorf("%+v %v", r, err)
	}
}

func TestPinnedServerIsNeverIdle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo, idle_timeout: 30}\n"), Name: "web"}
	w.MustStart(ref)
	w.Until(ref, "counts down", func(s app.Status) bool { return s.IdleStop != nil })
	if _, err := w.Sup.Pin(ref, true, apptest.Me); err != nil {
		t.Fatal(err)
	}
	w.Until(ref, "counts no more", func(s app.Status) bool { return s.IdleStop == nil })
	if _, err := w.Sup.Pin(ref, false, apptest.Me); err != nil {
		t.Fatal(err)
	}
	w.Until(ref, "counts down again", func(s app.Status) bool { return s.IdleStop != nil })
}
