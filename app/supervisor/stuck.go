package supervisor

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/runs"
	"devservers/app/transcript"
	"devservers/app/words"
)

// A server under a reloader does not end when its code can't be loaded: it prints why and waits for an edit. A start
// that finds an error as the last word of a server, and nothing for so long since, answers with it rather than wait
// for the whole ready timeout. The server goes on; when it becomes ready later, it is ready.
const errorQuiet = 5 * time.Second

// wordsRead is how many lines back the beginning of a traceback is looked for.
const wordsRead = 200

// stuck tells whether the run seems to wait for somebody to mend its code.
func (p *probe) stuck() bool {
	if time.Since(p.r.Record().Started) < errorQuiet {
		return false
	}
	t, err := transcript.Open(p.r.Dir)
	if err != nil {
		return false
	}
	defer t.Close()
	last, err := t.Tail(1)
	if err != nil || len(last.Lines) == 0 || time.Since(last.Lines[0].Time) < errorQuiet {
		return false
	}
	page, err := t.Tail(wordsRead)
	if err != nil {
		return false
	}
	lines := make([]string, len(page.Lines))
	for i, l := range page.Lines {
		lines[i] = transcript.Plain(l.Text)
	}
	return endsWithError(lines)
}

// endsWithError tells whether the last that was printed is an error: a line of that level, a Python traceback, or a
// reloader's word that it waits for an edit after a crash.
func endsWithError(lines []string) bool {
	lines = runs.TrimBlank(lines)
	if len(lines) == 0 {
		return false
	}
	last := lines[len(lines)-1]
	if lower := strings.ToLower(last); strings.Contains(lower, "waiting for file changes") {
		return strings.Contains(lower, "crash") || strings.Contains(lower, "fail")
	}
	return transcript.Level(last) == "error" || endsWithTraceback(lines)
}

// endsWithTraceback: between its head and the last line, which names the exception, a traceback is indented.
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

// explainStuck is what a start answers then.
func (s *Supervisor) explainStuck(p *probe, why words.Reason) *app.Error {
	name := p.m.ref.String()
	e := app.Failf(app.CodeNotReady, "fix it: many servers then start by themselves; otherwise: devservers restart "+name,
		"%s is not ready: the last thing it printed is an error, and it has been quiet since (%s)", p.m.ref.Name, why)
	e.Run, e.Output = p.r.Record().ID, runs.LastLines(p.r.Dir, runs.LastLinesShown)
	return e
}
