package output

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// PlaceOf returns the place in the project that an error is about: the head of its trace, which names a file that can't be
// read at all, before the place that the digest found, and this before the first frame of the project. A frame in a
// package is never one.
func (o *Output) PlaceOf(e digest.Error) parse.Place {
	from, to := o.Span(e)
	if IsSyntax().MatchString(e.Message) {
		if p := o.OwnPlace(strings.TrimPrefix(e.Message, "SyntaxError: ")); p.File != "" && OfSyntax().MatchString(e.Message) {
			return p
		}
		for at := min(from, len(o.Lines)-1); at >= max(0, from-HeadLines); at-- {
			if p := o.onlyPlace(o.Lines[at].Text); p.File != "" {
				return p
			}
		}
	}
	if own := o.Own(e.File); own != "" && e.Line > 0 {
		return parse.Place{File: own, Line: e.Line, Column: e.Column}
	}
	if sayings.IsCrash().MatchString(e.Message) {
		to += crashLines
	}
	for at := from; at < min(to+1, len(o.Lines)); at++ {
		if p := o.OwnPlace(o.Lines[at].Text); p.File != "" {
			return p
		}
	}
	return parse.Place{}
}

// CodeAt returns the place in the project of the error that a line belongs to.
func (o *Output) CodeAt(at int) parse.Place {
	for _, e := range o.Errors {
		if from, to := o.Span(e); at >= from-HeadLines && at <= to {
			if p := o.PlaceOf(e); p.File != "" {
				return p
			}
		}
	}
	return parse.Place{}
}

// onlyPlace returns the place in the project that a line consists of.
func (o *Output) onlyPlace(text string) parse.Place {
	text = strings.TrimSuffix(strings.TrimSpace(text), ":")
	if list := parse.PlaceIn(text); len(list) == 1 && list[0].From == 0 && list[0].To == len(text) {
		if own := o.Own(list[0].File); own != "" {
			list[0].File = own
			return list[0]
		}
	}
	return parse.Place{}
}

// OwnPlace returns the first place in the project that a line names.
func (o *Output) OwnPlace(text string) parse.Place {
	for _, p := range parse.PlaceIn(text) {
		if own := o.Own(p.File); own != "" {
			p.File = own
			return p
		}
	}
	return parse.Place{}
}

// LastPlace returns the last place in the project that a line names: what stands before a message about the syntax.
func (o *Output) LastPlace(text string) (last parse.Place) {
	for _, p := range parse.PlaceIn(text) {
		if own := o.Own(p.File); own != "" {
			last, last.File = p, own
		}
	}
	return last
}

// Where returns file:line:column as people in the project write it.
func (o *Output) Where(p parse.Place) string {
	at := o.Shown(o.Found(p.File)) + ":" + strconv.Itoa(p.Line)
	if p.Column > 0 {
		at += ":" + strconv.Itoa(p.Column)
	}
	return at
}

// Own returns name if it is that of a file that people of the project write, or "".
func (o *Output) Own(name string) string {
	path := o.Found(strings.TrimPrefix(name, "file://"))
	if path == "" || !o.Ours(path) {
		return ""
	}
	return path
}

// SourceOf returns the line of the sources at a place, as what follows the place, or "".
func (o *Output) SourceOf(at parse.Place) string {
	lines := strings.Split(sources.Read(o.Found(at.File)), "\n")
	if at.Line < 1 || at.Line > len(lines) || strings.TrimSpace(lines[at.Line-1]) == "" {
		return ""
	}
	if secret().MatchString(lines[at.Line-1]) {
		return ""
	}
	text := strings.TrimSpace(lines[at.Line-1])
	for i := at.Line; strings.HasPrefix(text, "@") && i < min(len(lines), at.Line+3); i++ { // of what a decorator decorates
		if next := strings.TrimSpace(lines[i]); !strings.HasPrefix(next, "@") {
			text += " " + next
			break
		}
	}
	return ": " + words.Clip(text, 160)
}

// Conflict returns the line of the first mark of a merge conflict in the file of a place, or 0.
func (o *Output) Conflict(at parse.Place) int {
	for i, line := range strings.Split(sources.Read(o.Found(at.File)), "\n") {
		if strings.HasPrefix(line, "<<<<<<< ") {
			return i + 1
		}
	}
	return 0
}

// AboutLine reports whether an error is about the line of its place: a parser, a compiler or an interpreter names it as the
// place of the error, or it has the name that is not known. Any other may be raised far from what has to be corrected.
func (o *Output) AboutLine(e digest.Error, at parse.Place) bool {
	ran := o.ran(e, at)
	switch {
	case strings.Contains(e.Message, "partially initialized"): // of a circle
		return false
	case OfName().MatchString(e.Message) && !ofNone().MatchString(e.Message):
		return true
	case ran:
		return false
	case OfSyntax().MatchString(e.Message), sources.IsSetting(at.File):
		return true
	case Raises().MatchString(e.Message), filepath.Ext(at.File) == ".go" && at.Column == 0:
		return false
	}
	if throws().MatchString(o.SourceOf(at)) && !OfSyntax().MatchString(e.Message) {
		return false
	}
	from, _ := o.Span(e)
	if from >= len(o.Lines) || timed().MatchString(o.Lines[from].Text) { // of a log
		return false
	}
	return sources.IsCompiled(at.File) || !IsFrame(o.Lines[from].Text) && o.OwnPlace(o.Lines[from].Text).File == at.File
}

// ran reports whether the place of an error is a frame of a program that ran.
func (o *Output) ran(e digest.Error, at parse.Place) bool {
	from, to := o.Span(e)
	for i := from; i <= min(to, len(o.Lines)-1); i++ {
		text := o.Lines[i].Text
		if p := o.OwnPlace(text); p.File == at.File && p.Line == at.Line && IsFrame(text) && (filepath.Ext(at.File) != ".py" || strings.Contains(text, ", in ")) {
			return true
		}
	}
	return false
}

// HeadLines is how many lines of the sources a trace shows between its head and the error.
const HeadLines = 8

const crashLines = 30

// OfSyntax matches messages about what can't be read, OfName those about a name that a line has and that is not known. ofNone
// matches those about a value that is not there.
var (
	OfSyntax = sayings.Lazily(`(?i)\bsyntax|pars(?:e|ing) error|indentation|unexpected|unterminated`)
	OfName   = sayings.Lazily(`(?i)is not defined|undefined (?:local )?(?:variable|method|function|constant|name|symbol|identifier|index|array key|property)|undefined: |cannot import name|uninitialized constant|not declared|undeclared|cannot find (?:name|symbol|value|type|function|macro)|has no (?:attribute|exported member)|not exported`)
	ofNone   = sayings.Lazily(`\b(?:NoneType|nil|null)\b|[oO]bject has no attribute`)
)

// timed matches a line of a log, which begins with a time.
var timed = sayings.Lazily(`^\W{0,3}\d{2,4}[-/:.]\d\d[-/:.]\d\d`)

// OfLine reports whether a message is about the line at which it was raised.
func OfLine(message string) bool {
	return OfSyntax().MatchString(message) || OfName().MatchString(message)
}

// Raises matches errors of running programs.
var Raises = sayings.Lazily(`^panic|panicked at|(?:Exception|Error)\b`)

// throws matches a line of the sources that raises an error.
var throws = sayings.Lazily(`\b(?:throw|raise|panic!?|die)\b`)

// IsSyntax matches messages of what reads sources: a parser, or what resolves their imports.
var IsSyntax = sayings.Lazily(`(?i)syntax|parse error|indentation|import|module|unexpected|undefined method`)

// secret matches lines that may have a password.
var secret = sayings.Lazily(`(?i)passw|secret|token|api_?key|credential|://[^/\s]*:[^/\s]*@`)

// mostCallers is how many frames of the project above a place are worth reading.
const mostCallers = 2

// Callers returns the places of the project from which an error's place was called, the nearest first: in Python's traces
// they are above it, in others below.
func (o *Output) Callers(e digest.Error, at parse.Place) (list []parse.Place) {
	from, to := o.Span(e)
	var frames []parse.Place
	here := -1
	for _, l := range o.Lines[min(from, len(o.Lines)):min(to+1, len(o.Lines))] {
		if p := o.OwnPlace(l.Text); p.File != "" && IsFrame(l.Text) {
			if p.File == at.File && p.Line == at.Line {
				here = len(frames)
			}
			frames = append(frames, p)
		}
	}
	if here < 0 {
		return nil
	}
	next := frames[here+1:]
	if strings.HasSuffix(at.File, ".py") {
		next = slices.Clone(frames[:here])
		slices.Reverse(next)
	}
	for _, p := range next {
		if filepath.Base(p.File) != "manage.py" && len(list) < mostCallers {
			list = append(list, p)
		}
	}
	return list
}
