package server

import (
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run/protocol"
)

// crashed returns the record of a run that ended with 1 after it was ready for this long.
func crashed(ready time.Duration) protocol.Record {
	now := time.Now()
	began := now.Add(-ready)
	return protocol.Record{Started: began, Ready: &began, End: &protocol.End{Code: 1, At: now}}
}

func TestRestartsStopAfterLimitAndSteadyRunResets(t *testing.T) {
	t.Parallel()
	m := &Server{Spec: config.Server{Restart: config.RestartOnFailure}}
	row := func() {
		for attempt := 1; attempt <= MostRestarts; attempt++ {
			state, _, retry := m.retry(crashed(time.Second))
			if state != app.Failed || retry == nil || retry.Attempt != attempt || retry.Of != MostRestarts {
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
	m.Row.Tries = 0
	row()
}
