package edits

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/evidence"
)

// Opener opens a page of the server that listens at base in a browser.
type Opener func(ctx context.Context, ref app.Ref, base, path string) app.PageLoad

// OpenWith sets what opens pages. It is called before the first verdict.
func (e *Edits) OpenWith(open Opener) { e.open = open }

// AwaitPages is AwaitEdit with requests. Besides the pages that devservers.yml names, it opens path of these servers;
// without servers, of those for which a page is named, or of all that have pages if none is. "/" stands for a named
// page. It fails if devservers.yml is invalid: no server has read what it says now.
func (e *Edits) AwaitPages(ctx context.Context, project, path string, servers ...string) (app.EditPage, error) {
	if now, err := e.sup.Project(project); err == nil && now.Problem != nil {
		return app.EditPage{}, now.Problem
	}
	return e.await(ctx, project, true, newOpening(e, path, servers), servers...)
}

// Picture returns the file of the picture that was taken of a server's page last; "" = none.
func (e *Edits) Picture(ref app.Ref) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.servers[ref]; s != nil && s.page.Load != nil {
		return s.page.Load.Picture
	}
	return ""
}

// opening is which pages a caller wants to be opened.
type opening struct {
	e     *Edits
	path  string // "" = only those that devservers.yml names, and those that were broken
	named []string
	done  map[app.Ref]int // the edit for which a server's page was opened
}

func newOpening(e *Edits, path string, servers []string) *opening {
	if len(servers) > 0 && servers[0] == "" {
		servers = nil
	}
	return &opening{e, path, servers, map[app.Ref]int{}}
}

// openAll opens the pages that were not opened for this edit, and reports whether there were any.
func (o *opening) openAll(ctx context.Context, page app.EditPage) (any bool) {
	_, list, err := o.e.sup.ProjectRuns(page.Project)
	if err != nil || page.Edit == nil || o.e.open == nil {
		return false
	}
	declared := slices.ContainsFunc(list, func(sr supervisor.ServerRun) bool { return sr.Check.Browser != "" })
	var wg sync.WaitGroup
	for _, sr := range list {
		v := page.Of(sr.Ref)
		path, must := o.pathOf(sr, declared)
		switch {
		case v == nil || o.done[sr.Ref] == page.Edit.Number:
			continue
		case path == "":
			any = o.forget(sr.Ref) || any
			continue
		}
		o.done[sr.Ref], any = page.Edit.Number, true
		wg.Go(func() { o.openPage(ctx, sr, *page.Edit, path, must) })
	}
	wg.Wait()
	return any
}

// pathOf returns which page of a server is to be opened; "" = none. must: the caller or devservers.yml means this
// server.
func (o *opening) pathOf(sr supervisor.ServerRun, declared bool) (path string, must bool) {
	named := len(o.named) > 0 // AwaitEdit has left out the others
	switch {
	case o.path != "" && (named || sr.Check.Browser != "" || !declared):
		if o.path == "/" && sr.Check.Browser != "" {
			return sr.Check.Browser, true
		}
		return o.path, named || sr.Check.Browser != ""
	case sr.Check.Browser != "":
		return sr.Check.Browser, true
	}
	o.e.mu.Lock()
	defer o.e.mu.Unlock()
	if p := o.e.server(sr.Ref).page; p.Bad > 0 { // what was wrong in a page ends with a new load of it
		return p.Load.Path, true
	}
	return "", false
}

// forget drops a page that somebody wanted to see and that shows nothing, and reports whether there was one.
func (o *opening) forget(ref app.Ref) bool {
	e := o.e
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.server(ref)
	if s.page.Load == nil || s.page.Bad > 0 || s.page.Clean() {
		return false
	}
	s.page = evidence.OpenedPage{}
	return true
}

// openPage opens a page, and notes what was observed unless the server has no pages and nobody said that it does.
func (o *opening) openPage(ctx context.Context, sr supervisor.ServerRun, edit app.Edit, path string, must bool) {
	load := app.PageLoad{Path: path, At: time.Now(), Unknown: "the server is not ready at an http address"}
	if u, err := url.Parse(sr.URL); err == nil && sr.State == app.Ready && strings.HasPrefix(sr.URL, "http://") {
		reads := (&evidence.Asking{Edit: edit, Root: sr.Root, Reader: o.e.sup.Reader(sr)}).Reads()
		defer reads.Close()
		port, _ := strconv.Atoi(u.Port())
		machine.ByUs(port, func() { load = o.e.open(ctx, sr.Ref, sr.URL, path) })
		load.Read = reads.Any()
	}
	if must || load.HTML || load.Unknown != "" && sr.State == app.Ready {
		o.e.noteLoad(sr.Ref, edit, load)
	}
}

// noteLoad compares a load with the last good one of this page, and takes its place if nothing new is wrong.
func (e *Edits) noteLoad(ref app.Ref, edit app.Edit, load app.PageLoad) {
	e.mu.Lock()
	st := e.standing[ref.String()]
	p := evidence.ComparePage(st.Loads, load, edit)
	if load.Unknown == "" && p.Bad == 0 && load.Status < 400 {
		good := evidence.GoodLoad{Path: load.Path, Keys: load.Keys()}
		if p.Unsure {
			good.After = edit.At
		}
		st.Loads = slices.DeleteFunc(slices.Clone(st.Loads), func(l evidence.GoodLoad) bool { return l.Path == load.Path })
		st.Loads = append(st.Loads, good)
		st.Loads = st.Loads[max(0, len(st.Loads)-maxTook):]
		e.standing[ref.String()] = st
	}
	if s := e.server(ref); load.Unknown == "" || s.page.Bad == 0 {
		s.page = p
	}
	e.mu.Unlock()
	e.save(func(*book) {})
}

// withPage adds what a browser observed to a verdict. What is wrong in a page contradicts, whatever else was observed.
// A load that found nothing wrong confirms that the edit works only if the server reacted, or opened an edited file for
// it.
func (e *Edits) withPage(r reading, v app.Verdict) app.Verdict {
	e.mu.Lock()
	p := e.server(r.server.Ref).page
	e.mu.Unlock()
	fresh := p.Load != nil && p.Load.At.After(r.edit.At)
	if !fresh && (p.Bad == 0 || v.State != app.VerdictOK) {
		return v
	}
	v.Page, v.Browser = p.Load, v.Browser && !fresh
	text := p.Text(fresh)
	switch {
	case v.State == app.VerdictPending:
		return v
	case p.Bad > 0 && v.State != app.VerdictBroken:
		v.State, v.Proof, v.Message = app.VerdictBroken, text, text+": "+p.First
		if p.Known && r.worked() && !v.Before && !v.Apart {
			v.Broken = &app.Broken{Edit: r.base, GoodUntil: r.good}
		}
		return v
	case (p.Unsure || p.Load.Unknown != "") && v.State == app.VerdictOK:
		v.State = app.VerdictNone
	case p.Clean() && (v.State == app.VerdictNone || v.State == app.VerdictBroken && r.against(v).kind == 0) &&
		(v.ReactedAt != nil || p.Load.Read):
		v.State, v.Broken = app.VerdictOK, nil
	}
	v.Proof, v.Message = both(v.Proof, text), both(v.Message, both(text, p.Load.Elsewhere))
	return v
}
