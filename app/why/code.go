package why

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/place"
	"devservers/app/edits"
	"devservers/app/words"
)

// errors returns the errors in what the run printed that are not fixed, in the order of their lines.
func (x *examination) errors() []digest.Error {
	if x.Run == nil {
		return nil
	}
	page, _ := x.edits.Errors(x.ctx, edits.ErrorQuery{Ref: x.ref, Run: x.Status.Run, Limit: digest.MaxEntries})
	slices.SortStableFunc(page.Errors, func(a, b digest.Error) int { return int(a.From - b.From) })
	return page.Errors
}

// together is how many lines may lie between two errors of one failure.
const together = 6

// fatal returns the errors that were printed together at last, which ended the run or broke it.
func (c *clues) fatal() []digest.Error {
	for i := len(c.errors) - 1; i > 0; i-- {
		if c.errors[i].From-c.errors[i-1].Last > together {
			return c.errors[i:]
		}
	}
	return c.errors
}

// wrong returns the error of the sources that explains the failure, and the line with which it begins. Of several it is
// the first with a place in the project: the others follow from it, or are the program's last words.
func (c *clues) wrong() (f app.Finding, from int64, ok bool) {
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
		f.Next(app.Step{Do: app.StepLogs, Server: c.printed}, "")
	}
	return f, group[0].From, true
}

// lastWords is how many of the last lines are searched for a place in the project.
const lastWords = 40

// placedLine returns the first of the last lines that names a place in the project, for an error that nobody knows.
func (c *clues) placedLine() (f app.Finding, from int64, ok bool) {
	if !c.failed {
		return f, 0, false
	}
	for at := max(0, len(c.lines)-lastWords); at < len(c.lines); at++ {
		for _, p := range place.In(c.lines[at].text) {
			if p.File == "" || !c.exists(p.File) {
				continue
			}
			where := c.shown(c.found(p.File)) + ":" + itoa(p.Line)
			return app.Finding{Kind: app.FindingCode, Problem: classOf(c.lines[at].text) + " in " + where, Evidence: []string{c.quote(at)}, Fix: "correct " + where}, c.lines[at].seq, true
		}
	}
	return f, 0, false
}

var (
	isSyntax  = lazily(`(?i)syntax|parse error|indentation|import|module|unexpected|undefined method`)
	validFile = lazily(`^[\pL\w@./+~()\[\] -]{1,200}$`)
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
func (c *clues) placed(e digest.Error) string {
	if e.File == "" || e.Line == 0 || !c.exists(e.File) {
		return ""
	}
	return e.Place()
}

// exists reports whether a name from the output is that of a file that exists in the project.
func (c *clues) exists(name string) bool {
	return c.found(name) != ""
}

// found returns the path of a file or directory that the output names, or "" if there is none.
func (c *clues) found(name string) string {
	if !validFile().MatchString(name) {
		return ""
	}
	if filepath.IsAbs(name) {
		return existing(name)
	}
	for _, dir := range []string{c.projectDir, c.dir} {
		if path := existing(filepath.Join(dir, name)); path != "" {
			return path
		}
	}
	return ""
}

func existing(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
