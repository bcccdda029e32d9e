package server

import (
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
)

// TestRecoveredOnlyIfReady stops a failing server, and lets another one recover.
func TestRecoveredOnlyIfReady(t *testing.T) {
	at := time.Unix(1000, 0)
	f := &Facts{State: app.Failing, LastRun: app.LastRun{Run: "1", StartedAt: &at, ReadyAt: &at}}
	before := FactsOf(f, config.KindServer)
	for state, want := range map[app.State]string{app.Stopping: "", app.Ready: app.EventRecovered} {
		now := *f
		now.State = state
		got := ""
		for _, e := range before.News(FactsOf(&now, config.KindServer), &now, app.Actor{}) {
			got += e.Event
		}
		if got != want {
			t.Errorf("%s: event %q, want %q", state, got, want)
		}
	}
}
