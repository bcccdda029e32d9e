package logs

import (
	"strings"

	"devservers/app"
	"devservers/app/transcript"
)

// page is a MergedPage in the making, in the direction of reading.
type page struct {
	app.MergedPage
	filter  filter
	around  around
	limit   int // of matches
	most    int // of bytes
	matches int
	bytes   int
}

func (m *merge) newPage() *page {
	p := &page{filter: m.filter, limit: m.limit, most: m.bytes}
	p.around = around{n: m.filter.context, give: p.give}
	return p
}

func (p *page) give(l app.MergedLine) {
	p.Lines = append(p.Lines, l)
	p.bytes += len(l.Text)
}

// gap adds a place where lines are missing; nil is none.
func (p *page) gap(g *app.MergedLine) {
	if g != nil {
		p.Lines = append(p.Lines, *g)
	}
}

// look adds a line of src if it is wanted, or as the context of one that is.
func (p *page) look(src *source, l transcript.Line) {
	if src.over {
		l.Partial = false
	}
	line, match := p.filter.line(src.at.Run, l, &src.errors)
	before := src.blank
	if src.blank = match && !l.Partial && strings.TrimSpace(line.Text) == ""; before && src.blank && p.filter.squeeze {
		return
	}
	line.Server = src.name
	if src.quiet && src.shown.Seq == l.Seq {
		line.Text = remainder(line.Text, src.shown.Text)
		src.shown = app.LogLine{}
	}
	p.add(line, match)
}

func (p *page) add(line app.MergedLine, match bool) {
	if match {
		p.matches++
	}
	p.around.add(line, match)
}

// full reports whether the page has all that it may have, with the lines around the last match.
func (p *page) full() bool {
	return p.bytes >= p.most || p.matches >= p.limit && p.around.left == 0
}

// around adds the lines near each match, in either direction.
type around struct {
	n       int              // lines on each side
	waiting []app.MergedLine // the last n that were not given, in case a match follows
	left    int              // to give after the last match
	give    func(app.MergedLine)
}

func (a *around) add(l app.MergedLine, match bool) {
	switch {
	case match:
		for _, w := range a.waiting {
			a.give(w)
		}
		a.waiting, a.left = a.waiting[:0], a.n
		l.Match = a.n > 0
		a.give(l)
	case a.left > 0:
		a.left--
		a.give(l)
	case a.n > 0:
		if len(a.waiting) == a.n {
			a.waiting = append(a.waiting[:0], a.waiting[1:]...)
		}
		a.waiting = append(a.waiting, l)
	}
}

// remainder is what of a line's text is new to a reader who has seen seen of it. A line that was overwritten
// meanwhile, such as a progress bar, is new as a whole.
func remainder(text, seen string) string {
	const reset = "\x1b[0m" // ends each colored line
	if rest, ok := strings.CutPrefix(text, strings.TrimSuffix(seen, reset)); ok {
		return rest
	}
	return text
}
