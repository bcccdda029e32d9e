package why

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/project/sources"
	"devservers/app/reading/edits"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/rules"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// linesRead is how many of a run's last lines are searched for causes.
const linesRead = 1000

// server returns the server that the next start is about: of a hook, its server.
func (x *examination) server() string {
	return app.Ref{Project: x.ref.Project, Name: cmp.Or(x.Server.HookOf, x.ref.Name)}.String()
}

func (x *examination) clues() rules.Clues {
	env, _ := x.sup.NextEnv(x.ref)
	c := rules.Clues{
		Output: output.Output{Project: sources.Project{Dir: x.Project.Dir, WorkDir: x.Server.WorkingDir}, Lines: x.lines()},
		Ref:    x.server(), Printed: x.ref.String(), EnvFiles: x.Server.EnvFiles, Env: env,
		Ready:  x.Status.State == app.Ready && x.silent() == "",
		Failed: !x.Status.State.Up() || x.Status.Failure != nil || x.silent() != "" || x.late(),
		Port:   x.Status.Port, Owner: x.owner, Server: func(port int) (string, bool) { return app.DeclaredAt(x.sup.Projects(), port) },
	}
	c.Errors, c.Gone = x.errors()
	if x.Run != nil {
		c.Argv = x.Run.Record().Argv
	}
	for _, t := range x.Project.Tasks {
		c.Tasks = append(c.Tasks, rules.Task{Name: t.Name, Command: t.Command.Source})
	}
	return c
}

// late reports whether a run has been starting for longer than most servers need.
func (x *examination) late() bool {
	st := x.Status
	return st.State == app.Starting && st.PID != 0 && st.StartedAt != nil && time.Since(*st.StartedAt) > 2*x.patience
}

// owner returns who else holds a port, and what to do about it.
func (x *examination) owner(port int) (who, fix string) {
	if e := x.sup.PortHeld(x.ref, port); e != nil {
		return e.Owner.Describe(), e.Hint
	}
	return "", ""
}

func (x *examination) lines() (list []output.Line) {
	for _, l := range x.tail(linesRead) {
		list = append(list, output.Line{Seq: l.Seq, Text: text.Plain(l.Text)})
		x.seen = l.Seq
	}
	return list
}

// texts returns the last lines as plain text.
func (x *examination) texts() (list []string) {
	for _, l := range x.tail(20) {
		list = append(list, text.Plain(l.Text))
	}
	return list
}

// prompt returns the last line if it is unfinished and looks like a prompt, whatever it says, or "".
func (x *examination) prompt() string {
	lines := x.tail(1)
	if len(lines) == 0 || !lines[0].Partial {
		return ""
	}
	last := strings.TrimSpace(text.Plain(lines[0].Text))
	if last == "" || len(last) > 300 || !strings.ContainsAny(last[len(last)-1:], ":?>$#)]") || !strings.ContainsFunc(last, unicode.IsLetter) {
		return ""
	}
	return last
}

// tail returns the last n lines of the run, as far as they can be read.
func (x *examination) tail(n int) []transcript.Line {
	if x.Run == nil {
		return nil
	}
	t, err := transcript.Open(x.Run.Dir)
	if err != nil {
		return nil
	}
	defer t.Close()
	page, _ := t.Tail(n)
	return page.Lines
}

// quietSince returns when the run printed last.
func (x *examination) quietSince() time.Time {
	if lines := x.tail(1); len(lines) > 0 {
		return lines[0].Time
	}
	return time.Now()
}

// errors returns the errors in what the run printed, in the order of their lines: those that are standing, and those that
// are fixed or have not come since a rebuild.
func (x *examination) errors() (standing, gone []digest.Error) {
	if x.Run == nil {
		return nil, nil
	}
	page, _ := x.edits.Errors(x.ctx, edits.ErrorQuery{Ref: x.ref, Run: x.Status.Run, Fixed: true, Limit: digest.MaxEntries})
	slices.SortStableFunc(page.Errors, func(a, b digest.Error) int { return int(a.From - b.From) })
	for _, e := range page.Errors {
		if e.Current() {
			standing = append(standing, e)
		} else {
			gone = append(gone, e)
		}
	}
	return standing, gone
}
