package rules

import (
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
	e := group[0]
	if i := slices.IndexFunc(group, func(e digest.Error) bool { return c.placed(e) != "" }); i >= 0 {
		e = group[i]
	}
	f = app.Finding{Kind: app.FindingCode, Evidence: []string{fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))}}
	if n := len(group); n > 1 {
		f.Evidence = append(f.Evidence, words.Count(n-1, "other error")+" in the same lines")
	}
	name, at := classOf(e.Message), c.placed(e)
	if at != "" && !isSyntax().MatchString(e.Message) {
		if unset := c.unsetAt(e.File, e.Line); unset != nil {
			unset.Evidence = append(append([]string{}, f.Evidence...), append([]string{at + " reads it"}, unset.Evidence...)...)
			return *unset, group[0].From, true
		}
	}
	switch {
	case at != "":
		f.Problem, f.Fix = name+" in "+at, "correct "+at
	default:
		f.Problem = "it printed " + name
		f.Next(app.Step{Do: app.StepLogs, Server: c.Printed}, "")
	}
	return f, group[0].From, true
}

// lastWords is how many of the last lines are searched for a place in the project.
const lastWords = 40

// placedLine returns the first of the last lines that names a place in the project, for an error that nobody knows.
func (c *Clues) placedLine() (f app.Finding, from int64, ok bool) {
	if !c.Failed {
		return f, 0, false
	}
	for at := max(0, len(c.Lines)-lastWords); at < len(c.Lines); at++ {
		for _, p := range place.In(c.Lines[at].Text) {
			if p.File == "" || !c.Exists(p.File) {
				continue
			}
			where := c.Shown(c.Found(p.File)) + ":" + itoa(p.Line)
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

// placed returns file:line:column of an error in a file of the project that exists, or "".
func (c *Clues) placed(e digest.Error) string {
	if e.File == "" || e.Line == 0 || !c.Exists(e.File) {
		return ""
	}
	return e.Place()
}
