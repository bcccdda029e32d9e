package mcp

import (
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
	"devservers/mcp/render"
)

// tool is one tool: what a model sees of it, and what it does.
type tool struct {
	name, title, about string
	reads              bool // it changes nothing
	destroys           bool // what it ends or undoes is lost
	repeats            bool // calling it again changes nothing more
	loaded             bool // clients that load tools late should load this one immediately
	args               func() render.ArgumentSet
	do                 func(c *call, given any) (any, error)
}

// taking returns t, which does do with arguments as the fields of A declare them.
func taking[A any](t tool, do func(*call, A) (any, error)) tool {
	t.args = sync.OnceValue(render.ArgumentsOf[A])
	t.do = func(c *call, given any) (any, error) {
		var a A
		if err := t.read(c, given, &a); err != nil {
			return nil, err
		}
		return do(c, a)
	}
	return t
}

// read reads the arguments of a call into a, and counts the call.
func (t tool) read(c *call, given, a any) error {
	notes, err := t.args().Read(given, a)
	if err != nil {
		return &app.Error{Code: app.CodeInvalid, Detail: err.Error(), Hint: t.name + " takes " + t.args().Usage()}
	}
	c.note(notes...)
	if p, ok := a.(interface{ inside() string }); ok {
		c.Finder.Project = p.inside()
	}
	if !t.reads {
		err = c.callers.Allow(c.caller, time.Now())
		c.counted = err == nil
	} else if about, ok := a.(interface{ about() string }); ok {
		c.o.History.Read(c.caller.Actor(), t.title, about.about())
	}
	return err
}

// inProject is the argument of tools that accept a project.
type inProject struct {
	Project string `arg:"project" also:"directory dir cwd path"`
}

func (p inProject) inside() string { return p.Project }

// ofServer is the arguments of tools that need a server.
type ofServer struct {
	Server string `arg:"server,required" also:"name target task run url id" about:"project/server, name, URL or port"`
	inProject
}

// ofTargets is the arguments of tools for one server, or for all of a project.
type ofTargets struct {
	Server string `arg:"server" also:"name target task run url id" about:"project/server, name, URL or port; default all"`
	inProject
}

// ofChanged is the arguments of tools that change one server, or all of a project.
type ofChanged struct {
	Server string `arg:"server,found" also:"name target task run url id" about:"project/server, name, URL or port; or a project"`
	inProject
}

func (o ofTargets) about() string { return o.Server }

// ofServers is the arguments of tools that accept a server.
type ofServers struct {
	Server string `arg:"server" also:"name target task run url id" about:"default all of project"`
	inProject
}

func (o ofServer) about() string  { return o.Server }
func (o ofServers) about() string { return o.Server }

// waiting is the argument of tools that wait.
type waiting struct {
	Timeout int `arg:"timeout_s" also:"timeout timeout_seconds" max:"45" usual:"30"`
}

// longestWait bounds how long a call may wait: clients give up after 60 seconds.
const longestWait = 45 * time.Second

func (w waiting) duration() time.Duration { return time.Duration(w.Timeout) * time.Second }

// described returns t as the protocol describes tools. All four hints are set: by the library's defaults every tool
// would be destructive and open to the world.
func (t tool) described() protocol.Tool {
	no := false
	destroys, reads, repeats := t.destroys, t.reads, t.repeats || t.reads
	d := protocol.Tool{
		Name: t.name, Title: t.title, Description: t.about, RawInputSchema: t.args().Schema(),
		Annotations: protocol.ToolAnnotation{
			Title: t.title, ReadOnlyHint: &reads, DestructiveHint: &destroys, IdempotentHint: &repeats, OpenWorldHint: &no,
		},
	}
	if t.loaded {
		d.Meta = protocol.NewMetaFromMap(map[string]any{"anthropic/alwaysLoad": true})
	}
	return d
}
