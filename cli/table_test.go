package cli

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/transcript"
)

func sampleTable() table {
	return table{
		indent: "  ",
		columns: []column{{title: "NAME"}, {title: "STATE"}, {title: "URL"}, {title: "MEM", right: true, rank: 1},
			{title: "RUN", rank: 2}, {title: "EMPTY"}},
		rows: []row{
			{cells: []string{"web", "ready", "http://localhost:5173", "84 MB", "k3x9a", ""}},
			{cells: []string{"worker", "exited", "", "", "", ""}, note: "exit code 1, two words and more of them"},
		},
	}
}

func TestCellsStandUnderEachOtherAndEmptyColumnsGo(t *testing.T) {
	want := strings.TrimPrefix(`
  NAME    STATE   URL                      MEM  RUN
  web     ready   http://localhost:5173  84 MB  k3x9a
  worker  exited  exit code 1, two words and more of them
`, "\n")
	if diff := cmp.Diff(want, sampleTable().render(style{}, noLimit)); diff != "" {
		t.Error(diff)
	}
}

func TestANarrowTerminalLosesTheLeastColumnsAndWrapsRemarks(t *testing.T) {
	want := strings.TrimPrefix(`
  NAME    STATE   URL                      MEM
  web     ready   http://localhost:5173  84 MB
  worker  exited  exit code 1, two words and
                  more of them
`, "\n")
	if diff := cmp.Diff(want, sampleTable().render(style{}, 46)); diff != "" {
		t.Error(diff)
	}
}

func TestNoLineIsWiderThanTheTerminal(t *testing.T) {
	for width := 41; width < 90; width++ {
		for line := range strings.Lines(sampleTable().render(style{}, width)) {
			if w := visible(strings.TrimRight(line, "\n")); w > width {
				t.Fatalf("at %d columns a line has %d: %q", width, w, line)
			}
		}
	}
}

func TestColoursDoNotChangeTheLayout(t *testing.T) {
	s := style{colour: true, unicode: true}
	coloured := sampleTable()
	for i := range coloured.rows {
		coloured.rows[i].cells[1] = s.paint(green, coloured.rows[i].cells[1])
	}
	plain, want := unpainted(coloured.render(s, 46)), sampleTable().render(style{}, 46)
	if diff := cmp.Diff(want, plain); diff != "" {
		t.Error(diff)
	}
}

// unpainted takes colours out.
func unpainted(text string) string { return string(transcript.StripANSI(nil, []byte(text))) }
