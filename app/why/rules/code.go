package rules

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/why/output"
	"devservers/app/why/resolve"
	"devservers/app/why/sayings"
	"devservers/app/words"
)

// wrong returns the error of the sources that explains the failure, and the line with which it begins. Of several it is
// the first with a place in the project: the others follow from it, or are the program's last words.
func (c *Clues) wrong() (h hit, from int64, ok bool) {
	group := c.Fatal()
	if len(group) == 0 {
		return c.placedLine()
	}
	e, at := c.First(group)
	start, last := c.Span(e)
	f := app.Finding{Kind: app.FindingCode, Evidence: append([]string{fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))}, c.More(e)...)}
	for _, other := range output.Others(group, e) {
		if !slices.Contains(f.Evidence, other) {
			f.Evidence = append(f.Evidence, other)
		}
	}
	if at.File != "" && (!output.IsSyntax().MatchString(e.Message) || ofNil().MatchString(e.Message)) {
		if unset := c.variables().Behind(e.Message, at.File, at.Line); unset != nil {
			unset.Evidence = append(append([]string{}, f.Evidence...), append([]string{"raised at " + c.Where(at)}, unset.Evidence...)...)
			return hit{Finding: *unset, at: start, last: last}, group[0].From, true
		}
	}
	if at.File != "" && ofNothing().MatchString(e.Message) {
		if missing := resolve.Undefined(&c.Project, c.Found(at.File), at.Line); missing != nil {
			missing.Evidence = append(append([]string{}, f.Evidence...), append([]string{"raised at " + c.Where(at)}, missing.Evidence...)...)
			return hit{Finding: *missing, at: start}, group[0].From, true
		}
	}
	if unset := c.variables().Like(e.Message); at.File == "" && unset != nil {
		unset.Evidence = append(slices.Clone(f.Evidence), unset.Evidence...)
		return hit{Finding: *unset, at: start, last: last}, group[0].From, true
	}
	class := sayings.ClassOf(e.Message)
	switch {
	case at.File == "":
		f.Problem = "it printed " + class
		f.Evidence[0] = c.Saying(e)
		f.Next(app.Step{Do: app.StepLogs, Server: c.Printed}, "")
		c.mentions(&f, e.Message+" "+strings.Join(c.More(e), " "))
		if f.Step != nil {
			c.about(&f, e.Message)
		}
	case c.Conflict(at) > 0:
		at.Line, at.Column = c.Conflict(at), 0
		f.Problem, f.Fix = c.Where(at)+" has the marks of a merge conflict", "resolve the conflict in "+c.Where(at)
	case c.AboutLine(e, at):
		f.Problem, f.Fix = class+" in "+c.Where(at), "correct "+c.Where(at)
	default:
		f.Problem, f.Fix = class+" raised at "+c.Where(at), "look at "+c.Where(at)+", where it was raised"
		c.raised(&f, e, at)
	}
	for _, l := range c.Following(start, 6) {
		if m := symbol().FindStringSubmatch(l); m != nil { // javac
			f.Evidence = append(f.Evidence, "the symbol is "+m[1])
			break
		}
	}
	return hit{f, start, class, at.File, last}, group[0].From, true
}

// listed finds a variable that is not set in the complaint of a program that says nothing of where it failed.
func (c *Clues) listed() (hit, bool) {
	at, ok := c.ComplaintAt()
	if !ok {
		return hit{}, false
	}
	f := c.variables().Listed(c.Lines[at].Text)
	if f == nil {
		return hit{}, false
	}
	f.Evidence = append([]string{c.Quote(at)}, f.Evidence...)
	return hit{Finding: *f, at: at, last: at, class: sayings.AnError}, true
}

// ofNothing matches messages about a value of JavaScript that is not what an import should give.
var ofNothing = lazily(`is not a (?:function|constructor)|must be a (?:function|middleware)|requires? (?:a )?(?:callback|middleware)|of undefined|\bundefined\b|Element type is invalid|is not iterable|expected a function`)

// ofNil matches what languages say of a value that is not there; symbol matches the name that a compiler adds below.
var (
	ofNil  = lazily(`\b(?:nil|null|undefined|None(?:Type)?)\b`)
	symbol = lazily(`^\s+symbol:\s+(.+)$`)
)

// placedLine returns the first of the last lines that complains and names a place in the project, for an error that
// nobody knows.
func (c *Clues) placedLine() (h hit, from int64, ok bool) {
	if !c.Failed {
		return h, 0, false
	}
	if h, ok := c.listed(); ok {
		return h, c.Lines[h.at].Seq, true
	}
	for at := max(0, len(c.Lines)-output.LastWords); at < len(c.Lines); at++ {
		text := c.Lines[at].Text
		if p := c.OwnPlace(text); p.File != "" && c.Complains(at) {
			f := app.Finding{Kind: app.FindingCode, Evidence: []string{c.Quote(at)}}
			where, class := c.Where(p), sayings.ClassOf(text)
			if f.Problem, f.Fix = class+" at "+where, "look at "+where; output.OfLine().MatchString(text) {
				where = c.Where(c.LastPlace(text))
				f.Problem, f.Fix = class+" in "+where, "correct "+where
			}
			return hit{f, at, class, p.File, at}, c.Lines[at].Seq, true
		}
	}
	return h, 0, false
}
