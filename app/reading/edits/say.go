package edits

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
)

// message returns one sentence about a verdict.
func (r reading) message(v app.Verdict) string {
	parts := []string{r.effect(v)}
	for _, p := range []struct {
		n    int
		what string
	}{{len(v.New), "new"}, {len(v.Again), "came again"}, {len(v.Fixed), "fixed"}, {len(v.Unseen), "not seen since the edit"}, {v.Left, "left from before"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	if b := v.Broken; b != nil && b.Edit.Number != r.edit.Number {
		parts = append(parts, b.String())
	}
	if v.Skipped > 0 {
		parts = append(parts, words.Count(int(v.Skipped), "line")+" came too fast and were not read")
	}
	if v.WatchOff != "" {
		parts = append(parts, v.WatchOff)
	}
	return strings.Join(parts, "; ")
}

// effect says what shows the state of the verdict.
func (r reading) effect(v app.Verdict) string {
	asked := requestText(v)
	switch {
	case r.server.EndedByItself && v.State == app.VerdictBroken:
		return r.server.Reason
	case v.Closed != 0 && v.State == app.VerdictBroken:
		return fmt.Sprintf("nothing listens on %d since the edit", v.Closed)
	case v.Request != nil && (v.State == app.VerdictBroken || v.Reaction == "GET "+v.Request.Path):
		return asked
	case v.ReactedAt != nil && r.built != nil && r.built.State == "noticed" && v.State == app.VerdictNone:
		return "it noticed the edit, but nothing has requested the file since"
	case v.ReactedAt != nil && !(v.Reaction == r.plain.text && r.cameAny(v)):
		return r.reacted(v, asked)
	case asked != "":
		return asked
	case v.State == app.VerdictNone:
		return "no reaction seen in " + words.Duration(r.now.Sub(r.edit.At))
	case r.cameAny(v):
		return r.firstError(v)
	case v.State == app.VerdictPending:
		return "no reaction yet"
	}
	return "broken before this edit, and no reaction to it"
}

// reacted says how the server reacted.
func (r reading) reacted(v app.Verdict, asked string) string {
	from := r.edit.At
	if v.ReactedAt.Before(from) {
		from = r.base.At
	}
	text := fmt.Sprintf("said after %s: %s", words.Duration(v.ReactedAt.Sub(from)), v.Reaction)
	if asked != "" {
		text += "; " + asked
	}
	return text
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
	return fmt.Sprintf("%s %s after the edit: %s", kind, words.Duration(max(0, e.LastAt.Sub(r.edit.At))), words.ErrorAt(e.Message, e.Place()))
}

// requestText says what a request answered.
func requestText(v app.Verdict) string {
	q := v.Request
	if q != nil && q.OK() && q.Module != "" {
		return fmt.Sprintf("GET %s and %s answered %d", q.Module, q.Path, q.Status)
	}
	switch {
	case q == nil:
		return ""
	case q.Status == 0:
		return "GET " + q.Path + ": " + q.Said
	case q.Failed() && len(v.New)+len(v.Again) == 0 && q.Said != "":
		return fmt.Sprintf("GET %s answered %d: %s", q.Path, q.Status, q.Said)
	}
	return fmt.Sprintf("GET %s answered %d", q.Path, q.Status)
}
