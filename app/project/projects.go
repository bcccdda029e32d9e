package project

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/settings"
)

// Options configure Projects.
type Options struct {
	Dirs   home.Dirs
	Global *settings.File
	Env    []string // the manager's own environment
	// Login returns the environment of a login, given the manager's. Servers inherit it while no shell has started
	// anything in their project; nil = they inherit Env.
	Login func(context.Context, []string) ([]string, error)
	Stat  func(file string) (os.FileInfo, error) // nil = os.Stat; tests use one that hangs
	Port  func(app.Ref, config.Server) int       // the port that an auto one gets; 0 = none could be chosen
	// PortOf returns the port that a server with this declared one has; 0 if none is known.
	PortOf func(app.Ref, config.Port) int
	// Beside returns the port of a server whose declared one belongs to another checkout, not one for which declared is
	// true; 0 if there is none.
	Beside func(ref app.Ref, port int, declared func(port int) bool) int
	Self   string // our own binary, for the command `devservers`
	Log    *slog.Logger

	Changed func(*Declared)          // called with each new value, by that project's loader
	Running func(id string) []string // names of a project's servers that exist, declared or not
	Settled func(id string)          // called when the files of a project have been left alone for a moment after a change
}

// Projects holds the registered projects and the content of their files: devservers.yml, env files, overlay, trust. It
// is independent of runs. All methods are safe for concurrent use.
type Projects struct {
	o        Options
	trust    *settings.Trust
	Overlays *settings.Overlay
	Branches *settings.Records
	loaders  roster
	sandbox  sandbox
	login    *login
	watcher  *watcher

	ctx    context.Context // of all goroutines
	cancel context.CancelFunc
	wg     sync.WaitGroup
	listed sync.Mutex // held while projects are compared with config.yml, or removed from it
}

// New returns Projects without reading anything: see Open.
func New(o Options) *Projects {
	ps := &Projects{
		o: o, trust: settings.OpenTrust(o.Dirs.State), Overlays: settings.OpenOverlay(o.Dirs.State),
		Branches: settings.OpenBranches(o.Dirs.State), loaders: roster{byID: map[string]*loader{}},
	}
	if ps.o.Stat == nil {
		ps.o.Stat = os.Stat
	}
	ps.ctx, ps.cancel = context.WithCancel(context.Background())
	ps.login = newLogin(ps.ctx, ps.o)
	ps.watcher = &watcher{log: o.Log, files: ps.loaders.files, settled: ps.settled, poked: make(chan struct{}, 1)}
	return ps
}

// Open reads the registered projects, and watches their files from then on. strays are projects that have running
// servers, each with a directory in which one of them works: if config.yml does not name them, because somebody has
// emptied it, they are known until a person registers or forgets them.
func (ps *Projects) Open(strays map[string]string) {
	ps.Sync()
	for id, dir := range strays {
		if ps.loaders.of(id) == nil {
			ps.o.Log.Warn("servers of a project that config.yml does not name are running", "project", id, "directory", dir)
			ps.add(strayIn(id, dir), true)
		}
	}
	ps.wg.Go(func() { ps.watcher.run(ps.ctx) })
}

// Sync adds the projects that config.yml names now and that are not known: it may have been empty for a moment when it
// was read. It removes none.
func (ps *Projects) Sync() {
	ps.listed.Lock()
	defer ps.listed.Unlock()
	for _, reg := range ps.o.Global.Projects() {
		switch l := ps.loaders.of(reg.ID); {
		case l == nil:
			ps.add(reg, false)
		case l.now.Load().Stray:
			l.known(reg)
		}
	}
}

// Close ends the goroutines. It does not wait for one that hangs in a file system.
func (ps *Projects) Close() {
	ps.cancel()
	done := make(chan struct{})
	go func() { ps.wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(FreshWait):
	}
}

// Refresh checks the files of a project again, and waits at most FreshWait. It reports whether they responded.
func (ps *Projects) Refresh(id string) bool { return ps.request(id, ask{}) }

// RefreshWithin does the same for a caller that waits for another time.
func (ps *Projects) RefreshWithin(id string, wait time.Duration) bool {
	return ps.loaders.of(id).request(wait, ask{})
}

func (ps *Projects) request(id string, a ask) bool { return ps.loaders.of(id).request(FreshWait, a) }

// RefreshAll checks the files of all projects concurrently, and waits at most FreshWait.
func (ps *Projects) RefreshAll() {
	ctx, cancel := context.WithTimeout(ps.ctx, FreshWait)
	defer cancel()
	all := ps.loaders.all()
	done := make(chan struct{}, len(all))
	for _, l := range all {
		l.queue(ctx, ask{done: done})
	}
	for range all {
		select {
		case <-done:
		case <-ctx.Done():
			return
		}
	}
}

// Repatch applies the current overlay, and calls Options.Settled.
func (ps *Projects) Repatch(id string) {
	l := ps.loaders.of(id)
	l.request(FreshWait, ask{change: func(d *Declared) {
		d.Version++
		l.patch(d)
	}})
	ps.o.Settled(id)
}

// Declared returns the content of a project's files when last read; nil if there is no such project.
func (ps *Projects) Declared(id string) *Declared {
	if l := ps.loaders.of(id); l != nil {
		return l.now.Load()
	}
	return nil
}

// All returns the content of all projects' files when last read.
func (ps *Projects) All() []*Declared {
	return words.Each(ps.loaders.all(), func(l *loader) *Declared { return l.now.Load() })
}

// Used records in config.yml when a project was last used, to the minute.
func (ps *Projects) Used(id string) {
	now := time.Now().UTC().Truncate(time.Second)
	if d := ps.Declared(id); d == nil || now.Sub(d.Reg.LastAccessed) < time.Minute {
		return
	}
	if err := ps.o.Global.Touch(id, now); err != nil {
		ps.o.Log.Warn("cannot note that a project was used", "project", id, "error", err)
	}
	ps.request(id, ask{change: func(d *Declared) { d.Reg.LastAccessed = now }})
}

// Allow returns the rules that decide which executables may run.
func (ps *Projects) Allow() command.Allow {
	a := command.Allow{Extra: ps.o.Global.Settings().Allow, Self: ps.o.Self}
	for _, d := range ps.All() {
		a.Projects = append(a.Projects, d.Reg.Path)
	}
	return a
}
