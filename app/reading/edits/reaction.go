package edits

import (
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
)

// from returns since when a reaction counts: also one to an edit just before, unless that broke the server.
func (r reading) from() time.Time {
	if r.broken {
		return r.edit.At
	}
	return r.base.At
}

// react finds the last reaction to the edit.
func (r reading) react(v *app.Verdict) {
	switch b := r.built; {
	case b != nil && b.At.After(r.from()):
		v.Reaction, v.ReactedAt = b.Text, &b.At
	case r.server.StartedSince(r.edit.At):
		v.Reaction, v.ReactedAt = "restarted", r.server.StartedAt
	case r.tree.PID != 0:
		v.Reaction, v.ReactedAt = "restarted its process", &r.tree.Since
	case v.Request.OK() && v.Request.Confirms():
		v.Reaction, v.ReactedAt = "GET "+v.Request.Path, &v.Request.At
	case r.spoke() && !r.old():
		v.Reaction, v.ReactedAt = r.plain.Text, &r.plain.At
	}
}

// reactedAt returns when the server reacted last, other than to a request of ours; zero = it did not.
func (r reading) reactedAt(v app.Verdict) (at time.Time) {
	if r.server.StartedSince(r.edit.At) && r.server.ReadyAt != nil {
		at = *r.server.ReadyAt
	}
	if b := r.built; b != nil && b.At.After(r.edit.At) && !v.Request.During(b.At, answerSettled) {
		at = app.Later(at, b.At)
	}
	if r.tree.PID != 0 {
		at = app.Later(at, r.tree.Since)
	}
	if r.spoke() && !r.old() {
		at = app.Later(at, r.plain.At)
	}
	return at
}

// concerned reports whether an edit concerns the server: it reacted, or an edited file is below its directory.
func (r reading) concerned(v app.Verdict) bool {
	return r.own || v.ReactedAt != nil || v.Before || r.tree.Closed != 0 || r.server.EndedByItself
}

// outlived reports whether a server reacted, and is broken only by errors from before the edit that it has not printed
// since. What the words of a tool that is known say about its errors, the digest knows already.
func (r reading) outlived(v app.Verdict) bool {
	p := r.proof(v)
	return r.against(v).kind == brokenBefore && p.kind != 0 && (p.kind != rebuilt || v.Request.OK())
}

// unrelated reports whether new errors have another cause than the edit: the server showed no reaction, and nobody has
// read the edited files, which none of the errors names.
func (r reading) unrelated(v app.Verdict) bool {
	return len(v.New) > 0 && v.ReactedAt == nil && !r.base.At.Before(r.edit.At) && r.unread() &&
		!slices.ContainsFunc(v.New, func(e digest.Error) bool { return slices.Contains(r.edit.Files, e.File) })
}

// spoke reports whether the server printed something after the edit that was not caused by a request of ours.
func (r reading) spoke() bool { return r.plain.At.After(r.edit.At) }

// touched reports whether all errors are from before the edit, and of files that were edited since.
func (r reading) touched(v app.Verdict) bool {
	list := append(slices.Clone(v.New), v.Again...)
	return len(list) > 0 && !slices.ContainsFunc(list, func(e digest.Error) bool {
		return !e.LastAt.Before(r.edit.At) || !slices.Contains(r.edit.Files, e.File)
	})
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
		if e.There(r.base.At) || slices.Contains(r.known.Usual, e.Fingerprint) {
			old[e.Fingerprint]++
		}
	}
	for _, e := range r.entries {
		switch {
		case !e.Current() || e.Level == "warn":
		case old[e.Fingerprint] > 0:
			old[e.Fingerprint]--
			switch {
			case r.past(e):
				v.Left++
			case !slices.Contains(r.edit.Files, e.File), r.rates[e.Fingerprint].Covers(e, r.edit.At, r.now),
				slices.Contains(r.known.Usual, e.Fingerprint) && r.server.StartedSince(r.edit.At) && r.server.ReadyAt != nil &&
					e.Since.Before(r.server.ReadyAt.Add(settled)): // each start prints it
				v.Still = append(v.Still, e)
			default:
				v.Again = append(v.Again, e)
			}
		case r.server.FailedBefore(r.edit.At):
			v.Left++
		case !e.Since.Before(r.base.At):
			v.New = append(v.New, e)
		}
	}
	r.sortGone(v, old)
}

// sortGone sorts the errors that are not current any more.
func (r reading) sortGone(v *app.Verdict, old map[string]int) {
	for _, e := range append(r.before, r.entries...) {
		if e.Level == "warn" || r.before == nil && e.Current() || !e.Current() && e.LastSeen().Before(r.edit.At) ||
			!e.Since.Before(r.edit.At) && !r.server.StartedSince(r.edit.At) {
			continue
		}
		is := func(a digest.Error) bool { return a.Fingerprint == e.Fingerprint }
		if slices.ContainsFunc(v.Again, is) || slices.ContainsFunc(v.Still, is) { // it moved, or came with the new run
			continue
		}
		if e.Fixed || r.before != nil && e.Current() && old[e.Fingerprint] > 0 && r.server.State == app.Ready {
			v.Fixed = append(v.Fixed, e)
		} else if !e.Current() {
			v.Unseen = append(v.Unseen, e)
		}
	}
}
