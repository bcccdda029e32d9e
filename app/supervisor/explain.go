package supervisor

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/ports"
	"devservers/app/run"
	"devservers/app/transcript"
	"devservers/app/words"
)

// LastLinesShown is how many lines of output go with a failure.
const LastLinesShown = 20

// blankRead is how many more lines are read than shown, since blank ones are left out.
const blankRead = 100

// endOf returns how a run ended.
func endOf(rec run.Record) words.End {
	e := rec.End
	return words.End{Cause: string(e.Cause), Code: e.Code, Signal: e.Signal, Error: e.Error, Lived: max(0, e.At.Sub(rec.Started))}
}

// explainEnd is what a start answers when the run ended before it was ready.
func (m *managed) explainEnd(r *run.Run, rec run.Record) *app.Error {
	e := &app.Error{Code: app.CodeExited}
	if rec.End.Error != "" && rec.End.Cause == app.CauseNone {
		e = ExecFailure(rec)
	} else {
		e.Detail = fmt.Sprintf("%s %s, before it was ready", m.ref.Name, endOf(rec))
	}
	e.Run, e.Exit, e.Output = rec.ID, exitOf(rec.End), LastLines(r.Dir, LastLinesShown)
	if e.Hint == "" {
		e.Hint = "full output: devservers logs " + m.ref.String() + "; likely cause: devservers why " + m.ref.String()
	}
	m.blamePort(rec, e)
	return e
}

// blamePort names who took the port between our look and the server's: its own words tell that this is the cause.
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

// explainLate is what a start answers when the run was not ready in time. It goes on.
func (s *Supervisor) explainLate(p *probe, why words.Reason) *app.Error {
	e := app.Failf(app.CodeNotReady, "it is still starting; follow it with: devservers logs -f "+p.m.ref.String(),
		"%s was not ready within %s: %s", p.m.ref.Name, words.Duration(p.server.Ready.Timeout), why)
	if list := ports.OfTree(p.r.Record().Holder.PID); len(list) > 0 {
		var addrs []string
		for _, l := range list {
			addrs = append(addrs, l.Addr.String())
		}
		e.Detail += "; it listens on " + strings.Join(addrs, ", ")
		if p.port != 0 && p.server.Ready.Kind() == "" {
			e.Hint = fmt.Sprintf("make it listen on the port in $PORT (%d), or declare the port that it uses", p.port)
		}
	} else if p.port != 0 {
		e.Detail += "; it does not listen on any port"
	}
	e.Run, e.Output = p.r.Record().ID, LastLines(p.r.Dir, LastLinesShown)
	return e
}

// LastLines returns the last n lines of the run in dir as plain text. Empty lines at the end are left out, and of several
// in a row all but one: a tool that clears the screen prints as many as the terminal has rows.
func LastLines(dir string, n int) []string {
	t, err := transcript.Open(dir)
	if err != nil {
		return nil
	}
	defer t.Close()
	page, err := t.Tail(n + blankRead)
	if err != nil {
		return nil
	}
	var list []string
	for _, l := range page.Lines {
		text := words.Clip(transcript.Plain(l.Text), 500)
		if len(list) > 0 && strings.TrimSpace(text+list[len(list)-1]) == "" {
			continue
		}
		list = append(list, text)
	}
	list = trimBlank(list)
	return list[max(0, len(list)-n):]
}
