package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/transcript/text"
)

func sampleTable() Table {
	return Table{
		Indent: "  ",
		Columns: []Column{{Title: "NAME"}, {Title: "STATE"}, {Title: "URL"}, {Title: "MEM", Right: true, Rank: 1},
			{Title: "RUN", Rank: 2}, {Title: "EMPTY"}},
		Rows: []Row{
			{Cells: []string{"web", "ready", "http://localhost:5173", "84 MB", "k3x9a", ""}},
			{Cells: []string{"worker", "exited", "", "", "", ""}, Note: "exit code 1, two words and more of them"},
		},
	}
}

func TestTableAlignsCells(t *testing.T) {
	want := strings.TrimPrefix(`
  NAME    STATE   URL                      MEM  RUN
  web     ready   http://localhost:5173  84 MB  k3x9a
  worker  exited  exit code 1, two words and more of them
`, "\n")
	if diff := cmp.Diff(want, sampleTable().Render(Style{}, NoLimit)); diff != "" {
		t.Error(diff)
	}
}

func TestTableInANarrowTerminal(t *testing.T) {
	want := strings.TrimPrefix(`
  NAME    STATE   URL                      MEM
  web     ready   http://localhost:5173  84 MB
  worker  exited  exit code 1, two words and
                  more of them
`, "\n")
	if diff := cmp.Diff(want, sampleTable().Render(Style{}, 46)); diff != "" {
		t.Error(diff)
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	for width := 41; width < 90; width++ {
		for line := range strings.Lines(sampleTable().Render(Style{}, width)) {
			if w := Columns(strings.TrimRight(line, "\n")); w > width {
				t.Fatalf("at %d columns a line has %d: %q", width, w, line)
			}
		}
	}
}

func TestTableWithColors(t *testing.T) {
	s := Style{Color: true, Unicode: true}
	colored := sampleTable()
	for i := range colored.Rows {
		colored.Rows[i].Cells[1] = s.Paint(Green, colored.Rows[i].Cells[1])
	}
	plain, want := unpainted(colored.Render(s, 46)), sampleTable().Render(Style{}, 46)
	if diff := cmp.Diff(want, plain); diff != "" {
		t.Error(diff)
	}
}

// unpainted removes colors.
func unpainted(s string) string { return string(text.StripANSI(nil, []byte(s))) }
