package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/place"
	"devservers/app/why/files"
	"devservers/app/why/resolve"
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
func (c *Clues) wrong() (h hit, from int64, ok bool) {
	group := c.fatal()
	if len(group) == 0 {
		return c.placedLine()
	}
	e, at := c.first(group)
	start, last := c.span(e)
	f := app.Finding{Kind: app.FindingCode, Evidence: append([]string{fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))}, c.more(e)...)}
	if n := len(group); n > 1 {
		f.Evidence = append(f.Evidence, others(group, e)...)
	}
	if at.File != "" && (!isSyntax().MatchString(e.Message) || ofNil().MatchString(e.Message)) {
		if unset := c.unsetAt(e.Message, at.File, at.Line); unset != nil {
			unset.Evidence = append(append([]string{}, f.Evidence...), append([]string{"raised at " + c.where(at)}, unset.Evidence...)...)
			return hit{Finding: *unset, at: start, last: last}, group[0].From, true
		}
	}
	if at.File != "" && ofNothing().MatchString(e.Message) {
		if missing := resolve.Undefined(&c.Project, c.Found(at.File), at.Line); missing != nil {
			missing.Evidence = append(append([]string{}, f.Evidence...), append([]string{"raised at " + c.where(at)}, missing.Evidence...)...)
			return hit{Finding: *missing, at: start}, group[0].From, true
		}
	}
	if unset := c.unsetLike(e.Message); at.File == "" && unset != nil {
		unset.Evidence = append(slices.Clone(f.Evidence), unset.Evidence...)
		return hit{Finding: *unset, at: start, last: last}, group[0].From, true
	}
	class := sayings.ClassOf(e.Message)
	switch {
	case at.File == "":
		f.Problem = "it printed " + class
		f.Evidence[0] = c.saying(e)
		f.Next(app.Step{Do: app.StepLogs, Server: c.Printed}, "")
	case c.conflict(at) > 0:
		at.Line, at.Column = c.conflict(at), 0
		f.Problem, f.Fix = c.where(at)+" has the marks of a merge conflict", "resolve the conflict in "+c.where(at)
	case c.aboutLine(e, at):
		f.Problem, f.Fix = class+" in "+c.where(at), "correct "+c.where(at)
	default:
		f.Problem, f.Fix = class+" raised at "+c.where(at), "look at "+c.where(at)+", where it was raised"
		c.raised(&f, e.Message, at)
	}
	for _, l := range c.following(start, 6) {
		if m := symbol().FindStringSubmatch(l); m != nil { // javac
			f.Evidence = append(f.Evidence, "the symbol is "+m[1])
			break
		}
	}
	return hit{f, start, class, at.File, last}, group[0].From, true
}

// ofNothing matches messages about a value of JavaScript that is not what an import should give.
var ofNothing = lazily(`is not a (?:function|constructor)|must be a (?:function|middleware)|requires? (?:a )?(?:callback|middleware)|of undefined|\bundefined\b|Element type is invalid|is not iterable|expected a function`)

// ofLine matches messages that are about the line at which they were raised: what can't be read, or a name that it doesn't know.
var ofLine = lazily(`(?i)\bsyntax|pars(?:e|ing) error|indentation|unexpected|unterminated|is not defined|undefined (?:local )?(?:variable|method|function|constant|name|symbol|identifier|index|array key|property)|undefined: |cannot import name|uninitialized constant|not declared|undeclared|cannot find (?:name|symbol|value|type|function|macro)|has no (?:attribute|exported member)|not exported`)

// aboutLine reports whether an error is about the line of its place: that of a compiler is, and one about a name or the
// syntax. Any other may be raised far from what has to be corrected.
func (c *Clues) aboutLine(e digest.Error, at place.Place) bool {
	if ofLine().MatchString(e.Message) {
		return true
	}
	if raises().MatchString(e.Message) {
		return false
	}
	from, _ := c.span(e)
	return files.IsCompiled(at.File) || from < len(c.Lines) && !isFrame(c.Lines[from].Text) && c.ownPlace(c.Lines[from].Text).File == at.File
}

// raises matches errors of running programs.
var raises = lazily(`^panic|panicked at|(?:Exception|Error)\b`)

// conflict returns the line of the first mark of a merge conflict in the file of a place, or 0.
func (c *Clues) conflict(at place.Place) int {
	for i, line := range strings.Split(files.Read(c.Found(at.File)), "\n") {
		if strings.HasPrefix(line, "<<<<<<< ") {
			return i + 1
		}
	}
	return 0
}

// mostMore is how many lines below an error's message are read with it.
const mostMore = 3

// more returns the lines below the message of an error that belong to it, as evidence: what is indented, or what a message
// that announces a list or ends with a colon is about.
func (c *Clues) more(e digest.Error) (list []string) {
	from, to := c.span(e)
	at := -1
	for i := from; i <= min(to, len(c.Lines)-1); i++ {
		if text := strings.TrimSpace(c.Lines[i].Text); len(e.Message) > 10 && strings.HasSuffix(text, e.Message) {
			at = i
		}
	}
	if at < 0 || !announces().MatchString(e.Message) {
		return nil
	}
	for i := at + 1; i < len(c.Lines) && len(list) < mostMore; i++ {
		if text := c.Lines[i].Text; strings.TrimSpace(text) == "" && len(list) == 0 {
			continue
		} else if strings.TrimSpace(text) == "" || isFrame(text) || c.Lines[i].wrong() {
			break
		}
		list = append(list, c.quote(i))
	}
	return list
}

// announces matches messages whose particulars are in the lines below.
var announces = lazily(`(?i):$|\b\d+ (?:validation )?errors?\b|following|\bissues\b`)

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

// placedLine returns the first of the last lines that complains and names a place in the project, for an error that
// nobody knows.
func (c *Clues) placedLine() (h hit, from int64, ok bool) {
	if !c.Failed {
		return h, 0, false
	}
	for at := max(0, len(c.Lines)-lastWords); at < len(c.Lines); at++ {
		text := c.Lines[at].Text
		if p := c.ownPlace(text); p.File != "" && c.complains(at) {
			f := app.Finding{Kind: app.FindingCode, Evidence: []string{c.quote(at)}}
			where, class := c.where(p), sayings.ClassOf(text)
			if f.Problem, f.Fix = class+" at "+where, "look at "+where; ofLine().MatchString(text) {
				where = c.where(c.lastPlace(text))
				f.Problem, f.Fix = class+" in "+where, "correct "+where
			}
			return hit{f, at, class, p.File, at}, c.Lines[at].Seq, true
		}
	}
	return h, 0, false
}

// Complaint returns the first of the last lines that says that something is wrong, or else the last line, as evidence.
func (c *Clues) Complaint() []string {
	last := -1
	for at := max(0, len(c.Lines)-lastWords); at < len(c.Lines); at++ {
		text := c.Lines[at].Text
		if strings.TrimSpace(text) == "" || isFrame(text) {
			continue
		}
		last = at
		if c.Lines[at].wrong() || sayings.Complains().MatchString(text) || ofLine().MatchString(text) {
			return []string{c.quote(at)}
		}
	}
	if last < 0 {
		return nil
	}
	return []string{c.quote(last)}
}

// lastPlace returns the last place in the project that a line names: what stands before a message about the syntax.
func (c *Clues) lastPlace(text string) (last place.Place) {
	for _, p := range place.In(text) {
		if own := c.own(p.File); own != "" {
			last, last.File = p, own
		}
	}
	return last
}

// complains reports whether a line or the one before or after it says that something is wrong.
func (c *Clues) complains(at int) bool {
	return slices.ContainsFunc(c.near(at, 1), func(text string) bool {
		return sayings.Complains().MatchString(text) || ofLine().MatchString(text) || raises().MatchString(text)
	})
}

var isSyntax = lazily(`(?i)syntax|parse error|indentation|import|module|unexpected|undefined method`)
