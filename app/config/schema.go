package config

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"devservers/app/config/naming"
	"devservers/app/config/yml"
	"devservers/app/words"
)

// minimalFile is what a person who has nothing can start from; it is shown by errors.
const minimalFile = `project: my-app
servers:
  web: {command: npm run dev}`

// MaxServers is how many servers and tasks a project may declare.
const MaxServers = 200

const (
	serversForm = "write a name, and under it: command: ..."
	LongestIdle = 366 * 24 * time.Hour
	longestWait = 24 * time.Hour
)

// projectReader reads the whole of devservers.yml into project, whose Dir is set.
type projectReader struct {
	yml.Reader
	project   *Project
	names     map[string]*yml.Node // servers and tasks already declared
	depends   map[string][]depends // what each waits for, checked when all are known
	hookTasks []Server
	named     bool // project: is there, right or wrong
}

func (r *projectReader) read(root *yml.Node) {
	r.names, r.depends = map[string]*yml.Node{}, map[string][]depends{}
	r.Fields(root, "", "write at least:\n"+minimalFile, []yml.Field{
		yml.Key("project", r.name),
		yml.Key("servers", func(v *yml.Node, key string) { r.project.Servers = r.servers(v, key, KindServer) }),
		yml.Key("tasks", func(v *yml.Node, key string) { r.project.Tasks = r.servers(v, key, KindTask) }),
		yml.Key("idle_timeout", func(v *yml.Node, key string) { r.project.IdleTimeout = r.idleTimeout(v, key) }),
		yml.Key("experimental", r.experimental),
	})
	if root.Kind != yml.Mapping {
		return
	}
	r.missing(root)
	r.checkDepends()
	r.declareHooks()
}

// missing reports what a file must have.
func (r *projectReader) missing(root *yml.Node) {
	if !r.named {
		hint := "add at the top: project: my-app"
		if n := naming.Suggest(filepath.Base(r.project.Dir)); n != "" {
			hint = "add at the top: project: " + n
		}
		r.Add(1, 1, "project", "the key project is missing", hint)
	}
	if root.Get("servers") == nil && root.Get("tasks") == nil {
		r.Add(1, 1, "servers", "no servers and no tasks are declared", "write at least:\n"+minimalFile)
	}
}

func (r *projectReader) name(v *yml.Node, key string) {
	r.named = true
	name, ok := r.Text(v, key, naming.Form)
	if !ok {
		return
	}
	if !naming.Valid(name) {
		r.Report(v, key, suggestion(name), "%s cannot be a project's name", words.Quote(name))
		return
	}
	r.project.Name = name
}

func suggestion(name string) string {
	if n := naming.Suggest(name); n != "" && n != name {
		return naming.Form + "; such as " + n
	}
	return naming.Form
}

func (r *projectReader) experimental(v *yml.Node, key string) {
	r.Warn(v, key, "nothing under it is needed any more; remove it", "this key is from an older version and has no effect")
}

func (r *projectReader) idleTimeout(v *yml.Node, key string) *time.Duration {
	d, ok := r.Duration(v, key, time.Minute, 0, LongestIdle)
	if !ok {
		return nil
	}
	return &d
}

// servers reads the mapping of names to servers or tasks.
func (r *projectReader) servers(v *yml.Node, path string, kind Kind) []Server {
	if v.Kind == yml.Null {
		return nil
	}
	if v.Kind != yml.Mapping {
		r.Report(v, path, serversForm, "expected a mapping of names, found %s", yml.Found(v))
		return nil
	}
	var out []Server
	for _, p := range v.Pairs {
		if !r.declare(p.Key, path, kind) {
			continue
		}
		if len(r.names) > MaxServers {
			r.Report(p.Key, path, "split the project", "more than %d servers and tasks", MaxServers)
			return out
		}
		out = append(out, r.server(p.Key, p.Value, path, kind))
	}
	return out
}

// declare checks a name and that nothing else of the project has it.
func (r *projectReader) declare(key *yml.Node, path string, kind Kind) bool {
	if !naming.Valid(key.Text) {
		r.Report(key, path, suggestion(key.Text), "%s cannot be a %s's name", words.Quote(key.Text), kind)
		return false
	}
	if first, taken := r.names[key.Text]; taken {
		r.Report(key, yml.Join(path, key.Text), "servers and tasks share their names; rename one of them", "line %d declares this name already", first.Line)
		return false
	}
	r.names[key.Text] = key
	return true
}

// serverReader reads one server or task.
type serverReader struct {
	*projectReader
	Server
	key        *yml.Node // the name
	path       string
	hasCommand bool
	hooks      []hook
}

func (r *projectReader) server(key, v *yml.Node, path string, kind Kind) Server {
	s := serverReader{projectReader: r, key: key, path: yml.Join(path, key.Text)}
	s.Server = Server{
		Name: key.Text, Kind: kind, Line: key.Line, WorkingDir: r.project.Dir, PTY: true, Memory: DefaultMemory,
		Ready: Ready{Timeout: DefaultReadyTimeout},
		Stop:  Stop{Signal: DefaultStopSignal, Timeout: DefaultStopTimeout},
	}
	if v.Kind == yml.Scalar {
		r.Report(v, s.path, fmt.Sprintf("write %s: {command: ...}", key.Text), "expected a mapping (key: value), found %s", yml.Found(v))
		return s.Server
	}
	if v.Kind == yml.Null {
		v = &yml.Node{Kind: yml.Mapping, Line: key.Line, Column: key.Column}
	}
	r.Fields(v, s.path, "write command: ... under the name", s.known())
	if v.Kind == yml.Mapping {
		s.check(v)
	}
	s.addHooks()
	return s.Server
}

// known lists a server's keys in the order in which a person is told of them.
func (s *serverReader) known() []yml.Field {
	return []yml.Field{
		yml.Key("command", s.readCommand),
		yml.Key("working_dir", s.readWorkingDir),
		yml.Key("port", s.serverOnly(s.readPort)),
		yml.Key("autostart", s.serverOnly(func(v *yml.Node, key string) { s.Autostart = s.Boolean(v, key, false) })),
		yml.Key("env", s.readEnv),
		yml.Key("env_file", s.readEnvFiles),
		yml.Key("ready", s.serverOnly(func(v *yml.Node, key string) { s.Ready = s.readReady(v, key) })),
		yml.Key("depends_on", s.readDepends),
		yml.Key("restart", s.serverOnly(s.readRestart)),
		yml.Key("watch", s.serverOnly(s.readWatch)),
		yml.Key("stop", s.readStop),
		yml.Key("memory", func(v *yml.Node, key string) { s.Memory = s.Size(v, key, DefaultMemory) }),
		yml.Key("file_size", func(v *yml.Node, key string) { s.FileSize = s.Size(v, key, 0) }),
		yml.Key("pty", func(v *yml.Node, key string) { s.PTY = s.Boolean(v, key, true) }),
		yml.Key("idle_timeout", s.serverOnly(func(v *yml.Node, key string) { s.IdleTimeout = s.idleTimeout(v, key) })),
		yml.Key("alive", s.serverOnly(s.readAlive)),
		yml.Key("before_start", s.readHook("before_start")),
		yml.Key("after_stop", s.readHook("after_stop")),
		yml.Key("prefix_logs", s.readPrefixLogs),
	}
}

// serverOnly refuses a key that says nothing about something that ends by itself.
func (s *serverReader) serverOnly(read func(*yml.Node, string)) func(*yml.Node, string) {
	if s.Kind == KindServer {
		return read
	}
	return func(v *yml.Node, key string) {
		s.Report(v, key, "remove it, or move the entry under servers:", "this key is for servers; %s is a task", s.Name)
	}
}

// check looks at keys together, once all are read.
func (s *serverReader) check(v *yml.Node) {
	if !s.hasCommand {
		s.Report(s.key, s.path, "add command: ... under it", "the key command is missing")
	}
	s.checkPort(v, "ready", s.Ready)
	s.checkPort(v, "alive", s.Alive.Ready)
}

// checkPort reports a probe that needs a port which is not there.
func (s *serverReader) checkPort(v *yml.Node, key string, probe Ready) {
	at := v.Get(key)
	if at == nil || s.Port.Declared() || v.Get("port") != nil {
		return
	}
	switch {
	case strings.HasPrefix(probe.HTTP, "/"), strings.Contains(probe.HTTP, "$"):
		s.Report(at.Get("http"), yml.Join(s.path, key+".http"), "add port:, or write the whole URL: http://localhost:8000/healthz", "this needs the server's port, and it declares none")
	case probe.TCP.Auto:
		s.Report(at.Get("tcp"), yml.Join(s.path, key+".tcp"), "add port:, or write the port's number", "this needs the server's port, and it declares none")
	}
}
