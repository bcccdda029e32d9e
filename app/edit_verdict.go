package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"devservers/app/digest"
	"devservers/app/words"
)

// reading is what a verdict is made of: values of one moment.
type reading struct {
	edit    Edit
	now     time.Time
	status  Status
	entries []digest.Error
	before  []digest.Error // of the run before, if it was the current one when the edit was made
	built   *Built
}

// judged is a verdict with all that it was made of but for the time.
type judged struct {
	verdict Verdict
	edit    Edit
	digest  *digester
	version int64 // of the digest
	state   State
	started *time.Time
}

// holds tells whether the verdict would be the same now.
func (j judged) holds(now judged) bool {
	return j.verdict.Server != "" && j.edit.Number == now.edit.Number && j.digest == now.digest && j.version == now.version && j.state == now.state && j.started == now.started &&
		(j.verdict.State != VerdictPending || time.Now().Before(j.verdict.Clear))
}

// knownVerdict gives the verdict of the last call, unless something has changed. It reads nothing of what a run printed: the run's own reader does.
func (s *Supervisor) knownVerdict(ctx context.Context, p *project, m *managed, e Edit) (Verdict, error) {
	d, err := s.digestOf(ctx, m.ref, "")
	if err != nil {
		return Verdict{}, err
	}
	now := judged{edit: e, digest: d}
	if d != nil {
		now.version = d.version()
	}
	s.mu.Lock()
	now.state, now.started = m.status.State, m.status.StartedAt
	last := m.judged
	s.mu.Unlock()
	if last.holds(now) {
		return last.verdict, nil
	}
	if now.verdict, err = s.verdict(ctx, p, m, e); err != nil {
		return Verdict{}, err
	}
	s.mu.Lock()
	m.judged = now
	s.mu.Unlock()
	return now.verdict, nil
}

// verdict reads what is known of a server, and judges.
func (s *Supervisor) verdict(ctx context.Context, p *project, m *managed, e Edit) (Verdict, error) {
	d, err := s.digestOf(ctx, m.ref, "")
	if err != nil {
		return Verdict{}, err
	}
	s.mu.Lock()
	r, before := reading{edit: e, now: time.Now(), status: s.statusOf(p, m)}, m.errorsBefore
	s.mu.Unlock()
	if d != nil {
		d.catchUp(false)
		page := d.page(ErrorQuery{Ref: m.ref, Fixed: true, Limit: digest.MaxEntries})
		r.entries, r.built = page.Errors, page.Built
	}
	if before != nil && r.restarted() {
		r.before = before.page(ErrorQuery{Ref: m.ref, Fixed: true, Limit: digest.MaxEntries}).Errors
	}
	return r.judge(), nil
}

func (r reading) restarted() bool {
	return r.status.StartedAt != nil && r.status.StartedAt.After(r.edit.At)
}

// judge says what the edit did.
func (r reading) judge() Verdict {
	v := Verdict{Server: r.status.Ref().String(), Run: r.status.Run, New: []digest.Error{}, Fixed: []digest.Error{}}
	last := r.sort(&v)
	switch b := r.built; {
	case b != nil && b.At.After(r.edit.At):
		v.Reaction, v.ReactedAt = b.Text, &b.At
		last = later(last, b.At)
	case r.restarted():
		v.Reaction, v.ReactedAt = "started anew", r.status.StartedAt
		last = later(last, *r.status.StartedAt)
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

// sort puts the errors where they belong: new, fixed, or left. It gives the moment of the last change since the edit. An error whose line has moved
// is not new, nor is one that was fixed for a moment and came again.
func (r reading) sort(v *Verdict) (last time.Time) {
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
		case e.Fixed || e.Level == "warn":
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
		if old[e.Fingerprint] > 0 && e.Level != "warn" && (!e.Fixed || e.FixedAt.After(r.edit.At)) {
			old[e.Fingerprint]--
			v.Fixed = append(v.Fixed, e)
		}
	}
	return last
}

// state is clear once the server has said nothing for a while; a pending one says when that will be.
func (r reading) state(v Verdict, last time.Time) (state string, clear time.Time) {
	begun := r.built != nil && r.built.State == "begun" && r.built.At.After(r.edit.At) && len(v.New) == 0
	switch {
	case r.status.State == Exited && r.status.EndedAt != nil && r.status.EndedAt.After(r.edit.At):
		return VerdictBad, clear
	case begun || r.status.State == Starting || r.status.State == Stopping:
		clear = r.edit.At.Add(editSlow)
	}
	if last.IsZero() {
		clear = later(clear, r.edit.At.Add(editNone))
	} else {
		clear = later(clear, last.Add(editSettles))
	}
	switch {
	case r.now.Before(clear):
		return VerdictPending, clear
	case len(v.New) > 0:
		return VerdictBad, clear
	case v.ReactedAt != nil || len(v.Fixed) > 0:
		return VerdictGood, clear
	}
	return VerdictNone, clear
}

func (r reading) message(v Verdict) string {
	var parts []string
	switch {
	case r.status.State == Exited && v.State == VerdictBad:
		parts = append(parts, "it has "+r.status.Reason)
	case v.ReactedAt != nil:
		parts = append(parts, fmt.Sprintf("said after %s: %s", words.Duration(v.ReactedAt.Sub(r.edit.At)), v.Reaction))
	case v.State == VerdictNone:
		parts = append(parts, "no reaction seen in "+words.Duration(r.now.Sub(r.edit.At)))
	case v.State == VerdictPending:
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

// says names the files of an edit.
func (e Edit) says() string {
	switch n := len(e.Files) + e.More; {
	case n == 1:
		return "the edit of " + e.Files[0]
	case n == 2:
		return "the edit of " + e.Files[0] + " and " + e.Files[1]
	default:
		return fmt.Sprintf("the edit of %s and %d other files", e.Files[0], n-1)
	}
}
