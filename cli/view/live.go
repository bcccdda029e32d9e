package view

import (
	"cmp"
	"slices"
	"strings"

	"devservers/app"
)

// Trouble reports whether something is wrong with a server that a person wants to know first.
func Trouble(st app.Status) bool {
	return st.State == app.Failed || st.State == app.Failing || st.State.Up() &&
		(st.Errors > 0 || st.Broken != nil || st.Unhealthy != "")
}

// TroubleFirst returns the servers and tasks that keep says: trouble first, then what isn't ready yet, what runs, the
// rest, and last the tasks that don't run.
func TroubleFirst(all []app.Status, keep func(app.Status) bool) []app.Status {
	shown := slices.DeleteFunc(slices.Clone(all), func(st app.Status) bool { return !keep(st) })
	rank := func(st app.Status) int {
		switch {
		case Trouble(st):
			return 0
		case st.State == app.Waiting || st.State == app.Starting || st.State == app.Stopping:
			return 1
		case st.State.Up():
			return 2
		case st.Kind.IsTask():
			return 4
		}
		return 3
	}
	slices.SortStableFunc(shown, func(a, b app.Status) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Project, b.Project), cmp.Compare(a.Name, b.Name))
	})
	return shown
}

// remarkRoom is how many columns of a remark are worth its own column.
const remarkRoom = 32

// Live is the table of a screen that stays.
type Live struct {
	View
	Servers []app.Status
	Chosen  app.Ref
	Causes  func(app.Ref) string // the cause of a trouble, "" = it isn't known
}

// Lines returns the titles, and one line for each server. The chosen one is marked. A row whose remark finds no room
// shows that instead of address and load, and in a narrow terminal leaves its column.
func (l Live) Lines() []string {
	if len(l.Servers) == 0 {
		return nil
	}
	width := max(20, l.Width-2)
	t := addressed(width, l.table)
	show, widths := t.fit(width), t.widths()
	brief := append([]bool{true, true}, make([]bool, len(show)-2)...)
	lines := []string{"  " + t.line(t.titles(l.Style), show, widths)}
	for i, st := range l.Servers {
		mark := "  "
		if st.Ref() == l.Chosen {
			mark = l.Paint(Cyan, l.Pick("❯", ">")) + " "
		}
		cells, text := t.Rows[i].Cells, l.Reason(st)
		line := t.line(cells, show, widths)
		if text != "" {
			head := widths[0] + len(tableGap) + widths[1]
			rooms := []string{Pad(line, head), Pad(t.line(cells, brief, widths), head), cells[0] + tableGap + cells[1]}
			room := min(Columns(text), max(remarkRoom, width-len(tableGap)-head))
			line = roomiest(rooms, width-len(tableGap)-room) + tableGap + l.Paint(Dim, text)
		}
		lines = append(lines, mark+line)
	}
	return lines
}

// roomiest returns the first of these that has at most width columns, or else the last one.
func roomiest(list []string, width int) string {
	for _, text := range list {
		if Columns(text) <= width {
			return text
		}
	}
	return list[len(list)-1]
}

func (l Live) table(address address) Table {
	t := Table{Columns: []Column{
		{Title: "  NAME"}, {Title: "STATE"}, {Title: "URL"}, {Title: "UP", Right: true, Rank: 1},
		{Title: "CPU", Right: true, Rank: 3}, {Title: "MEM", Right: true, Rank: 2},
	}}
	names := LabelsOf(l.Servers)
	for _, st := range l.Servers {
		cells := member{l.View, st}.cells(address(st))
		cells[0] = l.Symbol(st) + " " + l.Paint(Bold, names.Names[st.Ref()])
		if st.Kind.IsTask() {
			cells[0] += l.Paint(Dim, " (task)")
		}
		t.Rows = append(t.Rows, Row{Cells: cells[:len(t.Columns)]})
	}
	return t
}

// Reason is what a row adds to the state: the cause, if it is known, in place of how a run ended. What always holds of
// a server that is well is left to Detail.
func (l Live) Reason(st app.Status) string {
	if cause := l.Causes(st.Ref()); cause != "" || st.State == app.Ready || st.State == app.Running {
		st.Reason = cause
	}
	return l.Remark(st)
}

// Detail is all there is to say about a server in a few lines, beginning with its name.
func (l Live) Detail(st app.Status) string {
	remark := l.Reason(st)
	if l.Causes(st.Ref()) == "" {
		remark = l.Remark(st)
	}
	text := st.Ref().String() + " " + string(st.State)
	if address := st.Address(); address != "" {
		text += " at " + address
	}
	return strings.TrimSuffix(text+": "+remark, ": ")
}

// Wrapped wraps text to at most n lines of the terminal, each behind head.
func (v View) Wrapped(head, text string, n int) []string {
	lines := wrap(text, max(10, v.Width-Columns(head)))
	if len(lines) > n {
		lines[n-1] = strings.Join(lines[n-1:], " ") // is cut where the screen ends
		lines = lines[:n]
	}
	for i := range lines {
		lines[i] = head + lines[i]
	}
	return lines
}

// Broken breaks a line of output into rows of width columns; each begins in the colors in which the one before ended.
func Broken(line string, width int) (rows []string) {
	if Columns(line) <= width {
		return []string{line}
	}
	row, colors, used := "", "", 0
	clusters := measure().StringGraphemes(line)
	for clusters.Next() {
		cluster, columns := clusters.Value(), clusters.Width()
		if used+columns > width && used > 0 {
			rows, row, used = append(rows, row), colors, 0
		}
		row, used = row+cluster, used+columns
		if cluster == "\x1b[m" || cluster == "\x1b[0m" {
			colors = ""
		} else if strings.HasPrefix(cluster, "\x1b[") {
			colors += cluster
		}
	}
	return append(rows, row)
}
