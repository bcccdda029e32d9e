package supervisor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/engine/server"
)

var me = app.Actor{Kind: "cli", Client: "test"}

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
