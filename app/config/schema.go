package config

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

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
	longestIdle = 366 * 24 * time.Hour
	longestWait = 24 * time.Hour
)

// projectReader reads the whole of devservers.yml into project, whose Dir is set.
type projectReader struct {
	reader
	project   *Project
	names     map[string]*node     // servers and tasks already declared
	depends   map[string][]depends // what each waits for, checked when all are known
	hookTasks []Server
	named     bool // project: is there, right or wrong
}

func (r *projectReader) read(root *node) {
	r.names, r.depends = map[string]*node{}, map[string][]depends{}
	r.fields(root, "", "write at least:\n"+minimalFile, []field{
		keyed("project", r.name),
		keyed("servers", func(v *node, key string) { r.project.Servers = r.servers(v, key, KindServer) }),
		keyed("tasks", func(v *node, key string) { r.project.Tasks = r.servers(v, key, KindTask) }),
		keyed("idle_timeout", func(v *node, key string) { r.project.IdleTimeout = r.idleTimeout(v, key) }),
		keyed("experimental", r.experimental),
	})
	if root.kind != mappingNode {
		return
	}
	r.missing(root)
	r.checkDepends()
	r.declareHooks()
}

// missing reports what a file must have.
func (r *projectReader) missing(root *node) {
	if !r.named {
		hint := "add at the top: project: my-app"
		if n := suggestName(filepath.Base(r.project.Dir)); n != "" {
			hint = "add at the top: project: " + n
		}
		r.add(1, 1, "project", "the key project is missing", hint)
	}
	if root.get("servers") == nil && root.get("tasks") == nil {
		r.add(1, 1, "servers", "no servers and no tasks are declared", "write at least:\n"+minimalFile)
	}
}

func (r *projectReader) name(v *node, key string) {
	r.named = true
	name, ok := r.text(v, key, nameForm)
	if !ok {
		return
	}
	if !validName(name) {
		r.fault(v, key, suggestion(name), "%s cannot be a project's name", words.Quote(name))
		return
	}
	r.project.Name = name
}

func suggestion(name string) string {
	if n := suggestName(name); n != "" && n != name {
		return nameForm + "; such as " + n
	}
	return nameForm
}

func (r *projectReader) experimental(v *node, key string) {
	r.warn(v, key, "nothing under it is needed any more; remove it", "this key is from an older version and has no effect")
}

func (r *projectReader) idleTimeout(v *node, key string) *time.Duration {
	d, ok := r.duration(v, key, time.Minute, 0, longestIdle)
	if !ok {
		return nil
	}
	return &d
}

// servers reads the mapping of names to servers or tasks.
func (r *projectReader) servers(v *node, path string, kind Kind) []Server {
	if v.kind == nullNode {
		return nil
	}
	if v.kind != mappingNode {
		r.fault(v, path, serversForm, "expected a mapping of names, found %s", found(v))
		return nil
	}
	var out []Server
	for _, p := range v.pairs {
		if !r.declare(p.key, path, kind) {
			continue
		}
		if len(r.names) > MaxServers {
			r.fault(p.key, path, "split the project", "more than %d servers and tasks", MaxServers)
			return out
		}
		out = append(out, r.server(p.key, p.value, path, kind))
	}
	return out
}

// declare checks a name and that nothing else of the project has it.
func (r *projectReader) declare(key *node, path string, kind Kind) bool {
	if !validName(key.text) {
		r.fault(key, path, suggestion(key.text), "%s cannot be a %s's name", words.Quote(key.text), kind)
		return false
	}
	if first, taken := r.names[key.text]; taken {
		r.fault(key, join(path, key.text), "servers and tasks share their names; rename one of them", "line %d declares this name already", first.line)
		return false
	}
	r.names[key.text] = key
	return true
}

// serverReader reads one server or task.
type serverReader struct {
	*projectReader
	Server
	key        *node // the name
	path       string
	hasCommand bool
	hooks      []hook
}

func (r *projectReader) server(key, v *node, path string, kind Kind) Server {
	s := serverReader{projectReader: r, key: key, path: join(path, key.text)}
	s.Server = Server{
		Name: key.text, Kind: kind, Line: key.line, WorkingDir: r.project.Dir, PTY: true, Memory: DefaultMemory,
		Ready: Ready{Timeout: DefaultReadyTimeout},
		Stop:  Stop{Signal: DefaultStopSignal, Timeout: DefaultStopTimeout},
	}
	if v.kind == scalarNode {
		r.fault(v, s.path, fmt.Sprintf("write %s: {command: ...}", key.text), "expected a mapping (key: value), found %s", found(v))
		return s.Server
	}
	if v.kind == nullNode {
		v = &node{kind: mappingNode, line: key.line, column: key.column}
	}
	r.fields(v, s.path, "write command: ... under the name", s.known())
	if v.kind == mappingNode {
		s.check(v)
	}
	s.addHooks()
	return s.Server
}

// known lists a server's keys in the order in which a person is told of them.
func (s *serverReader) known() []field {
	return []field{
		keyed("command", s.readCommand),
		keyed("working_dir", s.readWorkingDir),
		keyed("port", s.serverOnly(s.readPort)),
		keyed("autostart", s.serverOnly(func(v *node, key string) { s.Autostart = s.boolean(v, key, false) })),
		keyed("env", s.readEnv),
		keyed("env_file", s.readEnvFiles),
		keyed("ready", s.serverOnly(func(v *node, key string) { s.Ready = s.readReady(v, key) })),
		keyed("depends_on", s.readDepends),
		keyed("restart", s.serverOnly(s.readRestart)),
		keyed("watch", s.serverOnly(s.readWatch)),
		keyed("stop", s.readStop),
		keyed("memory", func(v *node, key string) { s.Memory = s.size(v, key, DefaultMemory) }),
		keyed("file_size", func(v *node, key string) { s.FileSize = s.size(v, key, 0) }),
		keyed("pty", func(v *node, key string) { s.PTY = s.boolean(v, key, true) }),
		keyed("idle_timeout", s.serverOnly(func(v *node, key string) { s.IdleTimeout = s.idleTimeout(v, key) })),
		keyed("alive", s.serverOnly(s.readAlive)),
		keyed("before_start", s.readHook("before_start")),
		keyed("after_stop", s.readHook("after_stop")),
		keyed("prefix_logs", s.readPrefixLogs),
	}
}

// serverOnly refuses a key that says nothing about something that ends by itself.
func (s *serverReader) serverOnly(read func(*node, string)) func(*node, string) {
	if s.Kind == KindServer {
		return read
	}
	return func(v *node, key string) {
		s.fault(v, key, "remove it, or move the entry under servers:", "this key is for servers; %s is a task", s.Name)
	}
}

// check looks at keys together, once all are read.
func (s *serverReader) check(v *node) {
	if !s.hasCommand {
		s.fault(s.key, s.path, "add command: ... under it", "the key command is missing")
	}
	s.checkPort(v, "ready", s.Ready)
	s.checkPort(v, "alive", s.Alive.Ready)
}

// checkPort reports a probe that needs a port which is not there.
func (s *serverReader) checkPort(v *node, key string, probe Ready) {
	at := v.get(key)
	if at == nil || s.Port.Declared() || v.get("port") != nil {
		return
	}
	switch {
	case strings.HasPrefix(probe.HTTP, "/"), strings.Contains(probe.HTTP, "$"):
		s.fault(at.get("http"), join(s.path, key+".http"), "add port:, or write the whole URL: http://localhost:8000/healthz", "this needs the server's port, and it declares none")
	case probe.TCP.Auto:
		s.fault(at.get("tcp"), join(s.path, key+".tcp"), "add port:, or write the port's number", "this needs the server's port, and it declares none")
	}
}
