package config

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"devservers/app/config/command"
	"devservers/app/config/envvar"
	"devservers/app/config/yml"
)

// Kind tells the two things that a project declares apart.
type Kind string

// The kinds of declarations.
const (
	KindServer Kind = "server" // lives until it is stopped
	KindTask   Kind = "task"   // ends by itself
)

// Project is a devservers.yml as it was at one moment. It is a value: nobody changes it after Load.
type Project struct {
	ID          string         // unique among registered projects; until Global.Register set it, Name or Name@branch
	Name        string         // the key project:
	Dir         string         // absolute, symlinks resolved
	File        string         // absolute path of the devservers.yml, with Dir resolved
	SHA256      string         // hex; what trust is bound to: see Fingerprint
	Source      []byte         // the file's bytes as read
	Servers     []Server       // in the order of the file
	Tasks       []Server       // in the order of the file, Kind task
	IdleTimeout *time.Duration // top-level idle_timeout; nil = not set, 0 = never
	Warnings    []yml.Problem  // keys that are known but have no effect, in the order of the file
}

// Find returns the server or task called name. Both share one name space.
func (p Project) Find(name string) (Server, bool) {
	for _, list := range [][]Server{p.Servers, p.Tasks} {
		for _, s := range list {
			if s.Name == name {
				return s, true
			}
		}
	}
	return Server{}, false
}

// Server is one declared server or task, checked and with defaults filled in.
type Server struct {
	Name        string
	Kind        Kind
	Command     command.Command
	WorkingDir  string              // absolute, resolved as far as it existed at load, inside the project; see CheckPlace
	Port        Port                // zero = none
	Autostart   bool                // default false
	Env         []envvar.Var        // as declared, in order
	Unset       []string            // variables that the run does not get from anywhere: only an overlay says so
	EnvFiles    []string            // absolute; read at each start with ReadEnvFile
	Ready       Ready               // zero but for Timeout = the default probe
	Restart     Restart             // whether it is started again by itself
	DependsOn   []Dependency        // what has to be so before it starts, in order
	Watch       []string            // patterns of files whose change starts it anew; see Watches
	Alive       Alive               // how it is looked at once it was ready
	BeforeStart []string            // tasks that have to succeed before each start, one after the other
	AfterStop   []string            // tasks that are run after each run, one after the other
	Hooks       map[string][]string // the commands of before_start and after_stop, by key
	HookOf      string              // of such a task: whose it is
	Stop        Stop                // how a run is ended
	Memory      int64               // bytes, default DefaultMemory; 0 = no limit
	FileSize    int64               // bytes, 0 = no limit
	PTY         bool                // default true; false = a pipe
	IdleTimeout *time.Duration      // nil = not set here, 0 = never
	Line        int                 // where the file declares it, 1-based
}

// Defaults of a server's keys.
const (
	DefaultReadyTimeout = 60 * time.Second
	DefaultStopTimeout  = 5 * time.Second
	DefaultStopSignal   = syscall.SIGTERM
	DefaultMemory       = 1 << 30
)

// Port is what the key port: says. The zero value means that the server declares none.
type Port struct {
	Auto   bool // the manager picks a free one and keeps to it
	Number int  // 1 to 65535 when not Auto
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

// Stop is how a run is asked to end, and how long it is waited for before KILL.
type Stop struct {
	Signal  syscall.Signal
	Timeout time.Duration
}

// Ready is when a run counts as ready. At most one of HTTP, TCP, Log and Command is set; with none the default
// holds (the run's process tree listens on its port, or it is simply alive when it has none).
type Ready struct {
	HTTP    string           // a path ("/healthz", on the server's port) or an http(s) URL; may contain $PORT; see URL
	TCP     Port             // Auto = the server's own port, whatever it is
	Log     *regexp.Regexp   // a line of output that matches; String() is the source
	Command *command.Command // ready once it exits with 0
	Timeout time.Duration
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

// URL returns the address that an http probe asks, for a server whose port is the given one.
func (r Ready) URL(port int) string {
	number := strconv.Itoa(port)
	u := strings.NewReplacer("${PORT}", number, "$PORT", number).Replace(r.HTTP)
	if strings.HasPrefix(u, "/") {
		return "http://127.0.0.1:" + number + u
	}
	return u
}

// Fingerprint is what trust is bound to: the SHA-256, in hex, of the file's resolved path, a NUL and its bytes.
func Fingerprint(file string, content []byte) string {
	h := sha256.New()
	h.Write([]byte(file))
	h.Write([]byte{0})
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}
