package edits

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/words"
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
	case r.server.State == app.Exited && v.State == app.VerdictBroken:
		return r.server.Reason
	case v.Closed != 0 && v.State == app.VerdictBroken:
		return fmt.Sprintf("nothing listens on %d since the edit", v.Closed)
	case v.Request != nil && (v.State == app.VerdictBroken || v.Reaction == "GET "+v.Request.Path):
		return asked
	case v.ReactedAt != nil && r.built != nil && r.built.State == "noticed" && v.State == app.VerdictNone:
		return "it noticed the edit, but nothing has requested the file since"
	case v.ReactedAt != nil:
		from := r.edit.At
		if v.ReactedAt.Before(from) {
			from = r.base.At
		}
		text := fmt.Sprintf("said after %s: %s", words.Duration(v.ReactedAt.Sub(from)), v.Reaction)
		if asked != "" {
			text += "; " + asked
		}
		return text
	case asked != "":
		return asked
	case v.State == app.VerdictNone:
		return "no reaction seen in " + words.Duration(r.now.Sub(r.edit.At))
	case v.State == app.VerdictPending:
		return "no reaction yet"
	}
	return "broken before this edit, and no reaction to it"
}

// requestText says what a request answered.
func requestText(v app.Verdict) string {
	q := v.Request
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
