package app

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/run/protocol"
)

// State is what a server or task is.
//
//	stopped ──start──▶ waiting ──▶ starting ──▶ ready ◀──▶ failing
//	any of the last four ──stop──▶ stopping ──▶ stopped, or sleeping by the idle timeout
//	any of them ──ended badly, could not start──▶ failed ──start, retry──▶ waiting or starting
//
// A task is running in place of ready. external is a server that doesn't run while a process that is not ours serves
// its port.
type State string

// The states of a server or task.
const (
	Stopped  State = "stopped" // never started, stopped on request, or ended with code 0
	Waiting  State = "waiting" // for a dependency, a hook, or room on the machine
	Starting State = "starting"
	Ready    State = "ready"
	Running  State = "running" // a task
	Failing  State = "failing" // was ready; nothing of it listens, or its liveness check fails
	Stopping State = "stopping"
	Failed   State = "failed"   // the last start or run ended badly; Retry is the next start, if any
	Sleeping State = "sleeping" // stopped or frozen because nobody used it, or to make room
	External State = "external"
)

// Up reports whether a run of the server lives in this state, or is about to.
func (s State) Up() bool {
	return s == Waiting || s == Starting || s == Ready || s == Running || s == Failing || s == Stopping
}

// Ref names a server or a task.
type Ref struct{ Project, Name string }

func (r Ref) String() string { return r.Project + "/" + r.Name }

// Exit is how a run ended.
type Exit struct {
	Code   *int      `json:"code,omitempty"`   // exit status, when it ended on its own
	Signal string    `json:"signal,omitempty"` // "KILL", when a signal ended it
	Error  string    `json:"error,omitempty"`  // it could not be executed at all
	Cause  Cause     `json:"cause,omitempty"`
	At     time.Time `json:"at"`
}

// String returns how the run ended, as a clause without a subject: "exited with code 1".
func (e Exit) String() string {
	end := words.End{Cause: string(e.Cause), Signal: e.Signal, Error: e.Error}
	if e.Code != nil {
		end.Code = *e.Code
	}
	return end.String()
}

// ByItself reports whether the run ended though nobody requested that; false without an exit.
func (e *Exit) ByItself() bool {
	return e != nil && e.Cause != CauseAsked && e.Cause != CauseShutdown && e.Cause != CauseIdle
}

// Well reports whether the run ended on its own with exit code 0; false without an exit.
func (e *Exit) Well() bool { return e != nil && e.Code != nil && *e.Code == 0 && e.Cause == CauseNone }

// Status is a server or task at one moment, a value: what it is, its runs, what it uses, where it is, and how it was
// declared. In JSON these are one object.
type Status struct {
	Project string      `json:"project"`
	Name    string      `json:"name"`
	Kind    config.Kind `json:"kind"`
	State   State       `json:"state"`
	Want    string      `json:"want"`             // up or down
	Reason  string      `json:"reason,omitempty"` // a sentence: what it waits for, why it ended or could not start
	// the reason is no trouble, and holds as long as the server runs
	Standing bool      `json:"standing,omitempty"`
	Since    time.Time `json:"since"`             // of the state
	Failure  *Error    `json:"failure,omitempty"` // why the last start failed
	Retry    *Retry    `json:"retry,omitempty"`   // of failed: the next automatic start
	Errors   int       `json:"errors"`            // printed and not fixed since; see Supervisor.Errors
	Warnings int       `json:"warnings"`
	// what its liveness check finds wrong after it was ready; "" = nothing
	Unhealthy string     `json:"unhealthy,omitempty"`
	Broken    *Broken    `json:"broken,omitempty"`    // by an edit
	WatchOff  string     `json:"watch_off,omitempty"` // why changes of watched files are ignored
	IdleStop  *time.Time `json:"idle_stop_at,omitempty"`
	Queue     int        `json:"queue,omitempty"`  // of waiting for room on the machine: its place, from 1
	Frozen    bool       `json:"frozen,omitempty"` // of sleeping: its processes stand still
	Pinned    bool       `json:"pinned"`           // agents and the idle timeout leave it alone
	LastRun
	Usage
	Location
	Declaration
}

// LastRun is the current run of a server, or the last one.
type LastRun struct {
	Run       string     `json:"run,omitempty"` // its id
	PID       int        `json:"pid,omitempty"` // of the command, while it lives
	StartedAt *time.Time `json:"started_at,omitempty"`
	ReadyAt   *time.Time `json:"ready_at,omitempty"`
	EndedAt   *time.Time `json:"ended_at,omitempty"`
	Exit      *Exit      `json:"exit,omitempty"`
	Actor     *Actor     `json:"actor,omitempty"` // who started it
	For       *Actor     `json:"for,omitempty"`   // on whose behalf: an automatic start is for who asked before
	// of one for an agent: files that it runs, and that have changed since a person last decided
	ChangedCode *protocol.Changed `json:"changed_code,omitempty"`
}

// Usage is what the process tree of a server uses.
type Usage struct {
	CPU       float64 `json:"cpu"`    // percent of a core
	Memory    int64   `json:"memory"` // resident bytes
	Processes int     `json:"processes"`
}

// Location is where a server is found: its addresses, directory and output.
type Location struct {
	URL          string `json:"url,omitempty"` // only when something in its tree was seen to listen there
	Port         int    `json:"port,omitempty"`
	DeclaredPort int    `json:"declared_port,omitempty"` // in devservers.yml, if this worktree got another one
	NamedURL     string `json:"named_url,omitempty"`     // the address under its host name, independent of its port
	Dir          string `json:"dir"`
	Log          string `json:"log,omitempty"` // path of latest.log
	ViewerURL    string `json:"viewer_url,omitempty"`
}

// Declaration is how a server was declared, and what differs from that now.
type Declaration struct {
	Command          string   `json:"command"`
	Added            string   `json:"added,omitempty"` // to the command: the option that gives its tool the port
	Autostart        bool     `json:"autostart"`
	Unmanaged        bool     `json:"unmanaged,omitempty"`          // followed, not run: managed: false, or adopted
	BrowserLogs      bool     `json:"browser_logs,omitempty"`       // pages under its named URL report their console
	Arguments        bool     `json:"takes_arguments,omitempty"`    // of a task: a run may add some to its command
	BorrowedEnvFiles []string `json:"borrowed_env_files,omitempty"` // of the main checkout, as this worktree lacks them
	// devservers.yml, env files or overlay differ from its start
	ConfigChanged bool `json:"config_changed"`
	// names of variables and keys that changed since its start
	ChangedSinceStart []string `json:"changed_since_start,omitempty"`
	Overlay           []Patch  `json:"overlay,omitempty"` // changes to what devservers.yml declares
}

// Address returns the address to show and to open: that under its host name, if it has one.
func (s Status) Address() string { return cmp.Or(s.NamedURL, s.URL) }

// EndedByItself reports whether the last run of s is over and nobody requested that.
func (s Status) EndedByItself() bool {
	return s.EndedAt != nil && !s.State.Up() && s.Exit.ByItself()
}

// Ref is the name of what s is about.
func (s Status) Ref() Ref { return Ref{s.Project, s.Name} }

// Active reports whether a server is up, or waits for an automatic start.
func (s Status) Active() bool { return s.State.Up() || s.Retry != nil }

// ProjectView is a project as people and programs see it.
type ProjectView struct {
	ID           string              `json:"id"`
	Name         string              `json:"name"`
	Path         string              `json:"path"`
	ConfigFile   string              `json:"config_file"`
	LastAccessed time.Time           `json:"last_accessed"`
	Trust        settings.TrustState `json:"trust"`             // "" if the file can't be read
	SHA256       string              `json:"sha256,omitempty"`  // of the content as it is now
	Problem      *Error              `json:"problem,omitempty"` // missing or faulty devservers.yml
	// it is trusted as another work tree is, and no person has run anything of it
	Unrun bool `json:"unrun,omitempty"`
	// it was a git worktree that its repository no longer lists
	Removed  bool     `json:"removed,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// whose its servers inherit at their next start: shell, login or manager
	Environment string   `json:"environment,omitempty"`
	Servers     []Status `json:"servers"`
	Tasks       []Status `json:"tasks"`
}

// Trusted reports whether a person trusts the project's file as it is.
func (p ProjectView) Trusted() bool { return p.Trust == settings.Trusted }

// Members returns the servers and tasks of p.
func (p ProjectView) Members() []Status { return slices.Concat(p.Servers, p.Tasks) }

// Each yields what Members returns, without copying it.
func (p ProjectView) Each() iter.Seq[*Status] {
	servers, tasks := p.Servers, p.Tasks
	return func(yield func(*Status) bool) {
		for _, list := range [][]Status{servers, tasks} {
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// Statuses returns the servers and tasks of all projects.
func Statuses(projects []ProjectView) []Status {
	n := 0
	for _, p := range projects {
		n += len(p.Servers) + len(p.Tasks)
	}
	all := make([]Status, 0, n)
	for _, p := range projects {
		all = append(append(all, p.Servers...), p.Tasks...)
	}
	return all
}

// ProjectIDs returns the ids of projects.
func ProjectIDs(projects []ProjectView) []string {
	return words.Each(projects, func(p ProjectView) string { return p.ID })
}

// DeclaredAt returns the server that has a port, or would have it, and whether it runs; ref is "" if there is none.
func DeclaredAt(projects []ProjectView, port int) (ref string, up bool) {
	for _, st := range Statuses(projects) {
		if st.Port == port {
			return st.Ref().String(), st.State.Up()
		}
	}
	return "", false
}

// Review is what a person looks at before trusting a devservers.yml.
type Review struct {
	Project string              `json:"project"`
	File    string              `json:"file"`
	SHA256  string              `json:"sha256"`
	State   settings.TrustState `json:"state"`
	Text    string              `json:"text"` // the commands, resolved
	Diff    string              `json:"diff,omitempty"`
	// of a git worktree that is trusted as another one is: no person has run anything of it, and Diff is how what it runs
	// differs from the other's
	Unrun bool `json:"unrun,omitempty"`
}

// Draft is a devservers.yml that an agent proposes for a directory, beside what `devservers init` would write there.
type Draft struct {
	Review         // of the proposed content
	Dir     string // resolved
	Content string // proposed
	Current string // the content of the file; "" = there is no file
	Init    string // what init would write; "" = it finds no server
	Change  string // a diff: from Current, or else from Init, to Content
}

// Result is the answer to start, stop and restart.
type Result struct {
	Status
	Changed bool     `json:"changed"`           // false: it was so already, nothing was done
	Message string   `json:"message"`           // one sentence
	Short   string   `json:"short,omitempty"`   // of a stop: Message without the server, for a list that has named it
	Started []string `json:"started,omitempty"` // dependencies that a start has also started
	Slept   []string `json:"slept,omitempty"`   // servers that were put to sleep to make room for a start
	Output  []string `json:"output,omitempty"`  // last lines, when that helps
	Cursor  string   `json:"cursor,omitempty"`  // run:seq, to read on from
}

// Retry is the automatic start that a failed server waits for.
type Retry struct {
	Attempt int       `json:"attempt"` // of this row: 1 to Of
	Of      int       `json:"of"`      // after so many it is given up
	At      time.Time `json:"at"`
}

// Sample is what a server used in sampleEvery: the most that was measured in it. A sample with neither was not
// measured, because the server did not run.
type Sample struct {
	CPU    float64 // per cent of a core
	Memory int64   // bytes resident
}
