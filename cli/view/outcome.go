package view

import (
	"cmp"
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// Started draws the outcome of a start: a line, or a failure in full.
func (v View) Started(name string, o Outcome) string {
	if o.Error != nil {
		return v.notDone(name, o)
	}
	return fmt.Sprintf("  %s %s  %s\n", v.Symbol(o.Status), v.Paint(Bold, name), v.startText(o))
}

// notDone draws a start or stop that failed. The name stands in front, so the detail doesn't repeat it.
func (v View) notDone(name string, o Outcome) string {
	failure := *o.Error
	failure.Detail = cmp.Or(failure.Short, failure.Detail)
	return v.Failure(fmt.Sprintf("  %s %s  ", v.Cross(), v.Paint(Bold, name)), &failure)
}

// startText describes what the state is, where the server is, and since when.
func (v View) startText(o Outcome) string {
	word := string(o.State)
	if !o.Fresh {
		word = "already " + word
	}
	parts := []string{v.Paint(lookAt(o.State).color, word)}
	if address := o.Address(); address != "" {
		parts = append(parts, v.Link(address))
	}
	switch {
	case !o.Fresh && o.StartedAt != nil:
		parts = append(parts, v.Paint(Dim, "up "+v.age(*o.StartedAt)+" (run "+o.Run+")"))
	case o.ReadyAt != nil && o.StartedAt != nil:
		parts = append(parts, v.Paint(Dim, "in "+words.Duration(o.ReadyAt.Sub(*o.StartedAt))))
	case o.Reason != "":
		parts = append(parts, v.Paint(Dim, Plain(o.Reason)))
	}
	if len(o.Started) > 0 {
		parts = append(parts, v.Paint(Dim, "also started: "+strings.Join(o.Started, ", ")))
	}
	if len(o.Slept) > 0 {
		parts = append(parts, v.Paint(Dim, words.SleptFor(o.Slept)))
	}
	if o.ConfigChanged {
		parts = append(parts, v.Paint(Yellow, "(changed since start: "+changedNames(o.Status)+"; devservers restart "+o.Name+
			")"))
	}
	return strings.Join(parts, "  ")
}

// Stopped draws the outcome of a stop.
func (v View) Stopped(name string, o Outcome) string {
	if o.Error != nil {
		return v.notDone(name, o)
	}
	return fmt.Sprintf("  %s %s  %s\n", v.Symbol(app.Status{State: app.Stopped}), v.Paint(Bold, name),
		v.Paint(Dim, Plain(cmp.Or(o.Short, string(o.State)))))
}

// Outcome is the result of one server's start or stop, as --json shows it.
type Outcome struct {
	app.Result
	Error *app.Error `json:"error,omitempty"`
	Fresh bool       `json:"-"` // its run began after the request, maybe because another of ours needs it
}

// NothingToStop states that nothing of a project runs, and what else does.
func (v View) NothingToStop(project string, others []string) string {
	return v.Hang(v.Symbol(app.Status{State: app.Stopped})+" ", "nothing of "+Plain(project)+" is running. To stop "+
		strings.Join(others, ", ")+" and the manager: devservers stop --all", 2)
}
