package supervisor

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/activity"
	"devservers/app/changes"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/events"
	"devservers/app/facts"
	"devservers/app/home"
	"devservers/app/meter"
	"devservers/app/pins"
	"devservers/app/ports"
	"devservers/app/process"
	"devservers/app/projects"
	"devservers/app/restarts"
	"devservers/app/run"
	"devservers/app/runs"
	"devservers/app/serving"
)

// Options configure a Supervisor.
type Options struct {
	Dirs    home.Dirs
	Global  *settings.File
	URL     string                                            // of the manager, for viewer URLs
	Version string                                            // of this binary
	Env     []string                                          // what servers inherit until a person's own environment is known; nil = this process's
	Login   func(context.Context, []string) ([]string, error) // as in projects.Options
	Stat    func(file string) (os.FileInfo, error)            // of the files that declare servers; nil = os.Stat
	Self    string                                            // our own binary, for the command `devservers`; "" = os.Executable
	Log     *slog.Logger                                      // nil = slog.Default
}

// Supervisor keeps servers and tasks in the state that requests want. All methods are safe for concurrent use.
//
// Requests change managed.want. Only the goroutine of a server (supervise) changes its status and its run. Both happen
// under mu, and announces every change, so that there is one way to wait: Changes.
type Supervisor struct {
	// Files are what the files of the projects say.
	Files *projects.Projects
	// Began is when this manager started: runs that began earlier were adopted.
	Began time.Time
	// Events holds the events. Announce adds to them.
	Events *events.Log
	// Meter measures what the process trees use.
	Meter *meter.Meter
	// Pins are the servers that a person has pinned.
	Pins *pins.Book
	// Activity records the use that keeps servers from being idle.
	Activity activity.Book
	// Kept holds the runs on disk.
	Kept runs.Store

	o      Options
	log    *slog.Logger
	global *settings.File
	ports  *ports.Book

	restarts *restarts.Book

	ctx    context.Context // for all goroutines; ends when the manager lets go of its runs
	cancel context.CancelFunc
	wg     sync.WaitGroup
	// adopting counts the servers whose last run has not been examined yet.
	adopting sync.WaitGroup
	adopted  chan struct{} // closed when New has adopted all runs

	mu       changes.Mutex
	projects map[string]*project
	closing  bool
	shown    func(app.Ref) Shown // see ShowErrors; nil = nothing
	open     bool                // New is done: changes from now on are events
}

// project is a registered project: what its files say, and its servers.
type project struct {
	s                  *Supervisor
	*projects.Declared // as last read; replaced as a whole, never changed
	id                 string
	servers            map[string]*managed
	forgetting         bool // nothing of it may be started any more

	told *projects.Declared // what its events have reported so far; nil = nothing
}

// managed is one server or task.
type managed struct {
	s            *Supervisor
	p            *project
	ref          app.Ref
	spec         config.Server // the current declaration, with the overlay's changes
	overlay      []app.Patch   // its overlay, masked
	drift        drift         // between its run and its files
	gone         bool          // the file no longer declares it
	want         want
	wanted       chan struct{} // closed and replaced when want, or anything else that its goroutine follows, changes
	alive        config.Alive  // the liveness check that applies: the one that a person trusted last
	aliveChanged chan struct{} // closed and replaced when alive changes
	status       facts.Facts
	seen         int      // the number of the request that status reflects
	run          *run.Run // the current or last run; nil = none kept

	raised []string // the other servers that the last start started, because it needs them
	guard  restarts.Guard

	edited    bool // a restart for an edit is about to be requested
	launching bool // a run is being started: it may have read its files before or after an edit

	told facts.Told // the state that witness saw last
	// toldDrift is the run and its changes that the last event about drift named.
	toldDrift string

	row  restarts.Row   // of automatic starts; only its goroutine changes it
	left restarts.Entry // what the manager before this one left to do; only its goroutine reads it
}

// want is the latest request. gen numbers the requests.
type want struct {
	gen   int
	up    bool
	actor app.Actor
	cause app.Cause // of a stop

	along  bool   // of a stop: it was requested with another server's, and its own request follows
	needs  []need // of a start: what it waits for
	chosen bool   // needs are known; otherwise the server's goroutine chooses them
}

// New adopts the living runs and reads the registered projects. ctx limits only the adoption.
func New(ctx context.Context, o Options) (*Supervisor, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.Self == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		o.Self = self
	}
	s := &Supervisor{
		o: o, log: o.Log, global: o.Global, Began: time.Now(),
		ports: ports.OpenBook(filepath.Join(o.Dirs.State, "ports.json")), Pins: pins.Open(filepath.Join(o.Dirs.State, "pins.json")),
		restarts: restarts.Open(filepath.Join(o.Dirs.State, "restarts.json")), projects: map[string]*project{}, adopted: make(chan struct{}),
	}
	s.Events, s.Meter = events.New(s.Began), meter.New()
	s.Kept = runs.Store{Root: o.Dirs.RunsDir(), URL: o.URL, Log: o.Log}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.Files = projects.New(projects.Options{Dirs: o.Dirs, Global: o.Global, Env: o.Env, Login: o.Login, Self: o.Self, Log: o.Log, Stat: o.Stat, Port: s.autoPort, Changed: s.declare, Settled: s.settled, Running: s.names})
	run.WakeStrays(s.Kept.Root)
	s.Files.Open(s.Kept.Strays(o.Global.Knows))
	s.adopting.Wait()
	close(s.adopted)
	s.update(func() { s.open = true }) // from here on changes of projects are events
	s.wg.Go(func() { s.Meter.Run(s.ctx, metered{s}) })
	s.wg.Go(func() { serving.Watch(s.ctx, served{s}) })
	return s, ctx.Err()
}

// Changed returns a channel that is closed at the next change of any status or project. Get it, look, then wait for it.
func (s *Supervisor) Changed() <-chan struct{} { return s.mu.Changed() }

// Changes yields at once, and again after each change of any status or project, until ctx ends. Use it to wait for
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

// Close ends the manager's part. It first ends all servers, unless keep is true, which leaves them to the next manager.
// It returns when everything that it has to end is gone, or with ctx's error.
func (s *Supervisor) Close(ctx context.Context, keep bool) error {
	s.update(func() { s.closing = true })
	var err error
	if !keep {
		err = s.stopAll(ctx)
	}
	s.cancel()
	s.Files.Close()
	s.wg.Wait()
	return err
}

func (s *Supervisor) stopAll(ctx context.Context) error {
	s.update(func() {
		for m := range s.all() {
			if m.status.State.Up() || m.want.up {
				m.ask(false, app.Actor{Kind: app.ActorCLI}, app.CauseShutdown)
			}
		}
	})
	err := s.mu.Await(ctx, func() bool {
		for m := range s.all() { // including those that only began now, such as hooks
			if m.busy() {
				return false
			}
		}
		return true
	})
	if err != nil {
		return errors.New("some servers have not ended yet")
	}
	return nil
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

// ask records a new request for m and wakes its goroutine; mu is held. It returns the number of the request.
func (m *managed) ask(up bool, a app.Actor, cause app.Cause) int {
	if a.Kind != app.ActorWatch {
		m.guard = restarts.Guard{}
	}
	m.want = want{gen: m.want.gen + 1, up: up, actor: a, cause: cause}
	m.wake()
	return m.want.gen
}

// wake makes m's goroutine look again; mu is held.
func (m *managed) wake() {
	close(m.wanted)
	m.wanted = make(chan struct{})
}

// View returns the state of the manager itself.
func (s *Supervisor) View() app.ManagerView {
	v := app.ManagerView{
		Running: true, PID: os.Getpid(), URL: s.o.URL, StartedAt: s.Began, Version: s.o.Version,
		LogFile: s.o.Dirs.LogFile(), StateDir: s.o.Dirs.State, Home: s.o.Dirs.Home, Memory: process.Memory(os.Getpid()),
	}
	s.mu.Lock()
	v.Projects = len(s.projects)
	for m := range s.all() {
		if m.status.State.Up() {
			v.Up++
		}
	}
	s.mu.Unlock()
	if err := s.global.Problem(); err != nil {
		v.Problem = err.Error()
	}
	for _, w := range s.global.Warnings() {
		v.Warnings = append(v.Warnings, w.String())
	}
	return v
}
