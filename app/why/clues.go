package why

import (
	"cmp"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// linesRead is how many of a run's last lines are searched for causes.
const linesRead = 1000

// clues are what the rules look at.
type clues struct {
	ref        string         // project/server to start or to change: of a hook, its server
	printed    string         // project/name of what printed the lines
	lines      []line         // the last ones that the run printed
	errors     []digest.Error // that are not fixed, in the order of their lines
	projectDir string
	dir        string   // the working directory
	argv       []string // of the run
	envFiles   []string // declared, absolute
	env        map[string]string
	tasks      []task
	ready      bool // it is up and works
	failed     bool // it is not up, or can't get ready: an error in its output is the cause
	port       int  // 0: none
	owner      func(port int) (who, fix string)
	server     func(port int) (ref string, up bool) // that is declared to listen there; "": none
}

// line is a line that the run printed, as plain text.
type line struct {
	seq  int64
	text string
}

// task is a declared command that could be the fix.
type task struct{ name, command string }

// server returns the server that the next start is about: of a hook, its server.
func (x *examination) server() string {
	return app.Ref{Project: x.ref.Project, Name: cmp.Or(x.Server.HookOf, x.ref.Name)}.String()
}

func (x *examination) clues() clues {
	env, _ := x.sup.NextEnv(x.ref)
	c := clues{
		ref: x.server(), printed: x.ref.String(), lines: x.lines(), errors: x.errors(), projectDir: x.Project.Dir, dir: x.Server.WorkingDir, envFiles: x.Server.EnvFiles, env: env,
		ready: x.Status.State == app.Ready && x.silent() == "", failed: !x.Status.State.Up() || x.Status.Failure != nil || x.silent() != "", port: x.Status.Port, owner: x.owner, server: x.sup.DeclaredAt,
	}
	if x.Run != nil {
		c.argv = x.Run.Record().Argv
	}
	for _, t := range x.Project.Tasks {
		c.tasks = append(c.tasks, task{t.Name, t.Command.Source})
	}
	return c
}

// owner returns who else holds a port, and what to do about it.
func (x *examination) owner(port int) (who, fix string) {
	if e := x.sup.PortHeld(x.ref, port); e != nil {
		return e.Owner.Describe(), e.Hint
	}
	return "", ""
}

func (x *examination) lines() (list []line) {
	for _, l := range x.tail(linesRead) {
		list = append(list, line{l.Seq, text.Plain(l.Text)})
	}
	return list
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
