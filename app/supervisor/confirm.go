package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/runs"
	"devservers/app/serving"
	"devservers/app/words"
)

// ConfirmReady is how long a server stays ready before a start or a wait says so: one that dies at once has failed.
const ConfirmReady = 500 * time.Millisecond

// confirm waits until a server has been ready for ConfirmReady, or is not ready any more, and looks whether it listens.
func (m *managed) confirm(ctx context.Context) {
	m.s.mu.Lock()
	ready, serves, r := m.status.ReadyAt, m.serves(), m.run
	var sub serving.Subject
	if serves {
		sub = m.subject()
	}
	m.s.mu.Unlock()
	if ready == nil || !serves || time.Since(*ready) >= ConfirmReady {
		return
	}
	ctx, cancel := context.WithDeadline(ctx, ready.Add(ConfirmReady))
	defer cancel()
	left := func() bool { return m.run != r || m.status.State != app.Ready }
	if m.s.await(ctx, left) == nil || !sub.Must || serving.Listens(sub) {
		return
	}
	served{m.s}.Silent(sub, serving.Silence{Since: time.Now()})
	ctx, cancel = context.WithTimeout(m.s.ctx, time.Second)
	defer cancel()
	_ = m.s.await(ctx, left)
}

// unconfirmed returns the failure of a start that was ready and is not any more; nil if it is.
func (m *managed) unconfirmed(st app.Status) *app.Error {
	switch {
	case st.State == app.Failing:
		return &app.Error{
			Code: app.CodeNotReady, Run: st.Run, Detail: words.Failing(st.Name, st.Reason),
			Hint: "fix it: most servers then recover by themselves; otherwise: devservers restart " + m.ref.String(), Output: m.lastLines(st),
		}
	case st.ReadyAt != nil && st.Exit != nil && st.Exit.Cause == app.CauseNone && st.Exit.At.Sub(*st.ReadyAt) < ConfirmReady:
		return &app.Error{
			Code: app.CodeExited, Run: st.Run, Exit: st.Exit, Detail: words.EndedAtOnce(st.Name, st.Exit.String()),
			Hint: "full output: devservers logs " + m.ref.String(), Output: m.lastLines(st),
		}
	}
	return nil
}

func (m *managed) lastLines(st app.Status) []string {
	return runs.LastLines(m.s.Kept.Dir(m.ref)+"/"+st.Run, runs.LastLinesShown)
}
