// Package config reads and checks devservers.yml, which declares a project's servers and tasks (Find, Load). Nothing
// here starts a process, opens a network connection or writes the file.
//
// Below it stand yml, YAML with positions and problems, and command: command lines, programs, env files and secrets.
// settings, the person's config.yml and decisions, stands above it.
package config

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// Kind is what a project declares: a server or a task.
type Kind string

// The kinds of declarations.
const (
	KindServer Kind = "server" // runs until it is stopped
	KindTask   Kind = "task"   // ends on its own
)

// IsTask reports whether this is a task, which ends by itself.
func (k Kind) IsTask() bool { return k == KindTask }

// Project is a devservers.yml at one moment. Nothing changes it after Load.
type Project struct {
	ID          string         // unique among registered projects; before registration, Name or Name@branch
	Name        string         // the key project:
	Dir         string         // absolute, symlinks resolved
	File        string         // absolute path of the devservers.yml, with Dir resolved
	SHA256      string         // the Fingerprint
	Source      []byte         // the file's bytes as read
	Servers     []Server       // in the order of the file
	Tasks       []Server       // in the order of the file, Kind task
	IdleTimeout *time.Duration // top-level idle_timeout; nil = not set, 0 = never
	Worktree    Worktree       // what each git worktree gets of its own
	Sleep       Sleep          // top-level sleep; "" = not set
	Warnings    []yml.Problem  // known keys without effect, in the order of the file
	EnvCode     []command.Code // assignments in env files that decide which code runs; none before WithEnvFiles
}

// Find returns the server or task called name. Both share one name space.
func (p Project) Find(name string) (Server, bool) {
	for s := range p.All() {
		if s.Name == name {
			return *s, true
		}
	}
	return Server{}, false
}

// All yields the servers, then the tasks, without copying them: each request looks at all several times.
func (p Project) All() iter.Seq[*Server] {
	return func(yield func(*Server) bool) {
		for _, list := range [][]Server{p.Servers, p.Tasks} {
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// Server is one declared server or task, checked and with defaults filled in.
type Server struct {
	Name        string
	Kind        Kind
	Command     command.Command
	Arguments   bool         // of a task: a run may add some to Command; default false
	Inputs      []string     // of a task: patterns of files; unless one changes, a setup need not run it again
	WorkingDir  string       // absolute, inside the project, resolved as far as it existed at load
	Port        Port         // zero = none
	Declared    int          // the port in the file, if Port is another one because of At; otherwise 0
	PortFlag    bool         // whether its tool is given the port, if the command doesn't; default true
	External    bool         // managed: false; it is never started or stopped
	BrowserLogs bool         // whether pages report their console; default false
	Autostart   bool         // default false
	Restart     Restart      // the restart policy
	DependsOn   []Dependency // conditions of its start, in order
	Watch       []string     // patterns of files whose change restarts it; see Watches
	Line        int          // of its declaration, 1-based
	Environment
	Checks
	ServerHooks
	Limits
}

// Environment is where the variables of a server come from.
type Environment struct {
	Env       []command.Var     // as declared, in order
	Unset     []string          // variables that an overlay removes, wherever they are set
	EnvFiles  []string          // absolute; read at each start
	Fallbacks map[string]string // by env file that a worktree may lack: the one of the main checkout
	Borrowed  []string          // the EnvFiles of the main checkout; see WithFallbacks
}

// Checks are the checks of a server.
type Checks struct {
	Ready Ready // readiness; without one only Timeout is set
	Alive Alive // liveness
	Check Check // the request for a verdict on an edit
}

// ServerHooks are the tasks that precede or follow each run of a server, in order, by name.
type ServerHooks struct {
	BeforeStart []string            // they must succeed before each start
	AfterStop   []string            // they follow each run
	Hooks       map[string][]string // the commands of these tasks, by key
	HookOf      string              // of such a task: the name of its server
}

// Limits are how a run of a server ends, and what it may use.
type Limits struct {
	Stop        Stop           // how to end a run
	Memory      int64          // bytes; DefaultMemory = not set, 0 = no limit
	FileSize    int64          // bytes, 0 = no limit
	Sandbox     Sandbox        // what it may do
	PTY         bool           // default true; false = a pipe
	IdleTimeout *time.Duration // nil = not set here, 0 = never
	Sleep       Sleep          // "" = not set here
}

// Sleep is what happens to an idle server.
type Sleep string

// The kinds of sleep.
const (
	SleepStop   Sleep = "stop"   // it ends, and starts again when it is used
	SleepFreeze Sleep = "freeze" // its processes stand still, and continue when it is used
)

// Defaults of a server's keys.
const (
	defaultReadyTimeout = 60 * time.Second
	DefaultStopTimeout  = 5 * time.Second
	DefaultStopSignal   = syscall.SIGTERM
	DefaultMemory       = -1 // half of the machine's memory
)

// Port is a declared port. The zero value is none.
type Port struct {
	Auto   bool // the manager picks a free one and reuses it
	Number int  // 1 to 65535 unless Auto
}

// ParsePort reads a number from 1 to 65535, or auto.
func ParsePort(text string) (Port, bool) {
	n, err := strconv.Atoi(text)
	switch {
	case text == "auto":
		return Port{Auto: true}, true
	case err != nil || n < 1 || n > 65535:
		return Port{}, false
	}
	return Port{Number: n}, true
}

// Declared reports whether the server has a port at all.
func (p Port) Declared() bool { return p.Auto || p.Number != 0 }

// String returns the number, "auto" or "".
func (p Port) String() string {
	switch {
	case p.Auto:
		return "auto"
	case p.Number == 0:
		return ""
	}
	return strconv.Itoa(p.Number)
}

// Stop is how to end a run: a signal, and KILL after a timeout.
type Stop struct {
	Signal  syscall.Signal
	Timeout time.Duration
}

// Ready is a readiness check. At most one of HTTP, TCP, Log and Command is set. Without one, a run is ready when its
// process tree listens on its port, or if it has none, when it has lived for a moment.
type Ready struct {
	HTTP    string           // a path on the server's port or an http(s) URL; may contain $PORT; see URL
	TCP     Port             // Auto = the server's own port
	Log     *regexp.Regexp   // matches a line of output
	Command *command.Command // exits with code 0
	Timeout time.Duration
}

// Page returns the address of the check if it is a path on the server's own port, or "".
func (r Ready) Page() string {
	if strings.HasPrefix(r.HTTP, "/") {
		return r.HTTP
	}
	return ""
}

// Kind returns "http", "tcp", "log", "command", or "" for the default.
func (r Ready) Kind() string {
	switch {
	case r.HTTP != "":
		return "http"
	case r.TCP.Declared():
		return "tcp"
	case r.Log != nil:
		return "log"
	case r.Command != nil:
		return "command"
	}
	return ""
}

// URL returns the address that an HTTP check requests from a server with this port.
func (r Ready) URL(port int) string {
	number := strconv.Itoa(port)
	u := strings.NewReplacer("${PORT}", number, "$PORT", number).Replace(r.HTTP)
	if strings.HasPrefix(u, "/") {
		return "http://127.0.0.1:" + number + u
	}
	return u
}
