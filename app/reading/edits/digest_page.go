package edits

import (
	"cmp"
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
)

// news returns the errors that came or were fixed since the last call.
func (r *reader) news() []digest.Error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.d.News()
}

// count counts the current errors and warnings without the muted ones, by fingerprint.
func (r *reader) count(muted []string) (n supervisor.Shown) {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := int64(-1)
	n.FailsSince = r.pages.FailsSince()
	for _, e := range r.d.Entries() {
		switch {
		case !e.Current() || slices.Contains(muted, e.Fingerprint):
		case e.Level == "warn":
			n.Warnings++
		default:
			n.Errors++
			if e.Last > last {
				last, n.Newest = e.Last, words.ErrorAt(e.Message, e.Place())
			}
		}
	}
	return n
}

// all returns all errors and warnings, fixed ones included, and what the server last reported about its work.
func (r *reader) all() ([]digest.Error, *Built) {
	page := r.page(ErrorQuery{Fixed: true, Warnings: true, Limit: digest.MaxEntries})
	return page.Errors, page.Built
}

// page answers q.
func (r *reader) page(q ErrorQuery) ErrorPage {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := ErrorPage{Server: r.ref.String(), Run: r.run, From: r.from, Errors: []digest.Error{},
		Cursor: app.Cursor(r.run, r.d.Seen()), Built: builtOf(r.d.Built()), version: r.d.Version()}
	for _, e := range r.d.Entries() {
		if e.Fixed {
			p.Fixed++
		}
		if q.wants(e) {
			p.Errors = append(p.Errors, e)
		}
	}
	slices.SortStableFunc(p.Errors, func(a, b digest.Error) int { return cmp.Compare(a.Last, b.Last) })
	p.Skipped, p.Dropped = r.lost, r.d.Dropped()
	var older int
	p.Errors, older = digest.Bound(p.Errors, min(cmp.Or(q.Limit, DefaultErrors), digest.MaxEntries))
	p.Left = words.ErrorsLeftOut(older, p.Dropped, p.Skipped)
	return p
}

func (q ErrorQuery) wants(e digest.Error) bool {
	switch {
	case e.Level == "warn" && !q.Warnings:
		return false
	case !e.Current() && !q.Fixed && q.After == 0 && q.newer == 0 && q.Since.IsZero():
		return false
	case q.newer > 0:
		return e.Version > q.newer
	case q.Since.IsZero():
		return e.Changed > q.After
	}
	at := e.LastAt
	if !e.Current() {
		at = e.LastSeen()
	}
	return e.Changed > q.After && !at.Before(q.Since)
}

func builtOf(b digest.Build) *Built {
	state := map[digest.Said]string{digest.Begins: "begun", digest.Works: "done", digest.Fails: "failed",
		digest.Notices: "noticed"}[b.Said]
	if state == "" {
		return nil
	}
	return &Built{restart: b.Restart, State: state, Seq: b.Seq, At: b.At, Text: b.Text}
}
