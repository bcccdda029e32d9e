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
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/events"
	"devservers/app/home"
	"devservers/app/meter"
	"devservers/app/ports"
	"devservers/app/projects"
	"devservers/app/run"
	"devservers/app/runs"
)

// Options are what a Supervisor is made of.
type Options struct {
	Dirs    home.Dirs
	Global  *settings.File
	URL     string                                 // of the manager, for viewer URLs
	Version string                                 // of this binary
	Env     []string                               // what servers inherit until a person's own environment is known; nil = this process's
	Stat    func(file string) (os.FileInfo, error) // of the files that declare servers; nil = os.Stat
	Self    string                                 // our own binary, for the command `devservers`; "" = os.Executable
	Log     *slog.Logger                           // nil = slog.Default
}

// Supervisor keeps runs as wanted. All methods may be called at once from anywhere.
//
// Who may change what: requests change managed.want; the goroutine of a server (supervise) alone changes its status
// and its run. Both happen under mu, and every change closes changed, so that there is one way to wait: await.
type Supervisor struct {
	// Events are what happened. Announce adds to them.
	Events *events.Log
	// Meter knows what their trees use.
	Meter *meter.Meter
	// Kept are the runs on disk.
	Kept runs.Store

	o      Options
	log    *slog.Logger
	global *settings.File
	decls  *projects.Projects
	ports  *ports.Book
	pins   *pins
	keeps  *keepBook
	began  time.Time

	ctx    context.Context // of all goroutines; ends when the manager lets go of its runs
	cancel context.CancelFunc
	wg     sync.WaitGroup
	// adopting counts the servers whose last run has not been looked at yet.
	adopting sync.WaitGroup

	mu       sync.Mutex
	changed  chan struct{}
	projects map[string]*project
	closing  bool
	// countErrors counts the errors and warnings of a server's current run; nil = nobody does.
	countErrors func(app.Ref) (errors, warnings int)
	open        bool // New is done: what changes from now on happens
}

// project is a registered project: what its files say, and its servers.
type project struct {
	s                  *Supervisor
	*projects.Declared // as last read; replaced as a whole, never changed
	id                 string
	servers            map[string]*managed
	forgetting         bool // nothing of it may be started any more

	known bool        // told is about it
	told  projectTold // what witness has seen last
}

// managed is one server or task.
type managed struct {
	s            *Supervisor
	p            *project
	ref          app.Ref
	spec         config.Server // as the file says now, with the overlay's changes
	overlay      []app.Patch   // of it, masked
	drift        drift         // of its run, from what its files say
	gone         bool          // the file does not declare it any more
	want         want
	wanted       chan struct{} // closed and replaced when want, or something else that its goroutine heeds, changes
	alive        config.Alive  // the liveness check that applies: the last one that a person trusted
	aliveChanged chan struct{} // closed and replaced when alive changes
	status       facts
	seen         int      // the want that status is about
	run          *run.Run // the current or the last one; nil = none kept
	over         string   // by how much its memory was over the limit, when that ended it
	active       activity

	raised []string // what the last start has started besides, to have what it needs
	guard  watchGuard

	launching bool // a run is being started: what it reads of files may be from before or after an edit
	crashed   bool // its last run ended by itself, and nobody has asked for anything since

	known bool // its last run was taken up: what changes from now on happens
	told  told // what witness has seen last
	// toldDrift is the run, and what of it has changed, that was told last.
	toldDrift string

	tries int // automatic starts in a row; its goroutine alone changes it
}

// want is what was asked for. gen numbers the requests.
type want struct {
	gen   int
	up    bool
	actor app.Actor
	cause app.Cause // of a stop

	along  bool   // of a stop: it was asked for with another's, and its own request follows
	needs  []need // of a start: what it waits for
	chosen bool   // needs are known; else the server's goroutine asks for them
}

// New takes up the runs that live and reads the registered projects. ctx bounds nothing but the taking up.
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
		o: o, log: o.Log, global: o.Global, began: time.Now(),
		ports: ports.OpenBook(filepath.Join(o.Dirs.State, "ports.json")), pins: openPins(pinsFile(o.Dirs)),
		keeps: openKeepBook(o.Dirs), changed: make(chan struct{}), projects: map[string]*project{},
	}
	s.Events, s.Meter = events.New(s.began), meter.New()
	s.Kept = runs.Store{Root: o.Dirs.RunsDir(), URL: o.URL, Log: o.Log}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.decls = projects.New(projects.Options{Dirs: o.Dirs, Global: o.Global, Env: o.Env, Self: o.Self, Log: o.Log, Stat: o.Stat, Changed: s.declare, Settled: s.settled, Running: s.names})
	s.decls.Open()
	s.adopting.Wait()
	s.endStrangers()
	s.opened()
	s.wg.Go(func() { s.Meter.Run(s.ctx, metered{s}) })
	return s, ctx.Err()
}

// Changed is closed at the next change of any status or project. Take it, look, then wait for it.
func (s *Supervisor) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// update changes something under the lock, and wakes all who wait.
func (s *Supervisor) update(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	s.announce()
}

// announce wakes all who wait for a change, once it is told what happened; mu is held.
func (s *Supervisor) announce() {
	s.witness()
	close(s.changed)
	s.changed = make(chan struct{})
}

// await waits until is, which is called with mu held, is true, or until ctx ends. It is the one way to wait.
func (s *Supervisor) await(ctx context.Context, is func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := is(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close ends the manager's part: all servers first, unless keep, which leaves them to the next manager. It returns
// when nothing is left that Close was to end, or with ctx's error.
func (s *Supervisor) Close(ctx context.Context, keep bool) error {
	s.update(func() { s.closing = true })
	var err error
	if !keep {
		err = s.stopAll(ctx)
	}
	s.decls.Close()
	s.cancel()
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
	err := s.await(ctx, func() bool {
		for m := range s.all() { // those that only began now, too: hooks
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

// ask changes what is wanted of m, for its goroutine to see; mu is held. It gives the number of the request.
func (m *managed) ask(up bool, a app.Actor, cause app.Cause) int {
	if a.Kind != app.ActorWatch {
		m.guard = watchGuard{}
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

// View tells about the manager itself.
func (s *Supervisor) View() app.ManagerView {
	v := app.ManagerView{
		Running: true, PID: os.Getpid(), URL: s.o.URL, StartedAt: s.began, Version: s.o.Version,
		LogFile: s.o.Dirs.LogFile(), StateDir: s.o.Dirs.State, Home: s.o.Dirs.Home, Memory: run.Memory(os.Getpid()),
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
