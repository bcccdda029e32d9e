package edits

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/evidence"
)

// standing is how a server stands between two edits, and what is known of its ways. It outlives the manager.
type standing struct {
	Open *app.Edit `json:"open,omitempty"` // the first edit whose effect is not clear yet
	// the first edit since the last good state, when the last edit came
	Base    *app.Edit       `json:"base,omitempty"`
	Broken  *app.Edit       `json:"broken,omitempty"`  // the edit since which it is broken
	Good    *time.Time      `json:"good,omitempty"`    // when it was last ok
	Took    []time.Duration `json:"took,omitempty"`    // its last reactions to edits
	Waits   time.Time       `json:"waits,omitzero"`    // the first edit of files that it watches to which it did not react
	Lazy    []string        `json:"lazy,omitempty"`    // endings of files that it loaded when they were requested
	Listen  []time.Duration `json:"listen,omitempty"`  // from its last starts until it was ready
	Reloads bool            `json:"reloads,omitempty"` // it loaded files again by itself
	Renews  bool            `json:"renews,omitempty"`  // it did so last with a new process
	// fingerprints of the errors that were there when it was good last
	Usual []string            `json:"usual,omitempty"`
	Quiet *quiet              `json:"quiet,omitempty"` // errors from before it were not seen since
	Pages evidence.Answers    `json:"pages,omitempty"` // the last answers to requests of ours
	Loads []evidence.GoodLoad `json:"loads,omitempty"` // the last good loads of pages in a browser
}

// quiet is an edit to which a server reacted.
type quiet struct {
	Edit time.Time `json:"edit"`
	At   time.Time `json:"at"`

	Files []string `json:"files,omitempty"`
}

// patience returns how long to wait for a reaction: several times as long as it usually takes.
func (s standing) patience() time.Duration {
	if len(s.Took) == 0 {
		return noneAfter
	}
	took := slices.Sorted(slices.Values(s.Took))
	return min(max(3*took[len(took)/2], noneLeast), noneMost)
}

// lazy reports whether the server has loaded files like this one when they were requested.
func (s standing) lazy(file string) bool { return slices.Contains(s.Lazy, filepath.Ext(file)) }

// slowest returns the longest time that one of the last starts took.
func (s standing) slowest() time.Duration {
	return slices.Max(append([]time.Duration{0}, s.Listen...))
}

// begin notes an edit whose effect is not clear yet. rates are of the errors so far.
func (s *standing) begin(edit app.Edit, rates map[string]evidence.Rate) {
	if s.Broken == nil && s.Open == nil {
		s.Usual = slices.Sorted(maps.Keys(rates))
	}
	if s.Open == nil {
		s.Open = &edit
	}
	if s.Base = s.Broken; s.Base == nil {
		s.Base = s.Open
	}
}

// end notes the verdict on an edit. late: nobody waited for it, so it says nothing about how long that takes.
func (s *standing) end(v app.Verdict, edit app.Edit, now time.Time, late bool) {
	switch v.State {
	case app.VerdictOK:
		s.Broken, s.Good = nil, &now
		if v.ReactedAt != nil && v.ReactedAt.After(edit.At) {
			s.Base = &edit
		}
	case app.VerdictBroken:
		if s.Broken == nil && v.Broken != nil {
			s.Broken = &v.Broken.Edit
		}
	case app.VerdictPending:
		return
	}
	if f := edit.Files[0]; v.Request != nil && v.Request.Loaded && !s.lazy(f) {
		s.Lazy = append(slices.Clone(s.Lazy), filepath.Ext(f))
	}
	if v.Watches && len(s.Took) == 0 && edit.At.Sub(s.Waits) > noneMost {
		s.Waits = edit.At
	}
	if s.Open = nil; v.Self {
		s.Reloads, s.Renews = true, v.Renewed
	}
	if v.Self && v.ReactedAt.After(edit.At) && !late {
		from := edit.At
		if len(s.Took) == 0 && from.Sub(s.Waits) < noneMost { // it may be the reaction to that
			from = s.Waits
		}
		s.Took = append(s.Took, v.ReactedAt.Sub(from))
		s.Took = s.Took[max(0, len(s.Took)-maxTook):]
	}
}

// fill adds what is known of a server besides its output: how it stands, its processes, and the last request.
func (e *Edits) fill(m *reading, fresh bool) {
	e.mu.Lock()
	s := e.server(m.server.Ref)
	st := e.standing[m.server.Ref.String()]
	if s.requestFor == m.edit.Number {
		m.request = s.request
	}
	if s.lookedFor == m.edit.Number {
		m.tree = s.sight
	}
	looker := s.looker
	e.mu.Unlock()
	m.base, m.good, m.known = *cmp.Or(st.Base, &m.edit), st.Good, st
	m.broken = st.Broken != nil && st.Broken.Number < m.edit.Number
	if !fresh {
		return
	}
	m.tree = looker.See(m.server, m.edit, e.loads.Of(m.server.Ref))
	e.mu.Lock()
	s.sight, s.lookedFor = m.tree, m.edit.Number
	e.mu.Unlock()
}

// conclude keeps the verdicts of a page that are clear, and announces those that are new.
func (e *Edits) conclude(page app.EditPage, late bool) {
	if page.Edit == nil {
		return
	}
	var news []app.Event
	changed := false
	e.mu.Lock()
	for _, v := range page.Verdicts {
		name, ok := strings.CutPrefix(v.Server, page.Project+"/")
		s := e.servers[app.Ref{Project: page.Project, Name: name}]
		said := fmt.Sprint(page.Edit.Number, v.State, v.Run)
		if !ok || s == nil || v.State == app.VerdictPending || s.said == said {
			continue
		}
		s.said, changed = said, true
		st := e.standing[v.Server]
		st.end(v, *page.Edit, time.Now(), late)
		e.standing[v.Server] = st
		if v.State != app.VerdictNone && !v.Before && !long(v, *page.Edit) {
			news = append(news, page.Event(v))
		}
	}
	e.mu.Unlock()
	if !changed {
		return
	}
	e.keep(page)
	e.sup.Announce(news...)
}

// long reports whether a server reacted so long after an edit that this tells nothing of it: it was started again.
func long(v app.Verdict, edit app.Edit) bool {
	return v.ReactedAt != nil && v.ReactedAt.Sub(edit.At) > 2*slowAfter
}

// started notes that a run is ready, and how long that took. Edits from before it was started count no more, unless the
// run shows again what they broke: clean is false then.
func (e *Edits) started(sr supervisor.ServerRun, clean bool) {
	name, at := sr.Ref.String(), sr.Run.Record().Started
	e.mu.Lock()
	looker, s := e.server(sr.Ref).looker, e.standing[name]
	before := func(edit *app.Edit) bool { return clean && edit != nil && edit.At.Before(at) }
	old := before(s.Broken) || before(s.Open)
	if before(s.Broken) {
		s.Broken, s.Good = nil, sr.ReadyAt
	}
	if old {
		s.Open, s.Base = nil, nil
	}
	fresh := at.After(e.sup.Began)
	if fresh {
		s.Listen = append(slices.Clone(s.Listen[max(0, len(s.Listen)+1-maxStarts):]), sr.ReadyAt.Sub(at))
	}
	e.standing[name] = s
	e.mu.Unlock()
	e.loads.Began(sr)
	looker.Note(sr)
	if old || fresh {
		e.save(func(*book) {})
	}
	if old {
		e.sup.Announce()
	}
}

// Standing returns since which edit a server is broken; nil if it is not, as far as known.
func (e *Edits) Standing(ref app.Ref) *app.Broken {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.standing[ref.String()]
	if s.Broken == nil {
		return nil
	}
	return &app.Broken{Edit: *s.Broken, GoodUntil: s.Good}
}

// settleBefore concludes the verdict on the edit before, as far as it is clear, when another one comes.
func (e *Edits) settleBefore(id string, list []supervisor.ServerRun, edit *app.Edit, next time.Time) {
	if edit == nil {
		return
	}
	page := app.EditPage{Project: id, Edit: edit}
	for _, sr := range list {
		if sr.State.Up() || sr.EndedSince(edit.At) { // what had failed before says nothing of it
			page.Verdicts = append(page.Verdicts, e.judgeUntil(sr, *edit, next))
		}
	}
	e.conclude(page, true)
}
