// Package raised explains an error that the digest found and that no rule knows: where it was raised, and which line, setting,
// file or variable of the project its message is about. It knows no rules, and starts nothing.
package raised

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/reading/why/lacks"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/variables"
)

// Of is what the errors are read from.
type Of struct {
	*output.Output
	Vars    *variables.Of
	Printed string // project/name of what printed the lines
	Failed  bool   // what a line says without a level is an error, too
}

// Cause is the finding that an error is.
type Cause struct {
	app.Finding
	At, Last int    // the indexes of its first and last line; Last may be 0 = At
	From     int64  // the seq of the line with which its failure begins
	Class    string // of the error; "" = the cause is what it is about
	File     string // of the project, in which it was raised; "" = unknown
}

// Cause returns the error of the sources that explains the failure. Of several it is the first with a place in the project:
// the others follow from it, or are the program's last words.
func (o Of) Cause() (h Cause, ok bool) {
	group := o.Fatal()
	if len(group) == 0 {
		return o.placedLine()
	}
	e, at := o.First(group)
	start, last := o.Span(e)
	said := append([]string{fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))}, o.More(e)...)
	said = append(said, o.Causes(e)...)
	for _, other := range output.Others(group, e) {
		if !slices.Contains(said, other) {
			said = append(said, other)
		}
	}
	h = Cause{At: start, Last: last, From: group[0].From}
	if f := o.behind(e, at, said); f != nil {
		h.Finding = *f
		return h, true
	}
	h.Class, h.File = sayings.ClassOf(e.Message), at.File
	h.Finding = o.described(e, at, h.Class, said)
	for _, l := range o.Following(start, 6) {
		if m := symbol().FindStringSubmatch(l); m != nil { // javac
			h.Evidence = append(h.Evidence, "the symbol is "+m[1])
			break
		}
	}
	return h, true
}

// behind returns what an error follows from: a variable that is not set, a name that a module lacks, sources that import each
// other, packages that don't fit. said is the evidence that the error was printed.
func (o Of) behind(e digest.Error, at parse.Place, said []string) (f *app.Finding) {
	placed := slices.Clone(said)
	if at.File != "" {
		placed = append(placed, "raised at "+o.Where(at))
	}
	from, to := o.Span(e)
	for _, find := range []func() *app.Finding{
		func() *app.Finding { return o.Vars.NamedIn(e.Message) },
		func() *app.Finding {
			return o.unset(strings.Join(append([]string{e.Message}, o.Causes(e)...), " "), at)
		},
		func() *app.Finding { return o.unmade(e.Message, at) },
		func() *app.Finding {
			return lacks.Of{Project: &o.Project, Env: o.Vars.Env}.Unfit(strings.Join(append(o.Following(from, to-from+1), e.Message), "\n"))
		},
		func() *app.Finding { return o.uncalled(e.Message) },
		func() *app.Finding { return o.encoded(e, at) },
		func() *app.Finding { return o.value(e, at) },
	} {
		if f = find(); f != nil {
			f.Evidence = append(placed, f.Evidence...)
			return f
		}
	}
	return nil
}

// unset returns the finding that a variable without a value is behind an error.
func (o Of) unset(message string, at parse.Place) *app.Finding {
	switch {
	case at.File == "":
		return o.Vars.Like(message)
	case !output.IsSyntax().MatchString(message) || ofNil().MatchString(message):
		return o.Vars.Behind(message, at.File, at.Line)
	}
	return nil
}

// unmade returns the finding that a value which a line of the sources uses is not there, or not what it is used as.
func (o Of) unmade(message string, at parse.Place) (f *app.Finding) {
	file := o.Found(at.File)
	if at.File == "" {
		return nil
	}
	if name := tooSoon().FindStringSubmatch(message); name != nil && (name[1] == "" || resolve.IsImported(file, name[1])) {
		f = resolve.Circle(&o.Project, file)
	}
	if f == nil && ofNothing().MatchString(message) {
		f = resolve.Undefined(&o.Project, file, at.Line)
	}
	if f == nil {
		f = resolve.Misused(&o.Project, file, at.Line, message)
	}
	return f
}

// tooSoon matches messages about a name of a module that is not loaded yet.
var tooSoon = sayings.Lazily(`Cannot access '([\w$]+)' before initialization|partially initialized module|circular import`)

// described returns the finding that an error is, with what its message names.
func (o Of) described(e digest.Error, at parse.Place, class string, said []string) app.Finding {
	f := app.Finding{Kind: app.FindingCode, Evidence: said}
	switch {
	case at.File == "":
		f.Problem = "it printed " + class
		f.Evidence[0] = o.Saying(e)
		f.Next(app.Step{Do: app.StepLogs, Server: o.Printed}, "")
		from, to := o.Span(e)
		head := slices.DeleteFunc(o.Following(from, min(to-from+1, output.HeadLines)), output.IsFrame)
		o.mentions(&f, e.Message+" "+strings.Join(append(head, o.More(e)...), " "))
		if f.Step != nil {
			o.About(&f, e.Message)
			o.limits(&f, e.Message)
		}
	case o.Conflict(at) > 0:
		at.Line, at.Column = o.Conflict(at), 0
		f.Problem, f.Fix = o.Where(at)+" has the marks of a merge conflict", "resolve the conflict in "+o.Where(at)
	case o.AboutLine(e, at):
		f.Problem, f.Fix = class+" in "+o.Where(at), "correct "+o.Where(at)
		o.declared(&f, e.Message, at)
	default:
		f.Problem = class + " raised at " + o.Where(at)
		o.raised(&f, e, at)
	}
	return f
}

// listed finds a variable that is not set, or a value that is not accepted, in the complaint of a program that says nothing of
// where it failed.
func (o Of) listed() (h Cause, ok bool) {
	at, ok := o.ComplaintAt()
	if !ok {
		return h, false
	}
	text := o.Lines[at].Text
	f := o.Vars.Listed(text)
	if f == nil && refuses().MatchString(text) {
		f = o.valueIn(text, []parse.Place{{}})
	}
	if f == nil {
		return h, false
	}
	f.Evidence = append([]string{o.Quote(at)}, f.Evidence...)
	return Cause{Finding: *f, At: at, Last: at, From: o.Lines[at].Seq, Class: sayings.AnError}, true
}

// ofNothing matches messages about a value of JavaScript that is not what an import should give.
var ofNothing = sayings.Lazily(`is not a (?:function|constructor)|must be a (?:function|middleware)|requires? (?:a )?(?:callback|middleware)|of undefined|\bundefined\b|Element type is invalid|is not iterable|expected a function`)

// ofNil matches what languages say of a value that is not there; symbol matches the name that a compiler adds below.
var (
	ofNil  = sayings.Lazily(`\b(?:nil|null|undefined|None(?:Type)?)\b|\bparsing "":`)
	symbol = sayings.Lazily(`^\s+symbol:\s+(.+)$`)
)

// placedLine returns the first of the last lines that complains and names a place in the project, for an error that
// nobody knows.
func (o Of) placedLine() (h Cause, ok bool) {
	if !o.Failed {
		return h, false
	}
	if h, ok := o.listed(); ok {
		return h, true
	}
	for at := max(0, len(o.Lines)-output.LastWords); at < len(o.Lines); at++ {
		text := o.Lines[at].Text
		if p := o.OwnPlace(text); p.File != "" && o.Complains(at) {
			f := app.Finding{Kind: app.FindingCode, Evidence: []string{o.Quote(at)}}
			class := sayings.ClassOf(text)
			if f.Problem = class + " at " + o.Where(p); output.OfLine(text) {
				where := o.Where(o.LastPlace(text))
				f.Problem, f.Fix = class+" in "+where, "correct "+where
			}
			return Cause{Finding: f, At: at, Last: at, From: o.Lines[at].Seq, Class: class, File: p.File}, true
		}
	}
	return h, false
}
