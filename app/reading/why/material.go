package why

import (
	"cmp"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/reading/edits"
	"devservers/app/reading/why/finders"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// linesRead is how many of a run's last lines are read.
const linesRead = 1000

// server returns the server that the next start is about: of a hook, its server.
func (x *examination) server() string {
	return app.Ref{Project: x.ref.Project, Name: cmp.Or(x.Server.HookOf, x.ref.Name)}.String()
}

// reading returns what the run has printed, with what the finders look at. It is read once.
func (x *examination) reading() *printout {
	if x.read != nil {
		return x.read
	}
	st := x.Status
	r := newReading(code.New(&sources.Project{Dir: x.Project.Dir, WorkDir: x.Server.WorkingDir}))
	r.Env, _ = x.sup.NextEnv(x.ref)
	r.Ref, r.EnvFiles, r.Port = x.server(), x.Server.EnvFiles, st.Port
	r.Failed = !st.State.Up() || st.Failure != nil || !x.silent().Empty() || x.late()
	r.Declared = func(port int) (string, bool) { return app.DeclaredAt(x.sup.Projects(), port) }
	r.Owner = x.owner
	r.Ready = st.ReadyAt != nil && x.Server.Ready.Kind() == ""
	if x.Run != nil {
		rec := x.Run.Record()
		r.Argv, r.Started, r.Cage = rec.Argv, rec.Started, rec.Cage
	}
	switch e := st.Exit; {
	case e == nil:
	case e.Code != nil:
		r.Exit = *e.Code
	case e.Signal == "ABRT":
		r.Exit = finders.Aborted
	}
	for _, t := range x.Project.Tasks {
		if t.Name != x.ref.Name {
			r.Tasks = append(r.Tasks, finders.Task{Name: t.Name, Command: t.Command.Source, Dir: t.WorkingDir})
		}
	}
	for _, l := range x.tail(linesRead) {
		r.add(l.Seq, text.Plain(l.Text))
	}
	r.errors, r.gone = x.errors()
	r.errors = slices.DeleteFunc(r.errors, func(e digest.Error) bool { return e.From > r.last() }) // they came meanwhile
	x.read = r
	return r
}

// late reports whether a run has been starting for longer than most servers need.
func (x *examination) late() bool {
	st := x.Status
	return st.State == app.Starting && st.PID != 0 && st.StartedAt != nil && time.Since(*st.StartedAt) > 2*x.patience
}

// owner returns which other process listens on a port, or nil.
func (x *examination) owner(port int) *app.PortOwner {
	if e := x.sup.PortHeld(x.ref, port); e != nil {
		return e.Owner
	}
	return nil
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
func (x *examination) quietSince() time.Time { return sinceOf(x.tail(1)) }

// sinceOf returns when the last line of a run was printed, if there is one.
func sinceOf(last []transcript.Line) time.Time {
	if len(last) > 0 {
		return last[0].Time
	}
	return time.Now()
}

// errors returns the errors in what the run printed, in the order of their lines: those that are standing, and those
// that are fixed or have not come since a rebuild.
func (x *examination) errors() (standing, gone []digest.Error) {
	if x.Run == nil {
		return nil, nil
	}
	page, _ := x.edits.Errors(x.ctx, edits.ErrorQuery{Ref: x.ref, Run: x.Status.Run, Fixed: true,
		Limit: digest.MaxEntries})
	slices.SortStableFunc(page.Errors, func(a, b digest.Error) int { return int(a.From - b.From) })
	for _, e := range page.Errors {
		switch {
		case e.Level != "error":
		case e.Current():
			standing = append(standing, e)
		default:
			gone = append(gone, e)
		}
	}
	return standing, gone
}
