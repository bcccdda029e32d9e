package edits

import (
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
)

// reading is what a verdict is made of: values of one moment.
type reading struct {
	edit    app.Edit
	base    app.Edit // the first edit since the last good state: errors since then count
	broken  bool     // it was broken before the edit
	good    *time.Time
	now     time.Time
	server  supervisor.ServerRun
	entries []digest.Error
	before  []digest.Error // of the run before, if the server was restarted since the edit
	built   *Built
	plain   said // what it printed last that is neither an error nor about a request
	skipped int64
	request *app.EditRequest
	serves  bool // pages for a browser
	tree    sight
	patient time.Duration // how long to wait for a reaction
}

// verdict judges an edit, from all that the server has printed and what its processes show if fresh, else from what is
// known so far.
func (e *Edits) verdict(sr supervisor.ServerRun, edit app.Edit, fresh bool) app.Verdict {
	m := reading{edit: edit, base: edit, now: time.Now(), server: sr}
	r, before := e.readers(sr)
	if r != nil {
		if fresh {
			r.catchUp(false)
		}
		m.entries, m.built = r.all()
		m.skipped, m.serves = r.skippedSince(edit.At), r.servesVite()
		m.plain = r.saidLast(edit.At.Add(noneMost))
	}
	if before != nil && m.restarted() {
		m.before, _ = before.all()
	}
	e.fill(&m, fresh)
	v := m.judge()
	if old := m.outlived(v); r != nil && fresh && (v.State == app.VerdictOK || old) && (r.settle(&m, v) || old) {
		m.entries, m.built = r.all()
		v = m.judge()
	}
	return v
}

// judgeUntil judges an edit from what is known to have happened before another one.
func (e *Edits) judgeUntil(sr supervisor.ServerRun, edit app.Edit, next time.Time) app.Verdict {
	m := reading{edit: edit, base: edit, now: time.Now(), server: sr}
	if r, _ := e.readers(sr); r != nil {
		m.entries, m.built = r.all()
		m.entries = slices.DeleteFunc(m.entries, func(e digest.Error) bool { return !e.Since.Before(next) })
		if m.built != nil && m.built.At.After(next) {
			m.built = nil
		}
		m.plain = r.saidLast(earlier(next, edit.At.Add(noneMost)))
	}
	e.fill(&m, false)
	return m.judge()
}

// settle notes what an edit that is ok says about errors from before it, and reports whether that changed any.
func (r *reader) settle(m *reading, v app.Verdict) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	was := r.d.Version()
	if v.ReactedAt != nil {
		r.d.Reacted(m.edit.At, m.now)
	}
	if m.built != nil && m.built.restart || m.tree.renewed {
		r.d.Loaded(m.now)
	}
	return r.d.Version() != was
}

func (r reading) restarted() bool {
	return r.server.StartedAt != nil && r.server.StartedAt.After(r.edit.At)
}

// judge returns the effect of the edit.
func (r reading) judge() app.Verdict {
	v := app.Verdict{Server: r.server.Ref.String(), Run: r.server.RunID(), New: []digest.Error{}, Fixed: []digest.Error{},
		Skipped: r.skipped, WatchOff: r.server.WatchOff, Browser: r.serves, BrowserLogs: r.serves && r.server.BrowserLogs, Closed: r.tree.closed}
	if r.request != nil && r.request.At.After(r.edit.At) {
		v.Request = r.request
	}
	r.sort(&v)
	r.react(&v)
	v.State, v.Clear, v.Stale = r.state(v)
	if v.State == app.VerdictBroken && r.worked() {
		v.Broken = &app.Broken{Edit: r.base, GoodUntil: r.good}
	}
	v.Message = r.message(v)
	return v
}

// worked reports whether the server may have worked when the first edit since its last good state came: it ran then, or
// is known to have been good. Otherwise that edit isn't what broke it, as far as known.
func (r reading) worked() bool {
	started := r.server.StartedAt
	return r.good != nil || started == nil || started.Before(r.base.At)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// sort sorts the errors: into those that came since the last good state, those from before that came again, and what
// became of the others.
func (r reading) sort(v *app.Verdict) {
	old := map[string]int{} // how many of a fingerprint there were
	for _, e := range r.before {
		if e.Current() {
			old[e.Fingerprint]++
		}
	}
	for _, e := range r.entries {
		if e.There(r.base.At) {
			old[e.Fingerprint]++
		}
	}
	for _, e := range r.entries {
		switch {
		case !e.Current() || e.Level == "warn":
		case old[e.Fingerprint] > 0:
			old[e.Fingerprint]--
			if e.LastAt.Before(r.base.At) {
				v.Left++
			} else {
				v.Again = append(v.Again, e)
			}
		case !e.Since.Before(r.base.At):
			v.New = append(v.New, e)
		}
	}
	for _, e := range append(r.before, r.entries...) {
		if e.Level == "warn" || r.before == nil && e.Current() || !e.Current() && e.LastSeen().Before(r.edit.At) || !e.Since.Before(r.edit.At) && !r.restarted() {
			continue
		}
		if slices.ContainsFunc(v.Again, func(a digest.Error) bool { return a.Fingerprint == e.Fingerprint }) {
			continue // it moved
		}
		if e.Fixed || r.before != nil && e.Current() && old[e.Fingerprint] > 0 && r.server.State == app.Ready {
			v.Fixed = append(v.Fixed, e)
		} else if !e.Current() {
			v.Unseen = append(v.Unseen, e)
		}
	}
}

// last returns the last sign that the server worked on the edit, except a request; zero = none.
func (r reading) last(v app.Verdict) (last time.Time) {
	for _, list := range [][]digest.Error{v.New, v.Again} {
		for _, e := range list {
			if e.LastAt.After(r.edit.At) {
				last = later(last, e.LastAt)
			}
		}
	}
	if v.ReactedAt != nil && v.ReactedAt.After(r.edit.At) && (v.Request == nil || !v.ReactedAt.Equal(v.Request.At)) {
		last = later(last, *v.ReactedAt)
	}
	return last
}

// state returns the state of the verdict, when it becomes clear if nothing more happens, and whether it would be broken
// only by what came before the edit.
func (r reading) state(v app.Verdict) (state string, clear time.Time, stale bool) {
	b, last := r.built, r.last(v)
	begun := b != nil && b.State == "begun" && b.At.After(r.from())
	failed := b != nil && b.State == "failed" && b.At.After(r.from())
	again := failed || v.Request.Failed() || r.cameAny(v) // it is broken since this edit
	bad := again || len(v.New) > 0 || len(v.Again) > 0
	switch {
	case r.server.EndedByItself && r.server.EndedAt.After(r.edit.At):
		clear = r.server.EndedAt.Add(settled) // its last lines may not be read yet
		if r.now.Before(clear) {
			return app.VerdictPending, clear, false
		}
		return app.VerdictBroken, clear, false
	case last.IsZero() && v.Request == nil:
		clear = r.edit.At.Add(r.patient)
	case !again && (r.tree.renewed || begun && b.restart || r.restarted() || v.Reaction == r.plain.text && r.spoke()):
		clear = last.Add(settledRestart)
	case !last.IsZero():
		clear = last.Add(settled)
	}
	if v.Request != nil {
		clear = later(clear, v.Request.At.Add(settled))
	}
	switch {
	case !failed && r.underWay(), begun && !b.restart && !again:
		clear = later(clear, r.edit.At.Add(slowAfter))
	case v.Closed != 0 && !again:
		clear = later(clear, r.tree.closedAt.Add(max(r.patient, noneAfter)))
	}
	if !again && v.Request == nil {
		clear = later(clear, r.busyUntil(last))
	}
	return r.clearState(v, clear, bad), clear, !again && v.Closed == 0
}

// underWay reports whether the server is on its way up or down, so that its output doesn't show yet what the edit did.
func (r reading) underWay() bool {
	s := r.server.State
	return s == app.Waiting || s == app.Starting || s == app.Stopping
}

// came reports whether one of these errors came since the edit.
func (r reading) came(list []digest.Error) bool {
	return slices.ContainsFunc(list, func(e digest.Error) bool { return !e.LastAt.Before(r.edit.At) })
}

// busyUntil returns when to look again if the processes are busy, which may be with the edit.
func (r reading) busyUntil(last time.Time) (at time.Time) {
	limit := r.edit.At.Add(busyAfter)
	if !last.IsZero() {
		limit = last.Add(busySettled)
	}
	if r.tree.busy && r.now.Before(limit) {
		at = r.now.Add(lookAgain)
	}
	return at
}

func (r reading) clearState(v app.Verdict, clear time.Time, bad bool) string {
	switch {
	case r.now.Before(clear):
		return app.VerdictPending
	case v.Closed != 0:
		return app.VerdictBroken
	case bad && v.ReactedAt == nil && v.Request == nil && r.touched(v):
		return app.VerdictNone
	case bad:
		return app.VerdictBroken
	case v.ReactedAt != nil && (r.built == nil || r.built.State != "noticed" || v.Request.OK()):
		return app.VerdictOK
	case v.ReactedAt == nil && r.broken:
		return app.VerdictBroken
	}
	return app.VerdictNone
}
