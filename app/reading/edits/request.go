package edits

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/evidence"
)

// retryAfter is how long after a request that failed it is sent again.
const retryAfter = 300 * time.Millisecond

// request requests a page of each server of which a request tells more, and reports whether there was one.
func (e *Edits) request(ctx context.Context, page app.EditPage) (asked bool) {
	_, list, err := e.sup.ProjectRuns(page.Project)
	if err != nil {
		return false
	}
	var wg sync.WaitGroup
	for _, sr := range list {
		v := page.Of(sr.Ref)
		if v == nil || !v.Ask || sr.Check.Off || !strings.HasPrefix(sr.URL, "http://") {
			continue
		}
		if r, _ := e.readers(sr); r != nil {
			asked = true
			wg.Go(func() { e.ask(ctx, sr, *v, *page.Edit, r) })
		}
	}
	wg.Wait()
	return asked
}

// ask requests a page of a server, and notes the answer. After one that failed it waits a little first.
func (e *Edits) ask(ctx context.Context, sr supervisor.ServerRun, v app.Verdict, edit app.Edit, r *reader) {
	again := v.Request.Failed()
	if (again || v.Request != nil && v.Request.Unsure) && !app.Pause(ctx, retryAfter) {
		return
	}
	a := e.asking(sr, edit, r)
	reads := a.Reads()
	defer reads.Close()
	got := a.Send(ctx)
	got.Loaded = reads.Any() && !slices.ContainsFunc(edit.Files, evidence.IsEndpoint)
	got.Again = got.Again || again || got.Status >= 500
	r.answered(edit.At, got, a.Fixes(got))
	e.announce(r, sr) // the server may print nothing
	e.mu.Lock()
	defer e.mu.Unlock()
	s, st := e.server(sr.Ref), e.standing[sr.Ref.String()]
	got.Follows(s.request, s.requestFor == edit.Number) // which knows what it was before the edit
	s.request, s.requestFor = got, edit.Number
	if !got.Failed() {
		for _, q := range append(a.Others, got) {
			st.Pages = st.Pages.With(q)
		}
		e.standing[sr.Ref.String()] = st
	}
}

// asking returns what to request of a server: the edited module, then the page that the edited file makes, or any.
func (e *Edits) asking(sr supervisor.ServerRun, edit app.Edit, r *reader) *evidence.Asking {
	served := r.served()
	e.mu.Lock()
	known, looker := e.standing[sr.Ref.String()], e.server(sr.Ref).looker
	e.mu.Unlock()
	a := &evidence.Asking{URL: sr.URL, Page: cmp.Or(sr.Check.HTTP, sr.Check.Browser, served.Last, sr.ReadyPage, "/"),
		Served: served.Good,
		Dir:    r.cwd, Root: sr.Root, Edit: edit, Reader: e.sup.Reader(sr),
		Only: sr.Check.HTTP != "", Known: known.Pages.Of, Vite: served.Vite}
	a.See = func() evidence.Sight { return looker.See(sr, edit, e.loads.Of(sr.Ref)) }
	return a
}
