package supervisor

import (
	"time"

	"devservers/app"
	"devservers/app/diagnose"
	"devservers/app/ports"
	"devservers/app/transcript"
)

// lines are the last ones of the run, as plain text.
func (x *examination) lines() (list []diagnose.Line) {
	page := x.page(linesRead)
	for _, l := range page.Lines {
		list = append(list, diagnose.Line{Seq: l.Seq, Text: transcript.Plain(l.Text)})
	}
	return list
}

func (x *examination) page(n int) (page transcript.Page) {
	if x.r == nil {
		return page
	}
	t, err := transcript.Open(x.r.Dir)
	if err != nil {
		return page
	}
	defer t.Close()
	page, _ = t.Tail(n) // what cannot be read tells nothing
	return page
}

// quietSince is when it printed last.
func (x *examination) quietSince() time.Time {
	if page := x.page(1); len(page.Lines) > 0 {
		return page.Lines[0].Time
	}
	return time.Now()
}

// asCase is what the rules look at.
func (x *examination) asCase() diagnose.Case {
	env, fail := x.s.decls.Environ(x.d, x.server, x.server.WorkingDir, x.st.Port)
	if fail != nil {
		env = x.s.decls.Login(x.s.decls.EnvOf(x.m.ref.Project))
		env.Declared(x.conf, x.server)
	}
	c := diagnose.Case{
		Ref: x.m.ref.String(), Lines: x.lines(), ProjectDir: x.conf.Dir, Dir: x.server.WorkingDir, EnvFiles: x.server.EnvFiles, Env: env.Get,
		Ready: x.st.State == app.Ready, Port: x.st.Port, Owner: x.owner, Server: x.s.declaredAt,
	}
	if x.r != nil {
		c.Argv = x.r.Record().Argv
	}
	for _, t := range x.conf.Tasks {
		c.Tasks = append(c.Tasks, diagnose.Task{Name: t.Name, Command: t.Command.Source})
	}
	return c
}

// owner tells who else holds a port, and what to do about it.
func (x *examination) owner(port int) (who, fix string) {
	list, err := ports.Listening(port)
	if err != nil || port == 0 {
		return "", ""
	}
	for _, l := range list {
		if o := x.s.ownerOf(l, x.conf.Dir); l.Local() && o.Server != x.m.ref.String() {
			return o.Describe(), x.s.portHeld(x.m.ref, o).Hint
		}
	}
	return "", ""
}
