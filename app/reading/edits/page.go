package edits

import (
	"context"
	"time"

	"devservers/app"
)

// Times of a verdict.
const (
	settled        = 300 * time.Millisecond // a server that reacted and printed nothing for so long has finished
	answerSettled  = 100 * time.Millisecond // the lines about a request are printed this soon after its answer
	settledRestart = time.Second            // a process that was started again and can't be asked must live for so long
	// a server that did not react by then does not react, unless it usually takes longer
	noneAfter   = 3 * time.Second
	unreadAfter = 600 * time.Millisecond // one that has neither opened nor watches the file
	noneLeast   = 2 * time.Second        // even if it usually reacts at once
	noneMost    = 12 * time.Second       // even if it usually takes very long
	deafAfter   = 2 * time.Second        // connections that nothing accepts for so long
	slowAfter   = 30 * time.Second       // a build that did not end by then is not waited for
	busyAfter   = 15 * time.Second       // processes that are busy after that are not waited for
	busySettled = 2 * time.Second        // so long after a reaction
	lookAgain   = 150 * time.Millisecond // processes are looked at again then
	restAgain   = 500 * time.Millisecond // while nobody waits
	grace       = 150 * time.Millisecond // a change of a file is noticed within this time
	recent      = 30 * time.Second       // older edits don't count for Rebuilt
)

// Edited returns the verdict on the last edit of a project, from all that its servers have printed up to now.
func (e *Edits) Edited(project string) (app.EditPage, error) {
	return e.page(project, true)
}

// LastEdit is Edited without reading output: its verdicts are from what the readers have read so far.
func (e *Edits) LastEdit(project string) (app.EditPage, error) {
	return e.page(project, false)
}

func (e *Edits) page(project string, read bool) (app.EditPage, error) {
	id, list, err := e.sup.ProjectRuns(project)
	if err != nil {
		return app.EditPage{}, err
	}
	page := app.EditPage{Project: id, Edit: e.last(id), Verdicts: []app.Verdict{}}
	for _, sr := range list {
		page.Watched = page.Watched || sr.Watching
		if page.Edit != nil && !sr.Kind.IsTask() && (sr.State.Up() || sr.State == app.Failed || sr.Due) {
			page.Verdicts = append(page.Verdicts, e.verdict(sr, *page.Edit, read))
		}
	}
	page.Sum()
	return page, nil
}

// last returns the last edit of a project; nil if there was none.
func (e *Edits) last(id string) *app.Edit {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.project(id).edit
}

// AwaitEdit waits until the verdict on the last edit is clear, for these servers of the project or for all (none, or
// ""). When ctx ends it returns what is known by then. It includes an edit made just before the call, even if that was
// not noticed yet. If request, it sends requests to servers, as many look at a file only when that is requested.
func (e *Edits) AwaitEdit(ctx context.Context, project string, request bool, servers ...string) (app.EditPage, error) {
	return e.await(ctx, project, request, newOpening(e, "", servers), servers...)
}

func (e *Edits) await(ctx context.Context, project string, request bool, pages *opening,
	servers ...string) (app.EditPage, error) {
	begun, every := time.Now().Add(grace), restAgain
	if request {
		every = lookAgain
	}
	id, _, _ := e.sup.ProjectRuns(project)
	noticed := e.noticed(ctx, id)
	for {
		now, changed := time.Now(), e.sup.Changed()
		noted := app.IsClosed(noticed) && !e.coming(id) // before the page, which may be from before that
		page, err := e.Edited(project)
		page.Keep(servers...)
		wait := page.ClearAt()
		if err != nil || ctx.Err() != nil {
			return page, err
		}
		switch gathered := !now.Before(begun) && noted; {
		case !gathered:
			wait = app.Later(begun, now.Add(grace/5))
		case request && page.Edit != nil && e.request(ctx, page):
			continue
		case request && !now.Before(wait) && pages.openAll(ctx, page):
			continue
		case !now.Before(wait): // else a verdict that has become clear since it was read would still say that it is not
			e.conclude(page, false)
			return page, err
		}
		select {
		case <-changed:
		case <-time.After(min(time.Until(wait), every)): // what processes do is seen only by looking
		case <-ctx.Done():
		}
	}
}

// noticed returns a channel that is closed once all edits made before are noticed: a busy machine takes its time.
func (e *Edits) noticed(ctx context.Context, id string) <-chan struct{} {
	e.mu.Lock()
	fence := e.project(id).fence
	e.mu.Unlock()
	return fence.Passed(ctx)
}

// coming reports whether files of a project have changed and the edit is not complete.
func (e *Edits) coming(id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := e.projects[id]
	return p != nil && p.coming
}

// Rebuilt waits for a clear verdict on an edit that was made just now or is still to come, and returns it with a
// sentence about it.
func (e *Edits) Rebuilt(ctx context.Context, ref app.Ref) (*app.Verdict, string, error) {
	since := time.Now().Add(-recent)
	for range e.sup.Changes(ctx) {
		page, err := e.AwaitEdit(ctx, ref.Project, true, ref.Name)
		if err != nil {
			return nil, "", err
		}
		if v := page.Of(ref); v != nil && page.Edit.At.After(since) && v.State != app.VerdictPending {
			return v, page.Edit.String() + ": " + v.Message, nil
		}
	}
	return nil, "", ctx.Err()
}
