package cli

import (
	"strings"
)

// column is one column of a table. A table too wide for the terminal gives up the columns with the highest rank
// first; rank 0 is always shown.
type column struct {
	title string
	right bool
	rank  int
}

// row is one line: a cell for each column, perhaps coloured, and a remark that begins after the last cell that is
// not empty and is wrapped there.
type row struct {
	cells []string
	note  string
}

// table is cells under each other.
type table struct {
	columns []column
	rows    []row
	indent  string
	noHead  bool
}

const tableGap = "  "

// render draws the table for a terminal of width columns. A column without any cell is left out.
func (t table) render(s style, width int) string {
	show := t.fit(width)
	widths := t.widths()
	var b strings.Builder
	if !t.noHead {
		b.WriteString(t.line(t.titles(s), show, widths) + "\n")
	}
	for _, r := range t.rows {
		b.WriteString(t.rowText(r, show, widths, width, s))
	}
	return b.String()
}

func (t table) titles(s style) []string {
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = s.paint(dim, c.title)
	}
	return titles
}

// widths are the columns' widths: 0 for one that has no cell.
func (t table) widths() []int {
	widths := make([]int, len(t.columns))
	for _, r := range t.rows {
		for i, cell := range r.cells {
			widths[i] = max(widths[i], visible(cell))
		}
	}
	for i, c := range t.columns {
		if widths[i] > 0 && !t.noHead {
			widths[i] = max(widths[i], len(c.title))
		}
	}
	return widths
}

// fit chooses the columns that have something to show and go into width.
func (t table) fit(width int) []bool {
	widths, show := t.widths(), make([]bool, len(t.columns))
	for i := range show {
		show[i] = widths[i] > 0
	}
	for total(widths, show)+len(t.indent) > width {
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

// worst is the shown column of the highest rank, or -1.
func (t table) worst(show []bool) int {
	worst, rank := -1, 0
	for i, c := range t.columns {
		if show[i] && c.rank > rank {
			worst, rank = i, c.rank
		}
	}
	return worst
}

// line pads the shown cells and trims what is blank at the end.
func (t table) line(cells []string, show []bool, widths []int) string {
	var b strings.Builder
	b.WriteString(t.indent)
	for i, cell := range cells {
		if !show[i] {
			continue
		}
		fill := strings.Repeat(" ", max(0, widths[i]-visible(cell)))
		if t.columns[i].right {
			cell = fill + cell
		} else {
			cell += fill
		}
		b.WriteString(cell + tableGap)
	}
	return strings.TrimRight(b.String(), " ")
}

// noteRoom is the narrowest place in which a remark is set beside its row rather than below it.
const noteRoom = 24

func (t table) rowText(r row, show []bool, widths []int, width int, s style) string {
	text := t.line(r.cells, show, widths)
	if r.note == "" {
		return text + "\n"
	}
	start := t.noteColumn(r, show, widths)
	if width-start < max(noteRoom, longestWord(r.note)) {
		below := len(t.indent) + 4
		return text + "\n" + hang(strings.Repeat(" ", below), r.note, below, width, s)
	}
	text += strings.Repeat(" ", max(0, start-visible(text)))
	return hang(text, r.note, start, width, s)
}

func longestWord(text string) (longest int) {
	for word := range strings.FieldsSeq(text) {
		longest = max(longest, visible(word))
	}
	return longest
}

// noteColumn is where the remark of r begins: at the column after the last cell that is not empty.
func (t table) noteColumn(r row, show []bool, widths []int) int {
	start, at := len(t.indent), len(t.indent)
	for i := range t.columns {
		if !show[i] {
			continue
		}
		at += widths[i] + len(tableGap)
		if r.cells[i] != "" {
			start = at
		}
	}
	return start
}

// hang sets note after head, wrapped to width and indented to the column start.
func hang(head, note string, start, width int, s style) string {
	var b strings.Builder
	for i, line := range wrap(note, max(width-start, 10)) {
		if i > 0 {
			head = strings.Repeat(" ", start)
		}
		b.WriteString(head + s.paint(dim, line) + "\n")
	}
	return b.String()
}
