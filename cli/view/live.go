package view

import (
	"cmp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
)

// Trouble reports whether something is wrong with a server that a person wants to know first.
func Trouble(st app.Status) bool {
	return st.State == app.Failed || st.State == app.Failing || st.State.Up() &&
		(st.Errors > 0 || st.Broken != nil || st.Unhealthy != "")
}

// TroubleFirst returns the servers of a project, or of all, and the tasks that run: trouble first, then what isn't
// ready yet, what runs, and the rest.
func TroubleFirst(all []app.Status, project string) []app.Status {
	shown := slices.DeleteFunc(slices.Clone(all), func(st app.Status) bool {
		return project != "" && st.Project != project || st.Kind == config.KindTask && !st.State.Up()
	})
	rank := func(st app.Status) int {
		switch {
		case Trouble(st):
			return 0
		case st.State == app.Waiting || st.State == app.Starting || st.State == app.Stopping:
			return 1
		case st.State.Up():
			return 2
		}
		return 3
	}
	slices.SortStableFunc(shown, func(a, b app.Status) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Project, b.Project), cmp.Compare(a.Name, b.Name))
	})
	return shown
}

// Live returns the lines of a screen that stays: the titles, and one line for each server. The chosen one is marked.
func (v View) Live(all []app.Status, chosen app.Ref) []string {
	if len(all) == 0 {
		return nil
	}
	width := max(20, v.Width-2)
	t := addressed(width, func(address address) Table { return v.liveTable(all, address) })
	lines := strings.Split(strings.TrimSuffix(t.Render(v.Style, width), "\n"), "\n")
	lines[0] = "  " + lines[0]
	for i, st := range all {
		mark := "  "
		if st.Ref() == chosen {
			mark = v.Paint(Cyan, v.Pick("❯", ">")) + " "
		}
		lines[i+1] = mark + lines[i+1]
		if remark := v.remarks(st); remark != "" {
			lines[i+1] += "  " + v.Paint(Dim, remark)
		}
	}
	return lines
}

func (v View) liveTable(all []app.Status, address address) Table {
	t := Table{Columns: []Column{
		{Title: "  NAME"}, {Title: "STATE"}, {Title: "URL"}, {Title: "UP", Right: true, Rank: 1},
		{Title: "CPU", Right: true, Rank: 3}, {Title: "MEM", Right: true, Rank: 2},
	}}
	names := LabelsOf(all)
	for _, st := range all {
		cells := v.cells(st, address(st))
		cells[0] = v.Symbol(st) + " " + v.Paint(Bold, names.Names[st.Ref()])
		t.Rows = append(t.Rows, Row{Cells: cells[:len(t.Columns)]})
	}
	return t
}

// remarks is Remark with the number of errors.
func (v View) remarks(st app.Status) string {
	text := v.Remark(st)
	if st.Errors > 0 && st.State.Up() {
		text = strings.TrimSuffix(words.Count(st.Errors, "error")+", "+text, ", ")
	}
	return text
}
