package view

import (
	"strings"

	"devservers/app/base/words"
)

// Column is one column of a table. A table that is too wide drops the columns with the highest rank first; rank 0
// is always shown.
type Column struct {
	Title string
	Right bool
	Rank  int
}

// Row is one line: a cell for each column, possibly colored, and a note that begins after the last cell that isn't
// empty and is wrapped there.
type Row struct {
	Cells []string
	Note  string
}

// Table is rows of aligned cells.
type Table struct {
	Columns []Column
	Rows    []Row
	Indent  string
	NoHead  bool
}

const tableGap = "  "

// Render draws the table for a terminal of width columns. Columns without any cell are left out.
func (t Table) Render(s Style, width int) string {
	show := t.fit(width)
	widths := t.widths()
	var b strings.Builder
	if !t.NoHead {
		b.WriteString(t.line(t.titles(s), show, widths) + "\n")
	}
	for _, r := range t.Rows {
		b.WriteString(t.rowText(r, show, widths, width, s))
	}
	return b.String()
}

func (t Table) titles(s Style) []string {
	return words.Each(t.Columns, func(c Column) string { return s.Paint(Dim, c.Title) })
}

// widths returns the width of each column, 0 for one without cells.
func (t Table) widths() []int {
	widths := make([]int, len(t.Columns))
	for _, r := range t.Rows {
		for i, cell := range r.Cells {
			widths[i] = max(widths[i], Columns(cell))
		}
	}
	for i, c := range t.Columns {
		if widths[i] > 0 && !t.NoHead {
			widths[i] = max(widths[i], len(c.Title))
		}
	}
	return widths
}

// fits reports whether width has room for all columns up to a rank.
func (t Table) fits(width, rank int) bool {
	widths, show := t.widths(), make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		show[i] = widths[i] > 0 && c.Rank <= rank
	}
	return total(widths, show)+len(t.Indent) <= width
}

// fit chooses the columns that have cells and fit into width.
func (t Table) fit(width int) []bool {
	widths, show := t.widths(), make([]bool, len(t.Columns))
	for i := range show {
		show[i] = widths[i] > 0
	}
	for total(widths, show)+len(t.Indent) > width {
		worst := t.worst(show)
		if worst < 0 {
			break
		}
		show[worst] = false
	}
	return show
}

func total(widths []int, show []bool) (sum int) {
	for i, w := range widths {
		if show[i] {
			sum += w + len(tableGap)
		}
	}
	return sum - len(tableGap)
}

// worst returns the shown column of the highest rank, or -1.
func (t Table) worst(show []bool) int {
	worst, rank := -1, 0
	for i, c := range t.Columns {
		if show[i] && c.Rank > rank {
			worst, rank = i, c.Rank
		}
	}
	return worst
}

// line pads the shown cells and trims trailing blanks.
func (t Table) line(cells []string, show []bool, widths []int) string {
	var b strings.Builder
	b.WriteString(t.Indent)
	for i, cell := range cells {
		if !show[i] {
			continue
		}
		fill := strings.Repeat(" ", max(0, widths[i]-Columns(cell)))
		if t.Columns[i].Right {
			cell = fill + cell
		} else {
			cell += fill
		}
		b.WriteString(cell + tableGap)
	}
	return strings.TrimRight(b.String(), " ")
}

// noteRoom is the narrowest space in which a note stands beside its row instead of below it.
const noteRoom = 24

func (t Table) rowText(r Row, show []bool, widths []int, width int, s Style) string {
	text := t.line(r.Cells, show, widths)
	if r.Note == "" {
		return text + "\n"
	}
	start := t.noteColumn(r, show, widths)
	if width-start < max(noteRoom, longestWord(r.Note)) {
		below := len(t.Indent) + 4
		return text + "\n" + hang(strings.Repeat(" ", below), r.Note, below, width, s)
	}
	text += strings.Repeat(" ", max(0, start-Columns(text)))
	return hang(text, r.Note, start, width, s)
}

func longestWord(text string) (longest int) {
	for word := range strings.FieldsSeq(text) {
		longest = max(longest, Columns(word))
	}
	return longest
}

// noteColumn returns where the note of r begins: after the last cell that isn't empty.
func (t Table) noteColumn(r Row, show []bool, widths []int) int {
	start, at := len(t.Indent), len(t.Indent)
	for i := range t.Columns {
		if !show[i] {
			continue
		}
		at += widths[i] + len(tableGap)
		if r.Cells[i] != "" {
			start = at
		}
	}
	return start
}

// hang writes note after head, wrapped to width and indented to the column start.
func hang(head, note string, start, width int, s Style) string {
	var b strings.Builder
	for i, line := range wrap(note, max(width-start, 10)) {
		if i > 0 {
			head = strings.Repeat(" ", start)
		}
		b.WriteString(head + s.Paint(Dim, line) + "\n")
	}
	return b.String()
}
