package supervisor

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/server"
	"devservers/app/run/protocol"
)

var me = app.Actor{Kind: "cli", Client: "test"}

// crashed returns the record of a run that ended with 1 after it was ready for this long.
func crashed(ready time.Duration) protocol.Record {
	now := time.Now()
	began := now.Add(-ready)
	return protocol.Record{Started: began, Ready: &began, End: &protocol.End{Code: 1, At: now}}
}

func TestRestartsStopAfterLimitAndSteadyRunResets(t *testing.T) {
	t.Parallel()
	m := &managed{Server: server.Server{Spec: config.Server{Restart: config.RestartOnFailure}}}
	row := func() {
		for attempt := 1; attempt <= server.MostRestarts; attempt++ {
			state, _, retry := m.retry(crashed(time.Second))
			if state != app.Failed || retry == nil || retry.Attempt != attempt || retry.Of != server.MostRestarts {
				t.Fatalf("end %d: %s, %+v", attempt, state, retry)
			}
		}
		if state, reason, retry := m.retry(crashed(time.Second)); state != app.Failed || retry != nil ||
			!strings.HasSuffix(reason.String(), "gave up after 5 restarts in a row") {
			t.Errorf("then: %s, %q, %+v", state, reason, retry)
		}
	}
	row()
	if _, _, retry := m.retry(crashed(30 * time.Second)); retry == nil || retry.Attempt != 1 {
		t.Errorf("after a steady run: %+v", retry)
	}
	m.row.Tries = 0
	row()
}

func TestBackoffEndsAtItsTimeOrOnRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Supervisor{ctx: context.Background()}
		m := &managed{s: s, Server: server.Server{Want: server.Want{Gen: 3, Up: true, Actor: me}}}
		began := time.Now()
		m.Status.Retry = &app.Retry{At: began.Add(4 * time.Second)}
		if w, ok := m.nextWant(3); !ok || w.Gen != 3 || w.Actor != server.ByItself || time.Since(began) != 4*time.Second {
			t.Errorf("%+v after %s", w, time.Since(began))
		}
		began = time.Now()
		m.Status.Retry = &app.Retry{At: began.Add(time.Hour)}
		go func() {
			time.Sleep(time.Second)
			s.mu.Lock()
			defer s.mu.Unlock()
			m.Ask(false, me, "asked")
		}()
		if w, ok := m.nextWant(3); !ok || w.Gen != 4 || w.Up || time.Since(began) != time.Second {
			t.Errorf("%+v after %s", w, time.Since(began))
		}
	})
}
