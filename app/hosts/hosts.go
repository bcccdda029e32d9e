package hosts

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
)

// Options are what Hosts need.
type Options struct {
	State    string        // the directory of hosts.json
	Token    string        // of this manager: a host that has the same is this manager
	Origin   func() string // of this manager's pages, such as http://devservers.localhost:7912
	Changed  func()        // called after a change of any host
	Told     func(Tiding)  // called when a host was lost, and when it is back
	Log      *slog.Logger
	Env      []string // of the commands that lead to hosts
	Interval time.Duration
}

// Tiding is that a host was lost, or is back.
type Tiding struct {
	Host string
	Lost bool
	Text string // why it was lost
}

// Declared is a host as it is stored.
type Declared struct {
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Agents  bool      `json:"agents,omitempty"` // agents here may use it
	Added   time.Time `json:"added"`
	// the variables with which ssh and others find their agents and clusters, from the shell that added the host
	Env map[string]string `json:"env,omitempty"`
}

// Passed are the variables that the command to a host gets from the shell that added or checked it.
var Passed = []string{"SSH_AUTH_SOCK", "KUBECONFIG", "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG",
	"CONTAINER_HOST", "PATH"}

// Hosts are all hosts. Their methods can be called concurrently.
type Hosts struct {
	o     Options
	store *home.Store[[]Declared]

	mu     sync.Mutex
	ctx    context.Context
	cancel context.CancelFunc
	links  map[string]*Link
	all    sync.WaitGroup
}

// Open reads the store of a state directory and connects to each host in the background.
func Open(o Options) *Hosts {
	o.Interval = cmp.Or(o.Interval, beatEvery)
	if o.Told == nil {
		o.Told = func(Tiding) {}
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	h := &Hosts{o: o, links: map[string]*Link{},
		store: home.OpenStore[[]Declared](filepath.Join(o.State, "hosts.json"), home.Write)}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	if err := h.store.Problem(); err != nil {
		o.Log.Warn("cannot read the hosts", "error", err)
	}
	for _, d := range h.store.Get() {
		if way, err := ParseAddress(d.Address); err == nil && app.IsHostName(d.Name) {
			h.connect(d, way)
		}
	}
	return h
}

// connect begins to keep a pipe to a host.
func (h *Hosts) connect(d Declared, way Way) *Link {
	l := newLink(h, d, way)
	h.mu.Lock()
	h.links[d.Name] = l
	h.mu.Unlock()
	h.all.Go(l.run)
	return l
}

// Close ends all pipes. Nothing ends at their other ends.
func (h *Hosts) Close() {
	if h == nil {
		return
	}
	h.cancel()
	h.all.Wait()
}

// Link returns the link to a host.
func (h *Hosts) Link(name string) (*Link, error) {
	if h != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		if l := h.links[name]; l != nil {
			return l, nil
		}
	}
	return nil, unknown(name, h.names())
}

// names returns the names of all hosts. The caller holds the lock, or is alone.
func (h *Hosts) names() []string {
	if h == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(h.links))
}

func unknown(name string, known []string) error {
	e := app.Failf(app.CodeNotFound, "devservers host add "+words.Clean(name, 32)+" ADDRESS", "there is no host %s",
		words.Quote(name))
	if len(known) > 0 {
		e.Hint, e.Choices = "it is one of "+words.Or(known), words.Nearest(name, known)
	}
	return e
}

// Has reports whether there is a host of that name.
func (h *Hosts) Has(name string) bool {
	_, err := h.Link(name)
	return err == nil
}

// Views returns all hosts, by name.
func (h *Hosts) Views() []app.HostView {
	return words.Each(h.sorted(), (*Link).View)
}

// sorted returns all links, by name.
func (h *Hosts) sorted() []*Link {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return words.Each(h.names(), func(name string) *Link { return h.links[name] })
}

// Projects returns what was last seen of the projects on all hosts.
func (h *Hosts) Projects() (all []app.ProjectView) {
	for _, v := range h.Views() {
		all = append(all, v.Projects...)
	}
	return all
}

// Add stores a host and waits until it is reached, or why it isn't.
func (h *Hosts) Add(ctx context.Context, d Declared) (app.HostView, error) {
	if !app.IsHostName(d.Name) {
		return app.HostView{}, app.Failf(app.CodeInvalid, "use up to 32 of a-z, 0-9 and -: it becomes part of addresses",
			"%s can't be the name of a host", words.Quote(d.Name))
	}
	way, err := ParseAddress(d.Address)
	if err != nil {
		return app.HostView{}, err
	}
	d.Added, d.Env = time.Now().UTC(), passed(d.Env)
	err = h.store.Change(func(list *[]Declared) error {
		if slices.ContainsFunc(*list, func(old Declared) bool { return old.Name == d.Name }) {
			return app.Failf(app.CodeConflict, "devservers host remove "+d.Name, "there is a host %s already", d.Name)
		}
		*list = append(slices.Clone(*list), d)
		return nil
	})
	if err != nil {
		return app.HostView{}, err
	}
	return h.connect(d, way).await(ctx), nil
}

// passed returns the variables that a command to a host may have.
func passed(env map[string]string) map[string]string {
	kept := map[string]string{}
	for _, name := range Passed {
		if value := env[name]; value != "" && len(value) < 4096 && !strings.ContainsRune(value, 0) {
			kept[name] = value
		}
	}
	return kept
}

// Check connects again if the host can't be reached, or asks it for a sign of life. env replaces the variables of the
// command, unless it is empty.
func (h *Hosts) Check(ctx context.Context, name string, env map[string]string) (app.HostView, error) {
	l, err := h.Link(name)
	if err != nil {
		return app.HostView{}, err
	}
	if env = passed(env); len(env) > 0 {
		err = h.change(name, func(d *Declared) { d.Env = env })
	}
	if err != nil {
		return app.HostView{}, err
	}
	return l.check(ctx), nil
}

// Allow lets agents of this machine use a host, or no longer.
func (h *Hosts) Allow(name string, agents bool) (app.HostView, error) {
	if err := h.change(name, func(d *Declared) { d.Agents = agents }); err != nil {
		return app.HostView{}, err
	}
	l, err := h.Link(name)
	if err != nil {
		return app.HostView{}, err
	}
	h.o.Changed()
	return l.View(), nil
}

// change changes a stored host, and that of its link.
func (h *Hosts) change(name string, edit func(*Declared)) error {
	l, err := h.Link(name)
	if err != nil {
		return err
	}
	return h.store.Change(func(list *[]Declared) error {
		next := slices.Clone(*list)
		at := slices.IndexFunc(next, func(d Declared) bool { return d.Name == name })
		if at < 0 {
			return unknown(name, nil)
		}
		edit(&next[at])
		l.declare(next[at])
		*list = next
		return nil
	})
}

// Remove forgets a host. Its servers keep running.
func (h *Hosts) Remove(name string) error {
	l, err := h.Link(name)
	if err != nil {
		return err
	}
	err = h.store.Change(func(list *[]Declared) error {
		*list = slices.DeleteFunc(slices.Clone(*list), func(d Declared) bool { return d.Name == name })
		return nil
	})
	if err != nil {
		return err
	}
	h.mu.Lock()
	delete(h.links, name)
	h.mu.Unlock()
	l.end()
	h.o.Changed()
	return nil
}
