package views

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
)

// verdictMood returns how a verdict looks: color and shape.
func verdictMood(state string) mood {
	switch state {
	case app.VerdictOK:
		return mood{"good", "check", state}
	case app.VerdictBroken:
		return mood{"bad", "failed", state}
	case app.VerdictPending:
		return mood{"busy", "starting", state}
	case app.VerdictStale:
		return mood{"warn", "failing", state}
	}
	return mood{"", "stopped", state}
}

// verdictWord returns the effect of an edit on the server, in words.
func (c ServerView) verdictWord() string {
	v := c.Verdict
	switch {
	case v.State == app.VerdictPending && len(v.New) > 0:
		return "pending: " + words.Count(len(v.New), "new error") + " so far"
	case v.State == app.VerdictPending && v.ReactedAt != nil:
		return "pending: still working"
	case v.State == app.VerdictPending:
		return "pending: no reaction yet"
	case v.State == app.VerdictStale:
		return "still runs the code from before: restart it, or watch"
	case v.State == app.VerdictNone && v.ReactedAt != nil:
		return "noticed, not requested since"
	case v.State == app.VerdictNone:
		return "no reaction seen"
	case v.State == app.VerdictBroken:
		return c.brokenWord()
	case v.ReactedAt == nil:
		return "no new errors"
	case c.StartedAt != nil && c.StartedAt.Equal(*v.ReactedAt):
		return "restarted, no new errors"
	}
	return "rebuilt, no new errors"
}

// pictureLink returns the address of the picture of the page that was opened last. It differs for each.
func pictureLink(c ServerView) string {
	return fmt.Sprintf("%s/picture?at=%d", apiPath(c.Ref()), c.Verdict.Page.At.UnixMilli())
}

// brokenWord returns what shows that an edit broke the server.
func (c ServerView) brokenWord() string {
	v := c.Verdict
	switch {
	case len(v.New) > 0:
		return words.Count(len(v.New), "new error")
	case len(v.Again) > 0:
		return words.Count(len(v.Again), "error") + " again"
	case v.Proof != "":
		return v.Proof
	case v.Closed != 0:
		return fmt.Sprintf("nothing listens on %d", v.Closed)
	case v.Request.Failed():
		return fmt.Sprintf("GET %s answered %d", v.Request.Path, v.Request.Status)
	case c.EndedByItself():
		return "it ended"
	}
	return "broken"
}

// verdictRest returns how fast the server reacted, what is fixed, and what is left.
func verdictRest(v app.Verdict, e app.Edit) (text string) {
	if v.ReactedAt != nil && v.State != app.VerdictPending {
		text = " after " + words.Duration(v.ReactedAt.Sub(e.At))
	}
	if n := len(v.Fixed); n > 0 {
		text += fmt.Sprintf(", %d fixed", n)
	}
	if n := len(v.Unseen); n > 0 {
		text += fmt.Sprintf(", %d not seen since", n)
	}
	if b := v.Broken; b != nil && b.Edit.Number != e.Number {
		text += ", " + b.String()
	}
	if n := len(v.Still); n > 0 {
		text += fmt.Sprintf(", %d still there", n)
	}
	if v.Left > 0 {
		text += fmt.Sprintf(", %d left from before", v.Left)
	}
	return text
}

// newError returns the new error that the card links to: the latest one.
func (c ServerView) newError() (f digest.Error, ok bool) {
	if c.Verdict == nil || c.Edit == nil {
		return f, false
	}
	for _, e := range append(slices.Clone(c.Verdict.New), c.Verdict.Again...) {
		if !ok || e.Last > f.Last {
			f, ok = e, true
		}
	}
	return f, ok
}

// newErrorText returns the new error in one line, or "".
func (c ServerView) newErrorText() string {
	if f, ok := c.newError(); ok && c.Verdict.State != app.VerdictOK {
		return errorLine(f, 1)
	}
	return ""
}

// errorLine returns an error in one line: its place, its message, and how many errors there are.
func errorLine(f digest.Error, of int) string {
	text := strings.TrimSpace(f.Place() + " " + f.Message)
	if of > 1 {
		text += fmt.Sprintf(" · %d more", of-1)
	}
	return text
}

// editShown is how many files of an edit a page names.
const editShown = 2

func editFiles(e app.Edit) []string { return e.Files[:min(len(e.Files), editShown)] }

// editMore describes how many files are not listed.
func editMore(e app.Edit) string {
	if n := len(e.Files) + e.More - len(editFiles(e)); n > 0 {
		return fmt.Sprintf(" and %d more", n)
	}
	return ""
}

// editWord returns the effect of the last edit on the project, with the names of the servers that it broke.
func (g *GroupView) editWord() string {
	switch g.Edited.State {
	case app.VerdictOK:
		return "last edit: no new errors"
	case app.VerdictPending:
		return "last edit: pending"
	case app.VerdictBroken:
		now, before := g.broken()
		if len(now) == 0 {
			return "last edit: " + words.Count(before, "server") + " broken before it"
		}
		return "last edit broke " + strings.Join(now, ", ")
	case app.VerdictStale:
		return "last edit: not loaded yet"
	}
	return "last edit: no reaction seen"
}

// editShows reports whether the project has a line about its last edit.
func (g *GroupView) editShows() bool { return g.Edited.Edit != nil && len(g.Edited.Verdicts) > 0 }

// broken returns the names of the servers that the last edit broke, and how many had failed before it.
func (g *GroupView) broken() (now []string, before int) {
	for _, v := range g.Edited.Verdicts {
		switch {
		case v.State != app.VerdictBroken:
		case v.Before:
			before++
		default:
			now = append(now, strings.TrimPrefix(v.Server, g.ID+"/"))
		}
	}
	return now, before
}

// editMood returns how the line about the last edit looks. An edit after which nothing new broke is not bad.
func (g *GroupView) editMood() mood {
	if now, _ := g.broken(); g.Edited.State == app.VerdictBroken && len(now) == 0 {
		return verdictMood(app.VerdictNone)
	}
	return verdictMood(g.Edited.State)
}
