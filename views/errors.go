package views

import (
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
)

// ErrorList is a list of errors in a server's output.
type ErrorList = []digest.Error

// ErrorRow is an error with the code that it names.
type ErrorRow struct {
	digest.Error
	Run     string
	At      Place      // no File = no file of the project
	Excerpt []CodeLine // around At; empty = unknown
	Muted   bool       // it is not counted
}

// CodeLine is a line of a source file. Hit marks that of an error.
type CodeLine struct {
	Number int // from 1
	Text   string
	Hit    bool
}

// errorLink returns the address of an error's lines.
func (c ServerView) errorLink(f digest.Error) string {
	return LineLink(ProjectPath(c.Project)+"/logs", c.Run, f.From, "")
}

// often describes how often an error came: "230 times since 09:00, every 12s, not from the last edit".
func (c ServerView) often(e ErrorRow) string {
	if e.Count < 2 {
		return "once, " + words.Ago(c.Now.Sub(e.LastAt)) + c.notFromEdit(e)
	}
	text := words.Count(e.Count, "time") + " since " + words.Moment(e.FirstAt, c.Now)
	if gap := e.LastAt.Sub(e.FirstAt) / time.Duration(e.Count-1); e.Count > 2 && gap >= time.Second {
		text += ", every " + words.Age(gap)
	}
	return text + ", last " + words.Ago(c.Now.Sub(e.LastAt)) + c.notFromEdit(e)
}

// notFromEdit says that an error is not from the last edit if the verdict has found that.
func (c ServerView) notFromEdit(e ErrorRow) string {
	same := func(other digest.Error) bool { return other.Fingerprint == e.Fingerprint }
	if c.Verdict != nil && e.Run == c.Run && slices.ContainsFunc(c.Verdict.Still, same) {
		return " · not from the last edit"
	}
	return ""
}

// lastGood returns when the server was last known to work, if it is broken since.
func (c ServerView) lastGood() *time.Time {
	if c.Verdict != nil && c.Verdict.Broken != nil {
		return c.Verdict.Broken.GoodUntil
	}
	return nil
}

// editsSince returns the edits since the last good state that are known: the one that broke it, and the last one.
func (c ServerView) editsSince() (list []app.Edit) {
	if c.Edit == nil || c.Verdict == nil {
		return nil
	}
	list = []app.Edit{*c.Edit}
	if b := c.Verdict.Broken; b != nil && b.Edit.Number != c.Edit.Number {
		list = append(list, b.Edit)
	}
	return list
}

// editedFile is a file of an edit, and when that was.
type editedFile struct {
	name string
	at   time.Time
}

// maxFiles is how many changed files the page of errors names.
const maxFiles = 8

// changedFiles returns the files of the edits since the last good state, the newest first, and how many more there are.
func (c ServerView) changedFiles() (list []editedFile, more int) {
	for _, e := range c.editsSince() {
		more += e.More
		for _, name := range e.Files {
			known := slices.ContainsFunc(list, func(f editedFile) bool { return f.name == name })
			switch {
			case known:
			case len(list) < maxFiles:
				list = append(list, editedFile{name, e.At})
			default:
				more++
			}
		}
	}
	return list, more
}

// otherServer is the effect of the last edit on another server.
type otherServer struct {
	name, word string
	look       mood
}

// others returns the effect of the last edit on the other servers, and how many it does not concern.
func (v RunView) others() (list []otherServer, apart int) {
	for _, o := range v.Edited.Verdicts {
		switch {
		case o.Server == v.Now.Ref().String():
		case o.Apart || o.State == app.VerdictNone:
			apart++
		default:
			list = append(list, otherServer{o.Server[len(v.Now.Project)+1:], otherWord(o), otherMood(o)})
		}
	}
	return list, apart
}

// otherWord describes the effect of an edit on another server in a few words.
func otherWord(v app.Verdict) string {
	switch {
	case v.Before:
		return "broken before"
	case v.State == app.VerdictBroken && len(v.New) > 0:
		return words.Count(len(v.New), "new error")
	case v.State == app.VerdictOK && v.ReactedAt != nil:
		return "rebuilt"
	}
	return v.State
}

// otherMood returns how that looks: what was broken before is not from the edit.
func otherMood(v app.Verdict) mood {
	if v.Before {
		return verdictMood(app.VerdictNone)
	}
	return verdictMood(v.State)
}

// apartWord says how many servers an edit does not concern.
func apartWord(n int) string {
	return fmt.Sprintf("%s without a reaction", words.Count(n, "server"))
}
