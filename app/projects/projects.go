package projects

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/overlay"
	"devservers/app/config/place"
	"devservers/app/config/settings"
	"devservers/app/config/trust"
	"devservers/app/home"
	"devservers/app/words"
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
	Self  string                                 // our own binary, for the command `devservers`
	Log   *slog.Logger

	Changed func(*Declared)          // called with each new value, by that project's loader
	Running func(id string) []string // names of a project's servers that exist, declared or not
	Settled func(id string)          // called when the files of a project have been left alone for a moment after a change
}

// Projects knows the registered projects and the content of their files: devservers.yml, env files, overlay, trust. It
// knows nothing of runs. All methods are safe for concurrent use.
type Projects struct {
	o        Options
	log      *slog.Logger
	global   *settings.File
	trust    *trust.Store
	Overlays *overlay.Store

	login    func() []string // the environment of a login, which is found out once; nil if there is none
	loggedIn atomic.Bool     // login is known
	ctx      context.Context // of all goroutines
	cancel   context.CancelFunc
	wg       sync.WaitGroup
	poked    chan struct{} // signals that there may be new files to watch; holds one signal at most

	mu   sync.Mutex
	byID map[string]*loader
}

// New returns Projects without reading anything: see Open.
func New(o Options) *Projects {
	ps := &Projects{
		o: o, log: o.Log, global: o.Global, trust: trust.Open(o.Dirs.State), Overlays: overlay.Open(o.Dirs.State),
		poked: make(chan struct{}, 1), byID: map[string]*loader{},
	}
	if ps.o.Stat == nil {
		ps.o.Stat = os.Stat
	}
	ps.ctx, ps.cancel = context.WithCancel(context.Background())
	ps.login = sync.OnceValue(ps.askShell)
	return ps
}

// Open reads the registered projects, and watches their files from then on. strays are projects that have running
// servers, each with a directory in which one of them works: if config.yml does not name them, because somebody has
// emptied it, they are known until a person registers or forgets them.
func (ps *Projects) Open(strays map[string]string) {
	for _, reg := range ps.global.Projects() {
		ps.add(reg, false)
	}
	for id, dir := range strays {
		if ps.loader(id) == nil {
			ps.log.Warn("servers of a project that config.yml does not name are running", "project", id, "directory", dir)
			ps.add(strayIn(id, dir), true)
		}
	}
	ps.wg.Go(ps.watch)
}

// strayIn returns the registration that a project with a server in dir seems to have had.
func strayIn(id, dir string) settings.Registered {
	if file, err := config.Find(dir); err == nil {
		return settings.Registered{ID: id, Name: id, Path: filepath.Dir(file), ConfigFile: file}
	}
	return settings.Registered{ID: id, Name: id, Path: dir, ConfigFile: filepath.Join(dir, config.FileName)}
}

// Close ends the goroutines. It does not wait for one that hangs in a file system.
func (ps *Projects) Close() {
	ps.cancel()
	done := make(chan struct{})
	go func() { ps.wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(freshWait):
	}
}

// add starts to read a registered project, and waits for the first result as long as any caller would.
func (ps *Projects) add(reg settings.Registered, stray bool) {
	l := &loader{ps: ps, asks: make(chan ask), shell: ps.openShell(reg.ID)}
	first := Silent(reg)
	first.Stray = stray
	l.now.Store(first)
	ctx, end := context.WithCancel(ps.ctx)
	l.end = end
	ps.mu.Lock()
	if ps.byID[reg.ID] != nil {
		ps.mu.Unlock()
		end()
		return
	}
	ps.byID[reg.ID] = l
	ps.mu.Unlock()
	asked := ask{done: make(chan struct{})}
	ps.wg.Go(func() { l.run(ctx, asked) })
	select {
	case <-asked.done:
	case <-time.After(freshWait):
		ps.o.Changed(l.now.Load())
	}
}

// Refresh checks the files of a project again, and waits at most freshWait. It reports whether they responded.
func (ps *Projects) Refresh(id string) bool { return ps.request(id, ask{}) }

func (ps *Projects) request(id string, a ask) bool {
	ctx, cancel := context.WithTimeout(ps.ctx, freshWait)
	defer cancel()
	l := ps.loader(id)
	return l != nil && l.request(ctx, a)
}

// RefreshAll checks the files of all projects concurrently.
func (ps *Projects) RefreshAll() {
	var all sync.WaitGroup
	for _, id := range ps.ids() {
		all.Go(func() { ps.Refresh(id) })
	}
	all.Wait()
}

func (ps *Projects) loader(id string) *loader {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return ps.byID[id]
}

// Declared returns the content of a project's files when last read; nil if there is no such project.
func (ps *Projects) Declared(id string) *Declared {
	if l := ps.loader(id); l != nil {
		return l.now.Load()
	}
	return nil
}

// All returns the content of all projects' files when last read.
func (ps *Projects) All() (list []*Declared) {
	for _, id := range ps.ids() {
		if d := ps.Declared(id); d != nil {
			list = append(list, d)
		}
	}
	return list
}

// Register registers the project of a directory or of a devservers.yml. It runs nothing. fresh reports whether the
// project is new.
func (ps *Projects) Register(path string) (id string, fresh bool, err error) {
	file, err := findFile(path)
	if err != nil {
		return "", false, err
	}
	if _, err := place.Check(ps.o.Dirs.Home, ps.o.Global.Settings().Roots, filepath.Dir(file), ps.o.Dirs.Private()...); err != nil {
		return "", false, app.AsError(err, app.CodeForbidden)
	}
	conf, err := config.Load(file)
	if err != nil {
		return "", false, app.AsError(err, app.CodeConfig)
	}
	reg, err := ps.global.Register(conf)
	if err != nil {
		return "", false, app.AsError(err, app.CodeConfig)
	}
	l := ps.loader(reg.ID)
	switch {
	case l == nil:
		ps.add(reg, false)
	case l.now.Load().Stray:
		ps.request(reg.ID, ask{change: func(d *Declared) {
			d.Reg, d.Stray = reg, false
			d.Version++
			l.load(d)
		}})
	default:
		return reg.ID, false, nil
	}
	return reg.ID, true, nil
}

func findFile(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", app.Failf(app.CodeInvalid, "give an absolute path", "%q is not an absolute path", path)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return path, nil
	}
	file, err := config.Find(path)
	if err != nil {
		return "", app.AsError(err, app.CodeNotFound)
	}
	return file, nil
}

// Remove unregisters a project and removes its overlay. Its files stay.
func (ps *Projects) Remove(id string) error {
	if d := ps.Declared(id); d == nil || !d.Stray {
		if err := ps.global.Forget(id); err != nil {
			return app.AsError(err, app.CodeConfig)
		}
	}
	if _, err := ps.Overlays.Remove(id, func(overlay.Patch) bool { return true }); err != nil {
		ps.log.Warn("an overlay is left", "project", id, "error", err)
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if l := ps.byID[id]; l != nil {
		if err := l.forgetShell(); err != nil {
			ps.log.Warn("the environment of its shell is left", "project", id, "error", err)
		}
		l.end()
		delete(ps.byID, id)
	}
	return nil
}

// Used records in config.yml when a project was last used.
func (ps *Projects) Used(id string) {
	now := time.Now().UTC().Truncate(time.Second)
	if err := ps.global.Touch(id, now); err != nil {
		ps.log.Warn("cannot note that a project was used", "project", id, "error", err)
	}
	ps.request(id, ask{change: func(d *Declared) { d.Reg.LastAccessed = now }})
}

// Find returns the id of a project by its id, its unique name, or a directory in it.
func (ps *Projects) Find(text string) (string, error) {
	if ps.loader(text) != nil {
		return text, nil
	}
	var found []string
	for _, id := range ps.ids() {
		if d := ps.Declared(id); d != nil && (d.Reg.Name == text || d.Conf.Name == text || d.holds(text)) {
			found = append(found, id)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := app.Failf(app.CodeNotFound, "register it: run `devservers register` in its directory", "there is no project %s", words.Quote(text))
	if len(found) > 1 {
		e = app.Failf(app.CodeNotFound, "use one of their ids: "+words.Or(found), "%d projects are called %s", len(found), words.Quote(text))
	}
	e.Choices = words.Nearest(text, ps.ids())
	return "", e
}

// ids returns the ids of all projects in order.
func (ps *Projects) ids() []string {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	return slices.Sorted(maps.Keys(ps.byID))
}

// Allow returns the rules that decide which executables may run.
func (ps *Projects) Allow() command.Allow {
	a := command.Allow{Extra: ps.global.Settings().Allow, Self: ps.o.Self}
	for _, id := range ps.ids() {
		if d := ps.Declared(id); d != nil {
			a.Projects = append(a.Projects, d.Reg.Path)
		}
	}
	return a
}

// patch applies the overlay.
func (ps *Projects) patch(d *Declared) {
	d.Patches, d.Overlay = ps.Overlays.Patches(d.Reg.ID)
	d.apply()
}

// Repatch applies the current overlay, and calls Options.Settled.
func (ps *Projects) Repatch(id string) {
	ps.request(id, ask{change: func(d *Declared) {
		d.Version++
		ps.patch(d)
	}})
	ps.o.Settled(id)
}
