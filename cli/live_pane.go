package cli

import (
	"fmt"
	"slices"

	"devservers/app"
	"devservers/cli/view"
)

// paneLines is how much output the screen can scroll back.
const paneLines = 2000

// pane is the output of the chosen server.
type pane struct {
	shown, focused bool
	lines          []line
	open           int64  // number of a last line without an end, such as a prompt; 0 = none
	back           int    // lines below the last one that is shown; 0 = it follows
	filter         string // words that a shown line has
}

// line is a line of output with its colors, and without.
type line struct{ text, plain string }

// add adds a line, or what follows of one that had no end. Who reads further up keeps the place.
func (p *pane) add(l app.LogLine) {
	if p.open != 0 && p.open == l.Seq && len(p.lines) > 0 {
		last := &p.lines[len(p.lines)-1]
		*last = line{last.text + l.Text, last.plain + view.Plain(l.Text)}
	} else {
		p.lines = append(p.lines, line{l.Text, view.Plain(l.Text)})
		if p.back > 0 && containsAll(view.Plain(l.Text), p.filter) {
			p.back++
		}
	}
	if p.open = 0; l.Partial {
		p.open = l.Seq
	}
	if extra := len(p.lines) - paneLines; extra > 0 {
		p.lines = slices.Delete(p.lines, 0, extra)
	}
}

// clear begins with the output of another server.
func (p *pane) clear() { p.lines, p.open, p.back, p.filter = nil, 0, 0, "" }

// found are the lines that the filter leaves.
func (p *pane) found() []line {
	if p.filter == "" {
		return p.lines
	}
	return slices.DeleteFunc(slices.Clone(p.lines), func(l line) bool { return !containsAll(l.plain, p.filter) })
}

// scroll moves by n lines, down if n is positive.
func (p *pane) scroll(n int) { p.back = min(max(p.back-n, 0), max(0, len(p.found())-1)) }

// rows returns at most n rows, of lines wrapped to width.
func (p *pane) rows(n, width int) (rows []string) {
	lines := p.found()
	p.back = min(p.back, max(0, len(lines)-1))
	for i := len(lines) - p.back - 1; i >= 0 && len(rows) < n; i-- {
		rows = append(view.Broken(lines[i].text, width), rows...)
	}
	return rows[max(0, len(rows)-n):]
}

// state is what the title says about the place in the output.
func (p *pane) state() (text string) {
	if p.filter != "" {
		text = fmt.Sprintf(", %d lines with %q", len(p.found()), p.filter)
	}
	if p.back > 0 {
		text += fmt.Sprintf(", %d lines below: End follows", p.back)
	}
	return text
}
