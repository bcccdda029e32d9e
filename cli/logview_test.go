package cli

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

// drawn returns how a view of these servers shows marks.
func drawn(t *testing.T, s term.Style, o logOptions, servers []string, marks ...client.Mark) string {
	t.Helper()
	var chosen []app.Status
	for _, name := range servers {
		chosen = append(chosen, app.Status{Project: "shop", Name: name})
	}
	var text strings.Builder
	v := &logView{p: &program{}, Style: s, o: o, last: map[app.Ref]app.LogLine{}, several: len(servers) > 1, squeeze: true, blank: map[app.Ref]bool{}}
	v.out = bufio.NewWriter(&text)
	if v.several {
		v.prefix = prefixes(s, chosen)
	}
	for _, m := range marks {
		v.show(m)
	}
	if err := v.close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func said(name string, seq int64, text string) client.Mark {
	return client.Mark{Ref: app.Ref{Project: "shop", Name: name}, Line: &app.LogLine{Run: "r1", Seq: seq, Text: text}}
}

func TestLogViewOfSeveralServers(t *testing.T) {
	t.Parallel()
	got := drawn(t, term.Style{Unicode: true}, logOptions{}, []string{"web", "worker"},
		said("web", 1, "GET /"), said("worker", 1, "job 1"),
		client.Mark{Ref: app.Ref{Project: "shop", Name: "web"}, Gap: &app.Gap{From: 2, To: 121}})
	want := "web    │ GET /\nworker │ job 1\nweb    │ ··· 120 lines dropped ···\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLogViewOfOneServer(t *testing.T) {
	t.Parallel()
	if got := drawn(t, term.Style{}, logOptions{}, []string{"web"}, said("web", 1, "GET /")); got != "GET /\n" {
		t.Errorf("got %q", got)
	}
}

func TestLogViewCompletesALine(t *testing.T) {
	t.Parallel()
	half := said("web", 4, "Continue? ")
	half.Line.Partial = true
	got := drawn(t, term.Style{}, logOptions{}, []string{"web"}, half, said("web", 4, "yes"), said("web", 5, "ok"))
	if want := "Continue? yes\nok\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := drawn(t, term.Style{}, logOptions{}, []string{"web"}, half); got != "Continue? \n" {
		t.Errorf("at the end: got %q", got)
	}
}

func TestLogViewSeparatesMatches(t *testing.T) {
	t.Parallel()
	got := drawn(t, term.Style{}, logOptions{context: 1}, []string{"web"}, said("web", 1, "a"), said("web", 2, "b"), said("web", 9, "c"))
	if want := "a\nb\n--\nc\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLogViewColorsLevels(t *testing.T) {
	t.Parallel()
	bad, own := said("web", 1, "boom"), said("web", 2, "\x1b[34mboom\x1b[0m")
	bad.Line.Level, own.Line.Level = "error", "error"
	got := drawn(t, term.Style{Color: true}, logOptions{}, []string{"web"}, bad, own)
	if want := "\x1b[31mboom\x1b[0m\n\x1b[34mboom\x1b[0m\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLogViewSqueezesBlankLines(t *testing.T) {
	t.Parallel()
	marks := []client.Mark{said("web", 1, "clear")}
	for seq := int64(2); seq < 40; seq++ {
		marks = append(marks, said("web", seq, " "))
	}
	marks = append(marks, said("web", 40, "ready"))
	if got := drawn(t, term.Style{}, logOptions{}, []string{"web"}, marks...); got != "clear\n \nready\n" {
		t.Errorf("drawn as %q", got)
	}
}
