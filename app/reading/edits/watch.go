package edits

import (
	"context"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/project/sources"
	"devservers/app/reading/evidence"
)

// filesShown is how many files an Edit lists.
const filesShown = 20

// watchOnly watches the files of these projects, by id with their directories, and of no others. It begins with those
// in which something has begun to run: git would slow down the first start, which reads all edits before.
func (e *Edits) watchOnly(ctx context.Context, dirs map[string]string, begun map[string]bool) {
	for id, unwatch := range e.watches {
		if dirs[id] == "" {
			unwatch()
			delete(e.watches, id)
		}
	}
	for id, dir := range dirs {
		if e.watches[id] == nil && begun[id] {
			watched, unwatch := context.WithCancel(ctx)
			e.watches[id] = unwatch
			e.sup.Go(func(context.Context) { e.watch(watched, id, dir) })
		}
	}
}

// watch reports edits of a project's files until ctx ends.
func (e *Edits) watch(ctx context.Context, id, dir string) {
	fence := sources.NewFence()
	e.fenced(id, fence)
	defer e.fenced(id, nil)
	sources.Watch(ctx, dir, fence, e.own(id), func(c sources.Edit) { e.edited(id, c) }, func(is bool) { e.comes(id, is) },
		func(lacking sources.Unwatched) { e.sup.Machine.Unwatched(id, lacking) })
}

func (e *Edits) fenced(id string, f *sources.Fence) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.project(id).fence = f
}

// own tells what the servers of a project write.
func (e *Edits) own(id string) sources.Own {
	each := func(is func(sr supervisor.ServerRun) bool) bool {
		_, list, _ := e.sup.ProjectRuns(id)
		return slices.ContainsFunc(list, is)
	}
	return sources.Own{Writing: func(file string) bool {
		return each(func(sr supervisor.ServerRun) bool {
			return sr.State.Up() && sr.Run != nil && sources.IsWriting(machine.Tree(sr.Run.Record().Holder.PID), file)
		})
	}, Asked: func(at time.Time) bool {
		return each(func(sr supervisor.ServerRun) bool {
			e.mu.Lock()
			defer e.mu.Unlock()
			return e.server(sr.Ref).request.During(at, answerSettled/2)
		})
	}}
}

// comes notes whether an edit has begun that is not complete.
func (e *Edits) comes(id string, is bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.project(id).coming = is
}

// edited notes an edit, and has a verdict announced once it is clear.
func (e *Edits) edited(id string, c sources.Edit) {
	more := max(0, len(c.Files)-filesShown)
	_, list, err := e.sup.ProjectRuns(id)
	if err != nil {
		return
	}
	if len(c.Files) == 0 { // a restart on changes doesn't ask who wrote them
		e.comes(id, false)
		e.sup.FilesEdited(id, c.Written, c.At)
		return
	}
	e.settleBefore(id, list, e.last(id), c.At)
	e.loads.Learn(id)
	edit := &app.Edit{Number: 1, At: c.At, Files: c.Files[:len(c.Files)-more], More: more}
	e.mu.Lock()
	p := e.project(id)
	readers := e.readersOf(id)
	e.mu.Unlock()
	rates := map[app.Ref]map[string]evidence.Rate{}
	for _, r := range readers {
		rates[r.ref] = r.edited(c.At)
	}
	e.mu.Lock()
	if p.edit != nil {
		edit.Number = p.edit.Number + 1
	}
	p.edit = edit
	for _, sr := range list {
		if sr.State.Up() {
			s := e.standing[sr.Ref.String()]
			s.begin(*edit, rates[sr.Ref])
			e.standing[sr.Ref.String()] = s
		}
	}
	judged := p.judging
	p.judging = true
	e.mu.Unlock()
	for _, sr := range list {
		e.looker(sr.Ref).Note(sr)
	}
	e.sup.FilesEdited(id, append(c.Files, c.Written...), c.At)
	e.comes(id, false) // now that it is known which servers start again
	if !judged {
		e.sup.Go(func(ctx context.Context) { e.judge(ctx, id) })
	}
}

func (e *Edits) looker(ref app.Ref) *evidence.Looker {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.server(ref).looker
}

// judge waits for the verdict on the last edit of a project, and on one made meanwhile. It requests nothing.
func (e *Edits) judge(ctx context.Context, id string) {
	for again := true; again; {
		limited, cancel := context.WithTimeout(ctx, slowAfter)
		page, err := e.AwaitEdit(limited, id, false)
		cancel()
		e.judgeSlow(ctx, page)
		clear := err == nil && ctx.Err() == nil && page.Edit != nil
		e.mu.Lock()
		p := e.project(id)
		again = clear && (p.edit != page.Edit || p.late)
		p.judging, p.late = again, false
		e.mu.Unlock()
	}
}

// judgeSlow looks on while a server that watches the edited files has not reacted: some take their time on purpose.
func (e *Edits) judgeSlow(ctx context.Context, page app.EditPage) {
	slow := func(v app.Verdict) bool { return v.Watches && v.State == app.VerdictNone }
	for slices.ContainsFunc(page.Verdicts, slow) && time.Since(page.Edit.At) < noneMost &&
		e.last(page.Project) == page.Edit && app.Pause(ctx, restAgain) {
		page, _ = e.Edited(page.Project)
		e.conclude(page, false)
	}
}

// judgeLate judges the last edit again if errors came or went since: a slow tool may react when nobody waits any more.
func (e *Edits) judgeLate(id string, news []digest.Error) {
	e.mu.Lock()
	p := e.project(id)
	late := p.edit != nil && slices.ContainsFunc(news, func(x digest.Error) bool {
		at := app.Later(x.Since, x.LastSeen())
		return at.After(p.edit.At) && at.Before(p.edit.At.Add(slowAfter))
	})
	begin := late && !p.judging
	p.late, p.judging = p.late || late, p.judging || begin
	e.mu.Unlock()
	if begin {
		e.sup.Go(func(ctx context.Context) { e.judge(ctx, id) })
	}
}
