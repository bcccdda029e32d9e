package history

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// LastLinesShown is how many lines of output are shown with a failure.
const LastLinesShown = 20

// blankRead is how many more lines are read than shown, since blank ones are left out.
const blankRead = 100

// LastLines returns the last n lines of the run in dir as plain text. It drops empty lines at the end, and keeps one of
// several empty lines in a row: a tool that clears the screen prints as many as the terminal has rows.
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
		text := words.Clip(text.Plain(l.Text), 500)
		if len(list) > 0 && strings.TrimSpace(text+list[len(list)-1]) == "" {
			continue
		}
		list = append(list, text)
	}
	list = TrimBlank(list)
	return list[max(0, len(list)-n):]
}

// TrimBlank returns lines without the empty ones at the end.
func TrimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// soon is how long after it was ready a run ends for that to be worth saying: it may not have worked at all.
const soon = 10 * time.Second

// End returns how a run ended.
func End(rec protocol.Record) words.End {
	e := rec.End
	end := words.End{Cause: string(e.Cause), Code: e.Code, Signal: e.Signal, Error: e.Error,
		Lived: max(0, e.At.Sub(rec.Started))}
	if rec.Ready != nil && e.At.Sub(*rec.Ready) < soon {
		end.Ready = e.At.Sub(*rec.Ready)
	}
	return end
}

// ExitOf returns how a run ended, as clients see it; nil while it is alive.
func ExitOf(e *protocol.End) *app.Exit {
	if e == nil {
		return nil
	}
	x := &app.Exit{Signal: e.Signal, Error: e.Error, Cause: e.Cause, At: e.At}
	if e.Signal == "" && e.Error == "" {
		code := e.Code
		x.Code = &code
	}
	return x
}

// unknown returns the error for a run that isn't stored.
func unknown(ref app.Ref, id string) *app.Error {
	return app.Failf(app.CodeNotFound, "`devservers runs "+ref.String()+"` lists the stored runs",
		"%s has no run %s, or it is no longer stored", ref, words.Quote(id))
}
