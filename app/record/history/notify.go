package history

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
)

// endLimit is how long Close waits for jobs.
const endLimit = 5 * time.Second

// Options are what a Notifier needs apart from the Supervisor.
type Options struct {
	Settings *settings.File
	Events   *Events
	Programs Programs
	Home     string // where jobs run
	Log      *slog.Logger
}

// Followed is what a Notifier follows: the supervisor.
type Followed interface {
	Changes(ctx context.Context) iter.Seq[struct{}] // yields once, then after each change
	Announce(events ...app.Event)                   // adds events
}

// Programs finds the programs that hooks run: the projects' files.
type Programs interface {
	OwnEnv() map[string]string                            // the manager's own environment
	OwnProgram(name, path string) (exe string, err error) // path is a PATH
}

// Notifier runs hooks and shows notices.
type Notifier struct {
	sup       Followed
	o         Options
	jobs      *jobs
	notices   notices
	following sync.WaitGroup
	stop      context.CancelFunc // ends following
	last      atomic.Int64       // number of the last event that was taken

	mu      sync.Mutex
	trouble string // why the last notice could not be shown, or ""
}

// Notify follows the events of sup from its beginning until Close.
func Notify(sup Followed, o Options) *Notifier {
	n := &Notifier{sup: sup, o: o, jobs: newJobs(o.Home)}
	n.notices.show = n.show
	ctx, stop := context.WithCancel(context.Background())
	n.stop = stop
	n.following.Go(func() { n.follow(ctx) })
	return n
}

func (n *Notifier) follow(ctx context.Context) {
	for range n.sup.Changes(ctx) {
		n.catchUp()
	}
	n.catchUp()
}

// catchUp handles the events since it last ran, according to the current config.yml.
func (n *Notifier) catchUp() {
	page := n.o.Events.Page(app.EventQuery{After: n.last.Load(),
		Events: []string{app.EventReady, app.EventExit, app.EventError}, Limit: MaxEvents})
	defer n.last.Store(page.Last)
	if len(page.Events) == 0 {
		return
	}
	_ = n.o.Settings.Reload() // the Supervisor shows its problems
	s := n.o.Settings.Settings()
	for _, e := range page.Events {
		for _, h := range s.Hooks {
			if h.On == e.Event && (h.Project == "" || h.Project == e.Project) && (h.Server == "" || h.Server == e.Ref().Name) {
				n.run(hook{h, e})
			}
		}
		if s.Notify.Crash && e.Crash() || s.Notify.Error && e.Event == app.EventError {
			n.notices.add(e)
		}
	}
}

// Close runs the hooks of all events so far and waits for them, but at most endLimit or until ctx ends. Close the
// Supervisor first, so that the ends of its servers are among the events.
func (n *Notifier) Close(ctx context.Context) {
	n.stop()
	n.following.Wait()
	n.notices.close()
	ctx, cancel := context.WithTimeout(ctx, endLimit)
	defer cancel()
	n.jobs.close(ctx)
}
