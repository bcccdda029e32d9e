package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/place"
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
		f.Evidence = append(f.Evidence, words.Count(n-1, "other error")+" in the same lines")
	}
	name := classOf(e.Message)
	if at.File != "" && !isSyntax().MatchString(e.Message) {
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
	return f, group[0].From, true
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
	if isCrash().MatchString(e.Message) {
		to += crashLines
	}
	for at := from; at < min(to+1, len(c.Lines)); at++ {
		if p := c.ownPlace(c.Lines[at].Text); p.File != "" {
			return p
		}
	}
	return place.Place{}
}

// isCrash matches what is printed before the stack of a process that a signal ends, and crashLines are how many lines this
// stack usually has.
var isCrash = lazily(`(?i)fatal python error|segmentation|SIGSEGV|SIGABRT|SIGBUS|\[BUG\]|core dumped`)

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

// lastLine matches what tools print after the error: where the whole log is, that they give up, that they try again.
var lastLine = lazily(`(?i)complete log of this run|aborting|retrying|trying again|giving up|shutting down|shut down|exit(?:ed|ing)?(?: with)? (?:code|status|failure)|\bexiting\b|ELIFECYCLE|command failed|lifecycle script|npm (?:error|ERR!) (?:code|path|command|syscall|errno|workspace|location|signal)\b|npm (?:error|ERR!)\s*$|for (?:more|further) (?:information|details)|see (?:above|the log)|run with .*backtrace|startup failed|failed to start|could not start|stopped$|error:?\s*$|errors? (?:found|occurred)|build failed`)

// saying returns the line of a failure that says most about it, as evidence: the first of its last block with an error
// that isn't only an epilogue, or else what the digest found.
func (c *Clues) saying(e digest.Error) string {
	from, to := c.span(e)
	if !lastLine().MatchString(e.Message) {
		return fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))
	}
	for at := max(0, from-nearby); at < min(len(c.Lines), to+nearby); at++ {
		if text := c.Lines[at].Text; (c.Lines[at].wrong() || complains().MatchString(text)) && !lastLine().MatchString(text) && !harmless().MatchString(text) {
			return c.quote(at)
		}
	}
	return fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))
}

// complains matches lines that say what is wrong without a level.
var complains = lazily(`(?i)\b(?:error|fail(?:ed|ure)?|fatal|can ?not|can't|could not|couldn't|unable|invalid|denied|no such|not found|missing|refused|unknown)\b`)

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
			return app.Finding{Kind: app.FindingCode, Problem: classOf(c.Lines[at].Text) + " in " + where, Evidence: []string{c.quote(at)}, Fix: "correct " + where}, c.Lines[at].Seq, true
		}
	}
	return f, 0, false
}

var (
	isSyntax  = lazily(`(?i)syntax|parse error|indentation|import|module|unexpected|undefined method`)
	className = lazily(`^(?:PHP |Uncaught |Fatal error: |panic: |\(|error: )*(?:[A-Za-z_$][\w$]*(?:\.|::|\\))*([A-Z]\w{0,60}(?:Error|Exception|Warning))\b`)
)

// classOf returns the class of an error with its article, or "an error". The rest of a message may say anything, so it is
// evidence alone.
func classOf(message string) string {
	m := className().FindStringSubmatch(message)
	switch {
	case m != nil:
		return words.Article(m[1])
	case strings.Contains(strings.ToLower(message), "syntax error"), strings.Contains(strings.ToLower(message), "parse error"):
		return "a syntax error"
	case strings.HasPrefix(message, "panic: "), strings.Contains(message, "panicked at"):
		return "a panic"
	}
	return "an error"
}
