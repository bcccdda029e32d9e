package cli

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/term"
)

// started draws the outcome of a start: a line, or a failure in full.
func (v view) started(name string, o outcome) string {
	if o.Error != nil {
		return v.notDone(name, o)
	}
	return fmt.Sprintf("  %s %s  %s\n", symbol(v.Style, o.Status), v.Paint(term.Bold, name), v.startText(o))
}

// notDone draws a start or stop that failed. The name stands in front, so the detail doesn't repeat it.
func (v view) notDone(name string, o outcome) string {
	failure := *o.Error
	for _, subject := range []string{o.Ref().String(), o.Name} {
		failure.Detail = strings.TrimPrefix(failure.Detail, subject+" ")
	}
	return v.failure(fmt.Sprintf("  %s %s  ", v.Cross(), v.Paint(term.Bold, name)), &failure)
}

// startText says what the state is, where the server is, and since when.
func (v view) startText(o outcome) string {
	word := string(o.State)
	if !o.fresh {
		word = "already " + word
	}
	parts := []string{v.Paint(look(o.State).color, word)}
	if o.URL != "" {
		parts = append(parts, v.Paint(term.Cyan, o.URL))
	}
	switch {
	case !o.fresh && o.StartedAt != nil:
		parts = append(parts, v.Paint(term.Dim, "up "+v.age(*o.StartedAt)+" (run "+o.Run+")"))
	case o.ReadyAt != nil && o.StartedAt != nil:
		parts = append(parts, v.Paint(term.Dim, "in "+words.Duration(o.ReadyAt.Sub(*o.StartedAt))))
	case o.Reason != "":
		parts = append(parts, v.Paint(term.Dim, term.Plain(o.Reason)))
	}
	if len(o.Started) > 0 {
		parts = append(parts, v.Paint(term.Dim, "also started: "+strings.Join(o.Started, ", ")))
	}
	if o.ConfigChanged {
		parts = append(parts, v.Paint(term.Yellow, "(changed since start: "+changedNames(o.Status)+"; devservers restart "+o.Name+")"))
	}
	return strings.Join(parts, "  ")
}

// stopped draws the outcome of a stop.
func (v view) stopped(name string, o outcome) string {
	if o.Error != nil {
		return v.notDone(name, o)
	}
	text := "was not running"
	if o.Changed {
		text = string(o.State)
		if o.Message != "" {
			text = strings.TrimPrefix(term.Plain(o.Message), o.Name+" is ")
		}
	}
	return fmt.Sprintf("  %s %s  %s\n", look(app.Stopped).sign(v.Style), v.Paint(term.Bold, name), v.Paint(term.Dim, text))
}
