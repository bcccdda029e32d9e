package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/place"
	"devservers/app/why/sayings"
	"devservers/app/words"
)

// together is how many lines may lie between two errors of one failure.
const together = 6

// fatal returns the errors that were printed together at last, which ended the run or broke it.
func (c *Clues) fatal() []digest.Error {
	for i := len(c.Errors) - 1; i > 0; i-- {
		if c.Errors[i].From-c.Errors[i-1].Last > together {
			return c.Errors[i:]
		}
	}
	return c.Errors
}

// aboutNames matches errors about a name of the code: whatever their line reads is not the cause.
var aboutNames = lazily(`^(?:NameError|ReferenceError|ImportError|ModuleNotFoundError)\b`)

// wrong returns the error of the sources that explains the failure, and the line with which it begins. Of several it is
// the first with a place in the project: the others follow from it, or are the program's last words.
func (c *Clues) wrong() (f app.Finding, from int64, ok bool) {
	group := c.fatal()
	if len(group) == 0 {
		return c.placedLine()
	}
	e, at := c.first(group)
	f = app.Finding{Kind: app.FindingCode, Evidence: []string{fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))}}
	if n := len(group); n > 1 {
		f.Evidence = append(f.Evidence, others(group, e)...)
	}
	name := sayings.ClassOf(e.Message)
	if at.File != "" && !aboutNames().MatchString(e.Message) && (!isSyntax().MatchString(e.Message) || ofNil().MatchString(e.Message)) {
		if unset := c.unsetAt(at.File, at.Line); unset != nil {
			unset.Evidence = append(append([]string{}, f.Evidence...), append([]string{c.where(at) + " reads it"}, unset.Evidence...)...)
			return *unset, group[0].From, true
		}
	}
	switch {
	case at.File != "":
		f.Problem, f.Fix = name+" in "+c.where(at), "correct "+c.where(at)
	default:
		f.Problem = "it printed " + name
		f.Evidence[0] = c.saying(e)
		f.Next(app.Step{Do: app.StepLogs, Server: c.Printed}, "")
	}
	for _, l := range c.following(slices.IndexFunc(c.Lines, func(l Line) bool { return l.Seq >= e.From }), 6) {
		if m := symbol().FindStringSubmatch(l); m != nil { // javac
			f.Evidence = append(f.Evidence, "the symbol is "+m[1])
			break
		}
	}
	return f, group[0].From, true
}

// ofNil matches what languages say of a value that is not there; symbol matches the name that a compiler adds below.
var (
	ofNil  = lazily(`\b(?:nil|null|undefined|None(?:Type)?)\b`)
	symbol = lazily(`^\s+symbol:\s+(.+)$`)
)

// others returns the errors of a group besides e, as evidence: the first two, and how many more there are.
func others(group []digest.Error, e digest.Error) (list []string) {
	for _, o := range group {
		if line := fmt.Sprintf("line %d: %s", o.From, words.Clip(o.Message, 200)); o.From != e.From && o.Message != e.Message && !slices.Contains(list, line) && len(list) < 2 {
			list = append(list, line)
		}
	}
	if more := len(group) - 1 - len(list); more > 0 {
		list = append(list, words.Count(more, "other error")+" in the same lines")
	}
	return list
}

// first returns the first error of a group that has a place in the project, with it, or else the first one.
func (c *Clues) first(group []digest.Error) (digest.Error, place.Place) {
	for _, e := range group {
		if at := c.placeOf(e); at.File != "" {
			return e, at
		}
	}
	return group[0], place.Place{}
}

// placeOf returns the place in the project that an error is about: the head of its trace, which names a file that can't be
// read at all, before the place that the digest found, and this before the first frame of the project. A frame in a
// package is never one.
func (c *Clues) placeOf(e digest.Error) place.Place {
	from, to := c.span(e)
	if isSyntax().MatchString(e.Message) {
		for at := min(from, len(c.Lines)-1); at >= max(0, from-headLines); at-- {
			if p := c.onlyPlace(c.Lines[at].Text); p.File != "" {
				return p
			}
		}
	}
	if own := c.own(e.File); own != "" && e.Line > 0 {
		return place.Place{File: own, Line: e.Line, Column: e.Column}
	}
	if sayings.IsCrash().MatchString(e.Message) {
		to += crashLines
	}
	for at := from; at < min(to+1, len(c.Lines)); at++ {
		if p := c.ownPlace(c.Lines[at].Text); p.File != "" {
			return p
		}
	}
	return place.Place{}
}

const crashLines = 30

// headLines is how many lines of the sources a trace shows between its head and the error.
const headLines = 8

// span returns the indexes of the first and the last line of an error.
func (c *Clues) span(e digest.Error) (from, to int) {
	at := func(seq int64) int {
		i, _ := slices.BinarySearchFunc(c.Lines, seq, func(l Line, seq int64) int { return cmp.Compare(l.Seq, seq) })
		return i
	}
	return at(e.From), at(e.Last)
}

// onlyPlace returns the place in the project that a line consists of.
func (c *Clues) onlyPlace(text string) place.Place {
	text = strings.TrimSuffix(strings.TrimSpace(text), ":")
	if list := place.In(text); len(list) == 1 && list[0].From == 0 && list[0].To == len(text) {
		if own := c.own(list[0].File); own != "" {
			list[0].File = own
			return list[0]
		}
	}
	return place.Place{}
}

// ownPlace returns the first place in the project that a line names.
func (c *Clues) ownPlace(text string) place.Place {
	for _, p := range place.In(text) {
		if own := c.own(p.File); own != "" {
			p.File = own
			return p
		}
	}
	return place.Place{}
}

// where returns file:line:column as people in the project write it.
func (c *Clues) where(p place.Place) string {
	at := c.Shown(c.Found(p.File)) + ":" + itoa(p.Line)
	if p.Column > 0 {
		at += ":" + itoa(p.Column)
	}
	return at
}

// own returns name if it is that of a file that people of the project write, or "".
func (c *Clues) own(name string) string {
	path := c.Found(strings.TrimPrefix(name, "file://"))
	if path == "" || !c.Ours(path) {
		return ""
	}
	return path
}

// saying returns the line of a failure that says most about it, as evidence: the first of its last block with an error
// that isn't only an epilogue, or else what the digest found.
func (c *Clues) saying(e digest.Error) string {
	from, to := c.span(e)
	if !sayings.LastLine().MatchString(e.Message) {
		return fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))
	}
	for at := max(0, from-nearby); at < min(len(c.Lines), to+nearby); at++ {
		if text := c.Lines[at].Text; (c.Lines[at].wrong() || sayings.Complains().MatchString(text)) && !sayings.LastLine().MatchString(text) && !sayings.Harmless().MatchString(text) {
			return c.quote(at)
		}
	}
	return fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))
}

// lastWords is how many of the last lines are searched for a place in the project.
const lastWords = 40

// placedLine returns the first of the last lines that names a place in the project, for an error that nobody knows.
func (c *Clues) placedLine() (f app.Finding, from int64, ok bool) {
	if !c.Failed {
		return f, 0, false
	}
	for at := max(0, len(c.Lines)-lastWords); at < len(c.Lines); at++ {
		if p := c.ownPlace(c.Lines[at].Text); p.File != "" {
			where := c.where(p)
			return app.Finding{Kind: app.FindingCode, Problem: sayings.ClassOf(c.Lines[at].Text) + " in " + where, Evidence: []string{c.quote(at)}, Fix: "correct " + where}, c.Lines[at].Seq, true
		}
	}
	return f, 0, false
}

var isSyntax = lazily(`(?i)syntax|parse error|indentation|import|module|unexpected|undefined method`)
