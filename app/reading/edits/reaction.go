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
	case r.restarted():
		v.Reaction, v.ReactedAt = "restarted", r.server.StartedAt
	case r.tree.renewed:
		v.Reaction, v.ReactedAt = "restarted its process", &r.tree.since
	case v.Request.OK():
		v.Reaction, v.ReactedAt = "GET "+v.Request.Path, &v.Request.At
	case r.spoke():
		v.Reaction, v.ReactedAt = r.plain.text, &r.plain.at
	}
}

// outlived reports whether a server reacted, and is broken only by errors from before the edit that it has not printed
// since. What the words of a tool that is known say about its errors, the digest knows already.
func (r reading) outlived(v app.Verdict) bool {
	return v.State == app.VerdictBroken && v.Stale && (r.spoke() && v.Reaction == r.plain.text || r.tree.renewed)
}

// spoke reports whether the server printed something after the edit that was not caused by a request of ours.
func (r reading) spoke() bool {
	own := r.request != nil && r.request.At.After(r.edit.At) && r.plain.at.After(r.request.Sent)
	return r.plain.at.After(r.edit.At) && !own
}

// touched reports whether all errors are from before the edit, and of files that were edited since.
func (r reading) touched(v app.Verdict) bool {
	list := append(slices.Clone(v.New), v.Again...)
	return len(list) > 0 && !slices.ContainsFunc(list, func(e digest.Error) bool {
		return !e.LastAt.Before(r.edit.At) || !slices.Contains(r.edit.Files, e.File)
	})
}
