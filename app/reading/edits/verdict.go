package edits

import (
	"path/filepath"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
	"devservers/app/project/sources"
	"devservers/app/reading/evidence"
	"devservers/app/transcript/text"
)

// reading is what a verdict is made of: values of one moment.
type reading struct {
	edit     app.Edit
	base     app.Edit // the first edit since the last good state: errors since then count
	broken   bool     // it was broken before the edit
	good     *time.Time
	now      time.Time
	server   supervisor.ServerRun
	entries  []digest.Error
	before   []digest.Error // of the run before, if the server was restarted since the edit
	rates    map[string]evidence.Rate
	built    *Built
	plain    text.PrintedLine // what it printed last that is neither an error nor about a request
	pause    time.Duration    // the usual time between two such lines before the edit; 0 = unknown
	rest     time.Duration    // the longest
	lastLine time.Time        // when it printed its last line
	skipped  int64
	request  *app.EditRequest
	serves   bool // pages for a browser
	tree     evidence.Sight
	known    standing
	own      bool      // an edited file is below its directory
	gone     bool      // all edited files were removed, so nothing can have read them
	wrong    time.Time // when it printed a line last that does not say that all is well
	open     bool      // the last lines may belong to an error that is not complete
}

// verdict judges an edit, from all that the server has printed and what its processes show if fresh, else from what is
// known so far.
func (e *Edits) verdict(sr supervisor.ServerRun, edit app.Edit, fresh bool) app.Verdict {
	m := newReading(sr, edit)
	r, before := e.readers(sr)
	if r != nil {
		m.open = fresh && r.catchUp(false)
		m.entries, m.built = r.all()
	}
	if before != nil && m.server.StartedSince(m.edit.At) {
		m.before, _ = before.all()
		before.fill(&m, edit.At) // its pauses count
	}
	if e.fill(&m, fresh); r != nil {
		r.fill(&m, edit.At.Add(noneMost))
	}
	v := m.judge()
	if old := m.outlived(v); r != nil && fresh && (v.State == app.VerdictOK || old) {
		e.settle(r, &m, v) // or another caller has just done so
		m.entries, m.built = r.all()
		v = m.judge()
	}
	return e.withPage(m, v)
}

// settle notes what an edit that is ok says about errors from before it.
func (e *Edits) settle(r *reader, m *reading, v app.Verdict) {
	r.mu.Lock()
	was := r.d.Version()
	if v.ReactedAt != nil {
		r.d.Reacted(m.begun(), m.now, evidence.Naming(m.edit.Files))
	}
	if m.built != nil && m.built.restart || m.tree.PID != 0 {
		r.d.Loaded(m.now)
	}
	changed := r.d.Version() != was
	r.mu.Unlock()
	if changed {
		e.mu.Lock()
		s := e.standing[m.server.Ref.String()]
		s.Quiet = &quiet{m.edit.At, m.now, m.edit.Files}
		e.standing[m.server.Ref.String()] = s
		e.mu.Unlock()
	}
}

func newReading(sr supervisor.ServerRun, edit app.Edit) reading {
	m := reading{edit: edit, base: edit, now: time.Now(), server: sr, own: true}
	if sr.Run != nil {
		dir := sr.Run.Record().Dir
		m.own = slices.ContainsFunc(edit.Files, func(f string) bool { return sources.IsIn(filepath.Join(sr.Root, f), dir) })
	}
	m.gone = !slices.ContainsFunc(edit.Paths(sr.Root), sources.IsThere)
	return m
}

// judgeUntil judges an edit from what is known to have happened before another one.
func (e *Edits) judgeUntil(sr supervisor.ServerRun, edit app.Edit, next time.Time) app.Verdict {
	m := newReading(sr, edit)
	e.fill(&m, false)
	if r, _ := e.readers(sr); r != nil {
		m.entries, m.built = r.all()
		m.entries = slices.DeleteFunc(m.entries, func(e digest.Error) bool { return !e.Since.Before(next) })
		if m.built != nil && m.built.At.After(next) {
			m.built = nil
		}
		r.fill(&m, app.Earlier(next, edit.At.Add(noneMost)))
	}
	return e.withPage(m, m.judge())
}

// judge returns the effect of the edit.
func (r reading) judge() app.Verdict {
	v := app.Verdict{Server: r.server.Ref.String(), Run: r.server.RunID(), New: []digest.Error{}, Fixed: []digest.Error{},
		Skipped: r.skipped, WatchOff: r.server.WatchOff, Browser: r.serves, BrowserLogs: r.serves &&
			r.server.BrowserLogs, Closed: r.tree.Closed}
	if r.request != nil && r.request.At.After(r.edit.At) {
		v.Request = r.request
	}
	if b := r.built; b != nil && b.State == "begun" && !b.restart && r.request.Ended(b.At) {
		r.built = nil
	}
	if q := v.Request; q.Confirms() && (r.building(q.At) || r.renews()) { // what builds or restarts has read it
		copied := *q
		copied.Loaded, copied.Mended, v.Request = false, q.Mended && !r.renews(), &copied
	}
	r.sort(&v)
	r.react(&v)
	if r.unrelated(v) {
		v.New, v.Still = []digest.Error{}, append(v.Still, v.New...)
	}
	v.Renewed = r.tree.PID != 0 && !r.server.StartedSince(r.edit.At)
	v.Self = v.Renewed || r.built != nil && r.built.At.After(r.edit.At) &&
		!v.Request.During(r.built.At, answerSettled)
	v.Before, v.Watches = r.server.BadBefore(r.edit.At), r.tree.Watches && v.ReactedAt == nil
	v.Apart = !r.concerned(v)
	against, proof := r.against(v), r.proof(v)
	v.State, v.Clear = r.state(v, against, proof)
	v.Ask = r.asks(v, against, proof)
	if v.Apart {
		v.State, v.Ask = app.VerdictNone, false
	}
	unknown := against.kind == failedRequest && v.Request.Was == 0 && !v.Request.Loaded && !r.cameAny(v)
	if v.State == app.VerdictBroken && r.worked() && !v.Before && !unknown {
		v.Broken = &app.Broken{Edit: r.base, GoodUntil: r.good}
	}
	v.Proof = r.proofText(v, against, proof)
	v.Message = r.message(v)
	return v
}

// building reports whether a build that began after the edit was under way at a moment, as far as known.
func (r reading) building(at time.Time) bool {
	b := r.built
	return b != nil && b.State == "begun" && !b.restart && b.At.After(r.from()) && b.At.Before(at)
}

// state returns the state of the verdict, and when it becomes clear if nothing more happens. What contradicts beats
// what confirms.
func (r reading) state(v app.Verdict, against, proof sign) (state string, clear time.Time) {
	state = r.silence(v)
	switch {
	case against.kind != 0:
		state, clear = app.VerdictBroken, against.sure
	case proof.kind != 0:
		if state = app.VerdictOK; r.quiet(proof) {
			state = app.VerdictNone
		}
		clear = app.Later(proof.sure, r.busyUntil(v, proof))
	case r.broken:
		state, clear = r.unchanged(v), r.edit.At.Add(r.patience())
	default:
		clear = app.Later(r.edit.At.Add(r.patience()), r.busyUntil(v, sign{}))
	}
	if end := r.underWay(v, against, proof); r.now.Before(end) {
		clear = app.Later(clear, end)
	}
	if r.now.Before(clear) {
		state = app.VerdictPending
	}
	return state, clear
}

// unchanged is the verdict on a server that was broken before the edit and shows no reaction to it. If the edit is of
// the files that were broken, it may have helped.
func (r reading) unchanged(v app.Verdict) string {
	if r.touched(v) {
		return r.silence(v)
	}
	return app.VerdictBroken
}

// silence is the verdict on a server of which nothing newer than the edit is known: if it loads the edited file, it
// still runs the code from before.
func (r reading) silence(v app.Verdict) string {
	reloads := r.tree.Watches || r.tree.Young || v.ReactedAt != nil || r.server.StartedAt != nil &&
		!r.server.StartedAt.Before(r.edit.At)
	if r.tree.Sources && !r.tree.Maybe && !reloads && r.server.State.Up() && !v.Request.Confirms() {
		return app.VerdictStale
	}
	return app.VerdictNone
}

// worked reports whether the server may have worked when the first edit since its last good state came: it ran then, or
// is known to have been good. Otherwise that edit isn't what broke it, as far as known.
func (r reading) worked() bool {
	return r.good != nil || r.server.StartedAt == nil || r.server.StartedAt.Before(r.base.At)
}

// underWay returns until when the server is on its way up or down, so that nothing shows yet what the edit did.
func (r reading) underWay(v app.Verdict, against, proof sign) (until time.Time) {
	b := r.built
	built := b != nil && b.At.After(r.from())
	s := r.server.State
	switch comes := s == app.Waiting || s == app.Starting || s == app.Stopping; {
	case r.server.Due, comes && !(built && b.State == "failed"):
		until = r.edit.At.Add(max(slowAfter, 2*r.known.slowest()))
	case built && b.State == "failed", r.cameAny(v):
	case built && b.State == "begun" && against.kind == 0 && proof.kind == 0 && (r.tree.PID == 0 || v.Request == nil):
		until = r.edit.At.Add(noneMost)
		if r.tree.Busy || r.tree.Hidden || r.server.Run == nil { // it builds
			until = r.edit.At.Add(slowAfter)
		}
	case r.open && against.kind == 0:
		until = r.now.Add(readQuiet)
	}
	return until
}

// busyUntil returns when to look again if the processes are busy, which may be with the edit.
func (r reading) busyUntil(v app.Verdict, proof sign) (at time.Time) {
	limit := r.edit.At.Add(busyAfter)
	if !proof.since.IsZero() {
		limit = proof.since.Add(busySettled)
	}
	if r.tree.Busy && r.now.Before(limit) && v.Request == nil {
		at = r.now.Add(lookAgain)
	}
	return at
}

// patience is how long to wait for a reaction: longer while a process that is newer than the edit has not begun to
// serve, and hardly any if nothing of it has read or watches the edited files.
func (r reading) patience() time.Duration {
	if r.tree.Unread && !r.reloads() {
		if slices.ContainsFunc(r.edit.Files, r.known.lazy) {
			return noneAfter // some look at their files only now and then
		}
		return unreadAfter
	}
	if r.tree.Young && r.tree.PID == 0 {
		return max(r.known.patience(), 2*r.known.slowest())
	}
	return r.known.patience()
}

// asks reports whether a request would tell something now. A server that loads files again is asked once it did so; any
// other at once, as it may load a file when that is requested, and once more when it turns out that it did.
func (r reading) asks(v app.Verdict, against, proof sign) bool {
	s := r.server
	if s.State != app.Ready || s.Due || s.Kind.IsTask() || r.tree.Closed != 0 || r.tree.Stopped != 0 ||
		against.kind.final() {
		return false
	}
	patient := r.edit.At.Add(r.patience())
	switch last := r.reactedAt(v); {
	case r.changing(), against.kind == erred && r.tree.PID == 0 && (r.known.Renews || r.tree.Others):
		return false // what would answer is not the process that failed
	case v.Request == nil:
		return proof.kind != 0 || !last.IsZero() || r.serves || !r.reloads() || !r.now.Before(patient)
	case v.Request.Unsure:
		return true
	case v.Request.Failed() && (!v.Request.Again || !r.believes(v)):
		return !v.Request.Again || v.Request.Sent.Before(last) || v.Request.Sent.Before(patient) && !r.now.Before(patient)
	default: // one may look at its files again only now and then
		late := v.Request.OK() && !v.Request.Confirms() && (r.tree.Sources || r.tree.Unread) && !r.now.Before(patient)
		return v.Request.Sent.Before(last) || late && v.Request.Sent.Before(patient)
	}
}

// reloads reports whether the server is known to load files again by itself.
func (r reading) reloads() bool { return r.known.Reloads || r.tree.Watches || r.tree.Young }
