package why

import (
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
	lines "devservers/app/transcript/text"
)

var (
	frame = words.Lazy(`^\s+(?:at |File |from |\([^)]*\) \S+:\d+|\S+\.\w+:\d+)`)
)

// spots returns the places in the project at which the failure was raised: those of its errors, or else of its last
// lines.
func (r *printout) spots() (list []finders.Spot) {
	add := func(p parse.Place, message string, from, to, said int, exact bool) {
		if !reaped().MatchString(r.line(said)) {
			list = append(list, finders.Spot{File: r.Found(p.File), Line: p.Line, Message: app.Print(message), At: from,
				Last: to, Said: said, Exact: exact})
		}
	}
	for _, e := range r.end.errors {
		from, to := r.span(e)
		if at := r.placeOf(e); at.File != "" && filepath.Base(at.File) != "manage.py" { // which only calls Django
			add(at, e.Message, from, to, r.said(e), r.aboutLine(e, at))
		}
	}
	if len(list) > 0 || !r.Failed {
		return list
	}
	first := max(0, len(r.texts)-2*lastLines)
	if r.end.known {
		first = r.end.from
	}
	for at, text := range r.texts[first:] {
		p, exact := r.ownPlace(text), lines.OfSyntax().MatchString(text) || lines.OfName().MatchString(text)
		if p.File != "" && p.Line > 0 && !r.isGone(first+at) && !closes(text) && (exact || lines.Raises().MatchString(text) ||
			lines.Complains(text[:p.From]+text[p.To:])) {
			add(p, text, first+at, first+at, first+at, exact)
		}
	}
	return list
}

// said returns the index of the line of an error that has its message.
func (r *printout) said(e digest.Error) int {
	from, to := r.span(e)
	message := strings.TrimSpace(e.Message[:min(len(e.Message), 60)])
	for at := from; at <= to; at++ {
		if strings.Contains(r.texts[at], message) {
			return at
		}
	}
	return from
}

// placeOf returns the place in the project that an error is about: the head of its trace, which names a file that can't
// be read at all, before the place that the digest found, and this before the first frame of the project.
func (r *printout) placeOf(e digest.Error) parse.Place {
	from, to := r.span(e)
	if from < len(r.texts) && syntaxAt().MatchString(r.texts[from]) {
		if p := r.ownPlace(r.texts[from]); p.File != "" {
			return p
		}
	}
	if lines.SaysModule().MatchString(e.Message) {
		for at := min(from, len(r.texts)-1); at >= max(0, from-headLines); at-- {
			if p := r.onlyPlace(r.texts[at]); p.File != "" {
				return p
			}
		}
	}
	if own := r.own(e.File); own != "" && e.Line > 0 {
		return parse.Place{File: own, Line: e.Line, Column: e.Column}
	}
	for at := from; at <= to; at++ {
		if p := r.ownPlace(r.texts[at]); p.File != "" && p.Line > 0 {
			return p
		}
	}
	return parse.Place{}
}

// reaped matches what a shell prints of a program that a signal has ended: its line is the one at which it waited.
var reaped = words.Lazy(`\bline \d+: +\d+ (?:Killed|Terminated|Aborted|Hangup|[A-Z]\w+ (?:fault|error|trap))\b`)

var syntaxAt = words.Lazy(`(/[\w@./+-]+):(\d+): syntax error`)

// own returns the path of a file that people of the project write, or "".
func (r *printout) own(name string) string {
	path := r.Found(strings.TrimPrefix(name, "file://"))
	if path == "" || !r.Ours(path) {
		return ""
	}
	return path
}

// ownPlace returns the first place in the project that a line names; of a file that another one loads, its own.
func (r *printout) ownPlace(text string) parse.Place {
	if m := syntaxAt().FindStringSubmatch(text); m != nil && r.own(m[1]) != "" {
		line, _ := strconv.Atoi(m[2])
		return parse.Place{File: r.own(m[1]), Line: line}
	}
	for _, p := range parse.PlaceIn(text) {
		if own := r.own(p.File); own != "" {
			p.File = own
			return p
		}
	}
	return parse.Place{}
}

// onlyPlace returns the place in the project that a line consists of.
func (r *printout) onlyPlace(text string) parse.Place {
	text = strings.TrimSuffix(strings.TrimSpace(text), ":")
	if list := parse.PlaceIn(text); len(list) == 1 && list[0].From == 0 && list[0].To == len(text) {
		if own := r.own(list[0].File); own != "" {
			list[0].File = own
			return list[0]
		}
	}
	return parse.Place{}
}

// aboutLine reports whether an error is about the line of its place: a parser, a compiler or an interpreter names it as
// the place of the error. Any other may be raised far from what has to be corrected.
func (r *printout) aboutLine(e digest.Error, at parse.Place) bool {
	from, to := r.span(e)
	switch {
	case strings.Contains(e.Message, "partially initialized"):
		return false
	case lines.OfName().MatchString(e.Message) && !lines.OfNone().MatchString(e.Message):
		return true
	case r.ran(from, to, at):
		return false
	case lines.OfSyntax().MatchString(e.Message), sources.IsSetting(at.File):
		return true
	case lines.Raises().MatchString(e.Message), filepath.Ext(at.File) == ".go" && at.Column == 0:
		return false
	}
	return sources.IsCompiled(at.File)
}

// ran reports whether the place of an error is a frame of a program that ran.
func (r *printout) ran(from, to int, at parse.Place) bool {
	for i := from; i <= to; i++ {
		text := r.texts[i]
		if p := r.ownPlace(text); p.File == at.File && p.Line == at.Line && frame().MatchString(text) &&
			(filepath.Ext(at.File) != ".py" || strings.Contains(text, ", in ")) {
			return true
		}
	}
	return false
}
