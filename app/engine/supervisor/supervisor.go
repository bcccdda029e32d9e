package supervisor

import (
	"context"
	"iter"
	"log/slog"
	"os"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/changes"
	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/config/settings"
	"devservers/app/engine/health"
	"devservers/app/engine/machine"
	"devservers/app/engine/server"
	"devservers/app/project"
	"devservers/app/record/history"
)

// Options configure a Supervisor.
type Options struct {
	Dirs    home.Dirs
	Global  *settings.File
	URL     string // of the manager, for viewer URLs
	Version string // of this binary
	// what servers inherit until a person's own environment is known; nil = this process's
	Env    []string
	Login  func(context.Context, []string) ([]string, error) // as in project.Options
	Stat   func(file string) (os.FileInfo, error)            // of the files that declare servers; nil = os.Stat
	Secure func() int                                        // the port of HTTPS in named URLs; nil or 0: they have none
	// our own binary, for the command `devservers`; "" = os.Executable
	Self string
	Log  *slog.Logger // nil = slog.Default
}

// Supervisor keeps servers and tasks in the state that requests want. All methods are safe for concurrent use.
//
// Requests change managed.Want. Only the goroutine of a server (supervise) changes its status and its run. Both happen
// under mu, and announces every change, so that there is one way to wait: Changes.
type Supervisor struct {
	// Desk opens transcripts and terminals.
	history.Desk
	// Activity is the use of servers, for the idle timeout.
	Activity *machine.Activity
	// Files are the contents of the projects' files.
	Files *project.Projects
	// Began is when this manager started: runs that began earlier were adopted.
	Began time.Time
	// Events holds the events. Announce adds to them.
	Events *history.Events
	// Meter measures what the process trees use.
	Meter *health.Meter
	// Pins are the servers that a person has pinned.
	Pins *server.Pins
	// Machine knows what the machine lacks.
	Machine *server.Machine

	o      Options
	log    *slog.Logger
	global *settings.File
	ports  *machine.Book
	follow *health.Adopted
	owners health.Owners
	budget *machine.Budget
	ice    *machine.Ice

	restarts *server.Restarts
	outcomes *server.Outcomes

	ctx    context.Context // for all goroutines; ends when the manager lets go of its runs
	cancel context.CancelFunc
	wg     sync.WaitGroup
	// adopting counts the servers whose last run has not been examined yet.
	adopting sync.WaitGroup
	adopted  chan struct{} // closed when New has adopted all runs
	// becameReady holds a signal if a run has become ready since serving last had nothing to verify.
	becameReady chan struct{}

	mu       changes.Mutex
	projects map[string]*managedProject
	closing  bool
	shown    func(app.Ref) Shown // see ShowErrors; nil = nothing
	open     bool                // New is done: changes from now on are events
}

// managedProject is a registered project: the content of its files, and its servers.
type managedProject struct {
	s                 *Supervisor
	*project.Declared // as last read; replaced as a whole, never changed
	id                string
	servers           map[string]*managed
	forgetting        bool // nothing of it may be started any more

	told *project.Declared // what its events have reported so far; nil = nothing
}

// managed is one server or task.
type managed struct {
	server.Server
	s       *Supervisor
	p       *managedProject
	overlay []app.Patch       // its overlay, masked
	trusted *project.Declared // where the liveness check is from
	roomy   bool              // the next run follows one that has just ended, and has its room

	told server.Told         // the state that witness saw last
	left server.RestartEntry // what the manager before this one left to do; only its goroutine reads it
}

// Find returns a server or task of p by its name; nil if there is none. mu is held, as for All.
func (p *managedProject) Find(name string) *server.Server {
	if m := p.servers[name]; m != nil {
		return &m.Server
	}
	return nil
}

// All yields the servers and tasks of p.
func (p *managedProject) All() iter.Seq[*server.Server] {
	return func(yield func(*server.Server) bool) {
		for _, m := range p.servers {
			if !yield(&m.Server) {
				return
			}
		}
	}
}

// Changed returns a channel that is closed at the next change of any status or project. Get it, look, then wait for it.
func (s *Supervisor) Changed() <-chan struct{} { return s.mu.Changed() }

// Changes yields immediately, and again after each change of any status or project, until ctx ends. Use it to wait for
// something:
//
//	for range s.Changes(ctx) {
//		if … { return nil }
//	}
//	return ctx.Err()
func (s *Supervisor) Changes(ctx context.Context) iter.Seq[struct{}] { return s.mu.Changes(ctx) }

// update changes something under the lock, and wakes all waiters.
func (s *Supervisor) update(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	s.announce()
}

// announce adds the events for what has changed, and wakes all waiters; mu is held.
func (s *Supervisor) announce() {
	s.witness()
	s.mu.Announce()
}

// all yields the servers and tasks of all projects; mu is held.
func (s *Supervisor) all() iter.Seq[*managed] {
	return func(yield func(*managed) bool) {
		for _, p := range s.projects {
			for _, m := range p.servers {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// lookup finds a server without reading its file again; mu is held.
func (s *Supervisor) lookup(ref app.Ref) *managed {
	if p := s.projects[ref.Project]; p != nil {
		return p.servers[ref.Name]
	}
	return nil
}

// View returns the state of the manager itself.
func (s *Supervisor) View() app.ManagerView {
	v := app.ManagerView{
		Running: true, PID: os.Getpid(), URL: s.o.URL, StartedAt: s.Began, Version: s.o.Version,
		LogFile: s.o.Dirs.LogFile(), StateDir: s.o.Dirs.State, Home: s.o.Dirs.Home, Memory: process.Memory(os.Getpid()),
		Lacks: s.Machine.Lacks(),
	}
	s.mu.Lock()
	v.Projects = len(s.projects)
	for m := range s.all() {
		if m.Status.State.Up() {
			v.Up++
		}
	}
	s.mu.Unlock()
	if err := s.global.Problem(); err != nil {
		v.Problem = err.Error()
	}
	v.Warnings = append(s.Pins.Warnings(), s.Machine.Losses()...)
	for _, w := range s.global.Warnings() {
		v.Warnings = append(v.Warnings, w.String())
	}
	return v
}

// Go calls f on a goroutine that Close waits for, and reports whether it does: not after the manager has let go of its
// runs, which is also when the ctx of f ends.
func (s *Supervisor) Go(f func(ctx context.Context)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.wg.Go(func() { f(s.ctx) })
	return true
}

// Announce adds events and wakes all waiters.
func (s *Supervisor) Announce(events ...app.Event) {
	s.Events.Add(events...)
	s.update(func() {})
}

// Shown is what the output of a server's current run and the verdicts on edits show, for its Status.
type Shown struct {
	Errors, Warnings int
	Newest           string      // the newest error in a line
	Broken           *app.Broken // nil = no edit broke it, as far as known
	FailsSince       time.Time   // when each answer that was seen began to be a server error; zero = not so
}

// ShowErrors sets the function that returns what is shown of a server. It is called with the Supervisor's lock held.
func (s *Supervisor) ShowErrors(shown func(app.Ref) Shown) {
	s.update(func() { s.shown = shown })
}
