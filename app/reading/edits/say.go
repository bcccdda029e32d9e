package edits

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/project/sources"
)

// message returns one sentence about a verdict.
func (r reading) message(v app.Verdict) string {
	parts := []string{r.effect(v)}
	for _, p := range []struct {
		n    int
		what string
	}{{len(v.New), "new"}, {len(v.Again), "came again"}, {len(v.Fixed), "fixed"}, {len(v.Unseen),
		"not seen since the edit"}, {len(v.Still), "not from the edit"}, {v.Left, "left from before"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if b := v.Broken; b != nil && b.Edit.Number != r.edit.Number {
		parts = append(parts, b.String())
	}
	if i := slices.IndexFunc(r.entries, r.warns); i >= 0 && v.State == app.VerdictOK {
		parts = append(parts, "new warning: "+words.ErrorAt(r.entries[i].Message, r.entries[i].Place()))
	}
	if v.Skipped > 0 {
		parts = append(parts, words.Count(int(v.Skipped), "line")+" came too fast and were not read")
	}
	if v.WatchOff != "" {
		parts = append(parts, v.WatchOff)
	}
	return strings.Join(parts, "; ")
}

// warns reports whether an entry is a warning about an edited file that came since the last good state.
func (r reading) warns(e digest.Error) bool {
	return e.Level == "warn" && e.Current() && !e.Since.Before(r.base.At) && slices.Contains(r.edit.Files, e.File)
}

// effect says what shows the state of the verdict: facts, else what the server printed.
func (r reading) effect(v app.Verdict) string {
	switch {
	case v.State == app.VerdictBroken && r.cameAny(v) && v.Closed == 0 && !v.Request.Failed():
		return r.firstError(v)
	case v.Proof != "" && v.Request.Failed() && v.Request.Said != "" && v.Request.Status != 0 && len(v.New)+
		len(v.Again) == 0:
		return v.Proof + ": " + v.Request.Said
	case v.Proof != "" && v.Reaction != "" && v.State == app.VerdictOK && r.printed(v):
		return r.reacted(v) + "; " + v.Proof
	case v.Proof != "":
		return v.Proof
	case v.ReactedAt != nil:
		return r.reacted(v)
	case v.State == app.VerdictPending:
		return "no reaction yet"
	case v.State == app.VerdictBroken:
		return "broken before this edit, and no reaction to it"
	}
	return "no reaction seen in " + words.Duration(r.now.Sub(r.edit.At))
}

// printed reports whether the reaction is a line that the server printed.
func (r reading) printed(v app.Verdict) bool {
	return r.built != nil && v.Reaction == r.built.Text || v.Reaction == r.plain.Text && r.plain.Text != ""
}

// proofText says what was observed: nothing that the server printed.
func (r reading) proofText(v app.Verdict, against, proof sign) string {
	asked := v.Request.Text()
	switch {
	case against.kind == failedRequest:
		return asked
	case v.State == app.VerdictStale:
		return both(asked, "it still runs the code from before: restart it, or watch")
	case against.text != "":
		return against.text
	case v.State == app.VerdictNone && r.built != nil && r.built.State == "noticed" && v.ReactedAt != nil && asked == "":
		return "it noticed the edit, but nothing has requested the file since"
	case v.State == app.VerdictNone && r.tree.Maybe && !r.reloads():
		return both(asked, "it may still run the code from before: restart it, or watch")
	case v.State == app.VerdictNone && r.unread():
		return both(asked, "nobody has read "+words.Files(r.edit.Files)+" since the edit")
	case v.State == app.VerdictNone && v.Request != nil && v.Request.Status >= 400 && !v.Request.OK():
		return both(asked, "name a page that is there for everyone with check: in devservers.yml")
	case against.kind == 0:
		return both(both(proof.text, asked), r.lacks(v, proof))
	}
	return asked
}

// lacks says what was not observed of a server that something newer than the edit has proved to work.
func (r reading) lacks(v app.Verdict, proof sign) string {
	q := v.Request
	switch {
	case proof.kind == renewed && r.quiet(proof):
		return "it has printed nothing for " + words.Duration(r.now.Sub(app.Later(r.lastLine, proof.since))) +
			", longer than before the edit"
	case v.State != app.VerdictOK:
	case proof.kind == renewed && r.server.URL == "" && r.lastLine.Before(proof.since):
		return "it has printed nothing since"
	case q != nil && !q.Confirms() && q.Module == "" && q.Channel == "" && len(q.Others) == 0:
		return "no other page was requested"
	}
	return ""
}

// unread reports whether nobody has read the edited files since, as far as the system tells.
func (r reading) unread() bool {
	return !slices.ContainsFunc(r.edit.Files, func(f string) bool {
		return !sources.Unread(filepath.Join(r.server.Root, f))
	})
}

// reacted says what the server printed.
func (r reading) reacted(v app.Verdict) string {
	from := r.edit.At
	if v.ReactedAt.Before(from) {
		from = r.base.At
	}
	return fmt.Sprintf("said after %s: %s", words.Duration(v.ReactedAt.Sub(from)), v.Reaction)
}

// cameAny reports whether an error came since the edit.
func (r reading) cameAny(v app.Verdict) bool { return r.came(v.New) || r.came(v.Again) }

// firstError says what the server printed first since the edit.
func (r reading) firstError(v app.Verdict) string {
	list, kind := v.New, "new error"
	if !r.came(list) {
		list, kind = v.Again, "the same error"
	}
	e := list[slices.IndexFunc(list, func(e digest.Error) bool { return !e.LastAt.Before(r.edit.At) })]
	return fmt.Sprintf("%s %s: %s", kind, r.after(e.LastAt), words.ErrorAt(e.Message, e.Place()))
}

// both lists the texts that are not empty.
func both(a, b string) string {
	if a == "" {
		return b
	}
	return a + words.Tail(", ", b)
}
