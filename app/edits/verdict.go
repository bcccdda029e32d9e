package edits

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/supervisor"
	"devservers/app/words"
)

// reading is what a verdict is made of: values of one moment.
type reading struct {
	edit    app.Edit
	now     time.Time
	server  supervisor.ServerRun
	entries []digest.Error
	before  []digest.Error // of the run before, if the server was restarted since the edit
	built   *Built
}

// verdict judges an edit, from all that the server has printed if read, else from what its reader has read so far.
func (e *Edits) verdict(sr supervisor.ServerRun, edit app.Edit, read bool) app.Verdict {
	m := reading{edit: edit, now: time.Now(), server: sr}
	r, before := e.readers(sr)
	if r != nil {
		if read {
			r.catchUp(false)
		}
		m.entries, m.built = r.all()
	}
	if before != nil && m.restarted() {
		m.before, _ = before.all()
	}
	return m.judge()
}

func (r reading) restarted() bool {
	return r.server.StartedAt != nil && r.server.StartedAt.After(r.edit.At)
}

// judge returns the effect of the edit.
func (r reading) judge() app.Verdict {
	v := app.Verdict{Server: r.server.Ref.String(), Run: r.server.RunID(), New: []digest.Error{}, Fixed: []digest.Error{}}
	last := r.sort(&v)
	switch b := r.built; {
	case b != nil && b.At.After(r.edit.At):
		v.Reaction, v.ReactedAt = b.Text, &b.At
		last = later(last, b.At)
	case r.restarted():
		v.Reaction, v.ReactedAt = "restarted", r.server.StartedAt
		last = later(last, *r.server.StartedAt)
	}
	v.State, v.Clear = r.state(v, last)
	v.Message = r.message(v)
	return v
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// sort sorts the errors into new, fixed and left, and returns when the last of them came after the edit. An error whose
// line has moved is not new, nor is one that was fixed for a moment and came again.
func (r reading) sort(v *app.Verdict) (last time.Time) {
	old := map[string]int{} // how many of a fingerprint there were
	for _, e := range r.before {
		if !e.Fixed {
			old[e.Fingerprint]++
		}
	}
	for _, e := range r.entries {
		if e.There(r.edit.At) {
			old[e.Fingerprint]++
		}
	}
	for _, e := range r.entries {
		switch {
		case !e.Current() || e.Level == "warn":
		case old[e.Fingerprint] > 0:
			old[e.Fingerprint]--
			v.Left++
		case !e.Since.Before(r.edit.At):
			v.New = append(v.New, e)
		}
		if e.LastAt.After(r.edit.At) {
			last = later(last, e.LastAt)
		}
	}
	for _, e := range append(r.before, r.entries...) {
		if old[e.Fingerprint] > 0 && e.Level != "warn" && (e.Current() || e.LastSeen().After(r.edit.At)) {
			old[e.Fingerprint]--
			v.Fixed = append(v.Fixed, e)
		}
	}
	return last
}

// state returns the state of the verdict, and when it becomes clear. It is clear once the server has printed nothing for
// a while.
func (r reading) state(v app.Verdict, last time.Time) (state string, clear time.Time) {
	begun := r.built != nil && r.built.State == "begun" && r.built.At.After(r.edit.At) && len(v.New) == 0
	switch {
	case r.server.State == app.Exited && r.server.EndedAt != nil && r.server.EndedAt.After(r.edit.At):
		return app.VerdictBad, clear
	case begun || r.server.State == app.Starting || r.server.State == app.Stopping:
		clear = r.edit.At.Add(slowAfter)
	}
	if last.IsZero() {
		clear = later(clear, r.edit.At.Add(noneAfter))
	} else {
		clear = later(clear, last.Add(settled))
	}
	switch {
	case r.now.Before(clear):
		return app.VerdictPending, clear
	case len(v.New) > 0:
		return app.VerdictBad, clear
	case v.ReactedAt != nil || len(v.Fixed) > 0:
		return app.VerdictGood, clear
	}
	return app.VerdictNone, clear
}

func (r reading) message(v app.Verdict) string {
	var parts []string
	switch {
	case r.server.State == app.Exited && v.State == app.VerdictBad:
		parts = append(parts, r.server.Reason)
	case v.ReactedAt != nil:
		parts = append(parts, fmt.Sprintf("said after %s: %s", words.Duration(v.ReactedAt.Sub(r.edit.At)), v.Reaction))
	case v.State == app.VerdictNone:
		parts = append(parts, "no reaction seen in "+words.Duration(r.now.Sub(r.edit.At)))
	case v.State == app.VerdictPending:
		parts = append(parts, "no reaction yet")
	}
	for _, p := range []struct {
		n    int
		what string
	}{{len(v.New), "new"}, {len(v.Fixed), "fixed"}, {v.Left, "left from before"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return strings.Join(parts, "; ")
}

// nameOf names an edit by its files.
func nameOf(e app.Edit) string {
	switch n := len(e.Files) + e.More; {
	case n == 1:
		return "the edit of " + e.Files[0]
	case n == 2:
		return "the edit of " + e.Files[0] + " and " + e.Files[1]
	default:
		return fmt.Sprintf("the edit of %s and %d other files", e.Files[0], n-1)
	}
}
