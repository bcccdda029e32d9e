package edits

import (
	"context"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/project/sources"
)

// loading is how long after it is ready a server may still load files.
const loading = time.Second

// firstOpen is how long after it was started a program opens the first of its files, at least.
const firstOpen = 10 * time.Millisecond

// noteOpens notes which files of projects are opened while one of their servers starts.
func (e *Edits) noteOpens(list []supervisor.ServerRun) {
	for _, sr := range list {
		if !starts(sr) || e.opens(sr.Ref.Project) != nil {
			continue
		}
		if opens := sources.NoteOpens(sr.Root); opens != nil {
			e.mu.Lock()
			e.project(sr.Ref.Project).opens = opens
			e.mu.Unlock()
			if !e.sup.Go(func(ctx context.Context) { e.endOpens(ctx, sr.Ref.Project, opens) }) {
				opens.Close()
			}
		}
	}
}

func starts(sr supervisor.ServerRun) bool {
	return sr.State == app.Waiting || sr.State == app.Starting || sr.State == app.Stopping && sr.Watching
}

func (e *Edits) opens(id string) *sources.Opens {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.project(id).opens
}

// endOpens ends what noteOpens began once no server of the project has been starting for a while.
func (e *Edits) endOpens(ctx context.Context, id string, opens *sources.Opens) {
	defer opens.Close()
	for rest := 0; rest < 2 && app.Pause(ctx, loading); rest++ {
		if _, list, err := e.sup.ProjectRuns(id); err == nil && slices.ContainsFunc(list, starts) {
			rest = -1
		}
	}
	e.learnOpened(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	if p := e.project(id); p.opens == opens {
		p.opens = nil
	}
}

// learnOpened notes what servers have opened up to now, if that is still seen: some go on loading once they are ready.
func (e *Edits) learnOpened(id string) {
	_, list, _ := e.sup.ProjectRuns(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, sr := range list {
		if s := e.servers[sr.Ref]; s != nil && s.opened != nil && sr.Run != nil && e.project(id).opens != nil {
			s.opened = e.openedBy(id, sr.Run.Record().Started)
		}
	}
}

// openedBy returns the files that were opened since a run of a project was started; nil = unknown. mu is held.
func (e *Edits) openedBy(project string, started time.Time) map[string]bool {
	files, whole := e.project(project).opens.Between(started.Add(firstOpen), time.Now())
	if !whole {
		return nil
	}
	return files
}
