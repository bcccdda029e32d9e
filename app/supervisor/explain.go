package supervisor

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/ports"
	"devservers/app/run"
	"devservers/app/runs"
	"devservers/app/words"
)

// explainEnd returns the failure of a start whose run ended before it was ready.
func (m *managed) explainEnd(r *run.Run, rec run.Record) *app.Error {
	e := &app.Error{Code: app.CodeExited}
	if rec.End.Error != "" && rec.End.Cause == app.CauseNone {
		e = ExecFailure(rec)
	} else {
		e.Detail = words.EndedEarly(m.ref.Name, runs.End(rec))
	}
	e.Run, e.Exit, e.Output = rec.ID, runs.Exit(rec.End), runs.LastLines(r.Dir, runs.LastLinesShown)
	if e.Hint == "" {
		e.Hint = "full output: devservers logs " + m.ref.String()
	}
	m.blamePort(rec, e)
	return e
}

// blamePort adds the process that took the port after it was checked, if the output says that it is in use.
func (m *managed) blamePort(rec run.Record, e *app.Error) {
	text := strings.ToLower(strings.Join(e.Output, "\n"))
	if rec.Port == 0 || !strings.Contains(text, "eaddrinuse") && !strings.Contains(text, "address already in use") && !strings.Contains(text, "already in use") {
		return
	}
	list, _ := ports.Listening(rec.Port)
	for _, l := range list {
		o := m.s.ownerOf(l, rec.Dir)
		if o.Server == m.ref.String() {
			continue
		}
		e.Owner = o
		e.Detail += fmt.Sprintf(": port %d is held by %s", rec.Port, o.Describe())
		return
	}
}
