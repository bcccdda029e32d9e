package health

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/record/history"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// errorQuiet is how long a server must print nothing after an error to count as stuck. Under a reloader, a server whose
// code can't be loaded prints why and waits for an edit; its start fails then, before the ready timeout. The server
// continues and may still become ready.
const errorQuiet = 5 * time.Second

// crashQuiet is the same after a line in which a watcher states that its child has ended.
const crashQuiet = 1500 * time.Millisecond

// answersQuiet is how long the readiness check must be answered 500 for the start to fail: a page that can't be built,
// or a handler that raises. 502 and 503 are what servers answer that are not ready yet.
const answersQuiet = 3 * time.Second

// wrongSince is since when the readiness check is answered 500 each time; zero = it is not.
type wrongSince struct{ time.Time }

// note takes the status of the last answer, or 0 if there was none: a page that is built for the first time may be
// late.
func (w *wrongSince) note(status int, now time.Time) {
	switch {
	case status == 0:
	case status != http.StatusInternalServerError:
		w.Time = time.Time{}
	case w.IsZero():
		w.Time = now
	}
}

// settled reports whether the answer will probably not change on its own.
func (w *wrongSince) settled(now time.Time) bool {
	return !w.IsZero() && now.Sub(w.Time) >= answersQuiet
}

// tracebackRead is how many of the last lines are searched for the head of a traceback.
const tracebackRead = 200

// stuck reports whether the run seems to wait until its code is fixed.
func (p *Probe) stuck() bool {
	if time.Since(p.t.Run.Record().Started) < crashQuiet { // then so are its lines
		return false
	}
	t, err := transcript.Open(p.t.Run.Dir)
	if err != nil {
		return false
	}
	defer t.Close()
	last, err := t.Tail(1)
	if err != nil || len(last.Lines) == 0 || time.Since(last.Lines[0].Time) < crashQuiet {
		return false
	}
	page, err := t.Tail(tracebackRead)
	if err != nil {
		return false
	}
	lines := make([]string, len(page.Lines))
	for i, l := range page.Lines {
		lines[i] = text.Plain(l.Text)
	}
	return childEnded(lines) || time.Since(last.Lines[0].Time) >= errorQuiet && endsWithError(lines)
}

// crashed matches the line in which a watcher states that its child has ended badly: nodemon, node --watch, air, wgo,
// gow, cargo watch, watchexec, tsx.
var crashed = words.Lazy(`(?i)app crashed|^Failed running '|process exit with code:? [1-9]|^exit status [1-9]|` +
	`failed to build, error: exit status|^\[command (?:exited with|was not successful)|^\[finished running\. exit status: [1-9]|` +
	`(?:crash|fail).*waiting for file changes`)

// childEnded reports whether the last line is a watcher's message that its child has ended badly.
func childEnded(lines []string) bool {
	lines = history.TrimBlank(lines)
	return len(lines) > 0 && crashed().MatchString(lines[len(lines)-1])
}

// endsWithError reports whether the last output is an error: a line of that level, or a Python traceback.
func endsWithError(lines []string) bool {
	lines = history.TrimBlank(lines)
	if len(lines) == 0 {
		return false
	}
	last := lines[len(lines)-1]
	return text.Level(last) == "error" || endsWithTraceback(lines)
}

// endsWithTraceback reports whether a traceback ends the output: every line between its head and the exception is
// indented.
func endsWithTraceback(lines []string) bool {
	for i := len(lines) - 2; i >= 0; i-- {
		switch {
		case strings.HasPrefix(lines[i], "Traceback (most recent call last)"):
			return true
		case !strings.HasPrefix(lines[i], " "):
			return false
		}
	}
	return false
}

// isStuck returns the failure of a start whose run is stuck.
func (p *Probe) isStuck(why words.Reason) *app.Error {
	return p.notReady("fix it; many servers then start, others need: devservers restart "+p.t.Ref.String(),
		words.NotReadyAfterError(p.t.Ref.Name, why))
}

// answersWrong returns the failure of a start whose server answers with an error.
func (p *Probe) answersWrong(why words.Reason) *app.Error {
	return p.notReady("fix it: the server still runs, and the start is complete once it answers; follow it with: "+
		"devservers logs -f "+p.t.Ref.String(),
		words.Answers(p.t.Ref.Name, why))
}

// tooLate returns the failure of a start whose run was not ready in time. The run continues.
func (p *Probe) tooLate(why words.Reason) *app.Error {
	var listens []string
	for _, l := range machine.OfTree(p.t.Run.Record().Holder.PID) {
		listens = append(listens, l.Addr.String())
	}
	hint := "it is still starting; follow it with: devservers logs -f " + p.t.Ref.String()
	if len(listens) > 0 && p.port != 0 && p.t.Server.Ready.Kind() == "" {
		hint = fmt.Sprintf("make it listen on the port in $PORT (%d), or declare the port that it uses", p.port)
	}
	return p.notReady(hint, words.Late(p.t.Ref.Name, p.t.Server.Ready.Timeout, why, listens, p.port != 0))
}

func (p *Probe) notReady(hint string, what words.Sentence) *app.Error {
	e := &app.Error{
		Code: app.CodeNotReady, Hint: hint,
		Run: p.t.Run.Record().ID, Output: history.LastLines(p.t.Run.Dir, history.LastLinesShown),
	}
	return e.Says(what)
}
