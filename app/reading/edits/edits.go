package edits

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/engine/supervisor"
	"devservers/app/project/sources"
	"devservers/app/reading/evidence"
)

// Edits knows the errors that servers print and the verdicts on edits. All methods may be called at once.
type Edits struct {
	sup *supervisor.Supervisor
	log *slog.Logger

	open    Opener            // nil: no page is opened
	watches map[string]func() // ends the watch of a project's files, by id; its goroutine alone uses it
	loads   *evidence.Loads

	mu       sync.Mutex // held only briefly: no file is read and the Supervisor is not called under it
	servers  map[app.Ref]*server
	projects map[string]*project // by id
	standing map[string]standing // by project/server
	book     *home.Store[book]
}

// server is what is known of one server or task.
type server struct {
	seen        string           // the current or last run
	now, before *reader          // of the last two runs that this manager followed; nil = none
	counts      supervisor.Shown // of now, but for Broken

	looker     *evidence.Looker
	sight      evidence.Sight      // what it saw last
	lookedFor  int                 // for this edit
	request    *app.EditRequest    // the last one that was sent for a verdict
	requestFor int                 // on this edit
	said       string              // the verdict that was announced last
	page       evidence.OpenedPage // the page that was opened in a browser last
}

// project is what is known of the files of one project.
type project struct {
	edit    *app.Edit      // the last one; never changed
	judging bool           // a goroutine waits for the verdict
	late    bool           // an error came or went meanwhile
	fence   *sources.Fence // of the watch; nil = none
	coming  bool           // files have changed, and the edit is not complete
}

// New follows the runs and projects of a Supervisor until that is closed. Errors that an adopted run printed before New
// are counted, but no events. The verdicts on the last edits are kept in file.
func New(sup *supervisor.Supervisor, file string, log *slog.Logger) *Edits {
	e := &Edits{sup: sup, log: log, servers: map[app.Ref]*server{}, projects: map[string]*project{},
		watches: map[string]func(){}, loads: evidence.NewLoads(sup.ProjectRuns, sup.Go), book: openBook(file)}
	if err := e.book.Problem(); err != nil {
		log.Warn("the verdicts on earlier edits cannot be read", "error", err)
	}
	if e.standing = maps.Clone(e.book.Get().Standing); e.standing == nil {
		e.standing = map[string]standing{}
	}
	sup.ShowErrors(e.shown)
	for _, sr := range sup.ServerRuns() { // at once: what an adopted run prints from now on is news
		e.readers(sr)
	}
	sup.Go(func(ctx context.Context) {
		for range sup.Changes(ctx) {
			e.look(ctx)
			app.Pause(ctx, lookPause)
		}
	})
	return e
}

// lookPause is the pause after a look at all servers: many changes come together.
const lookPause = 5 * time.Millisecond

// shown returns what a server's current run and the verdicts on edits show.
func (e *Edits) shown(ref app.Ref) (shown supervisor.Shown) {
	broken := e.Standing(ref)
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.servers[ref]; s != nil {
		shown = s.counts
	}
	shown.Broken = broken
	return shown
}

// look begins to read new runs, watches the files of projects with a running server, and drops what is gone.
func (e *Edits) look(ctx context.Context) {
	list, ran := e.sup.ServerRuns(), 0
	watched, begun := map[string]string{}, map[string]bool{} // directories by project
	for _, sr := range list {
		if sr.Watching {
			watched[sr.Ref.Project] = sr.Root
			begun[sr.Ref.Project] = begun[sr.Ref.Project] || sr.StartedAt != nil || !sr.State.Up()
		}
		if sr.Run != nil {
			ran++
			if r, _ := e.readers(sr); r != nil && sr.State == app.Ready {
				if news, clean := r.isReady(sr.ReadyAt); news {
					e.started(sr, clean)
				}
			}
		}
	}
	e.loads.Note(list)
	e.drop(list, ran)
	e.watchOnly(ctx, watched, begun)
}

// drop forgets servers and projects that are not in list, of which so many have run.
func (e *Edits) drop(list []supervisor.ServerRun, ran int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.servers) > ran { // else none is gone
		maps.DeleteFunc(e.servers, func(ref app.Ref, _ *server) bool {
			return !slices.ContainsFunc(list, func(sr supervisor.ServerRun) bool { return sr.Ref == ref })
		})
	}
	maps.DeleteFunc(e.projects, func(id string, _ *project) bool {
		return !slices.ContainsFunc(list, func(sr supervisor.ServerRun) bool { return sr.Ref.Project == id })
	})
}

// server returns what is known of a server; mu is held.
func (e *Edits) server(ref app.Ref) *server {
	if e.servers[ref] == nil {
		e.servers[ref] = &server{looker: &evidence.Looker{}}
	}
	return e.servers[ref]
}

// readersOf returns the readers of the servers of a project; mu is held.
func (e *Edits) readersOf(project string) (list []*reader) {
	for ref, s := range e.servers {
		if ref.Project == project && s.now != nil {
			list = append(list, s.now)
		}
	}
	return list
}

// project returns what is known of a project; mu is held.
func (e *Edits) project(id string) *project {
	if e.projects[id] == nil {
		e.projects[id] = &project{}
		for _, j := range e.book.Get().Edits { // the last one that an earlier manager saw
			if j.Project == id {
				e.projects[id].edit = &j.Edit
			}
		}
	}
	return e.projects[id]
}
