package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
	"devservers/cli/client"
)

// drawn returns how a view of these servers shows marks.
func drawn(t *testing.T, s Style, o LineOptions, servers []string, marks ...client.Mark) string {
	t.Helper()
	var chosen []app.Status
	for _, name := range servers {
		chosen = append(chosen, app.Status{Project: "shop", Name: name})
	}
	var text strings.Builder
	v := View{Style: s}.Lines(&text, o, chosen)
	for _, m := range marks {
		v.Show(m)
	}
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func said(name string, seq int64, text string) client.Mark {
	return client.Mark{Ref: app.Ref{Project: "shop", Name: name}, Line: &app.LogLine{Run: "r1", Seq: seq, Text: text}}
}

func TestLinesOfSeveralServers(t *testing.T) {
	t.Parallel()
	got := drawn(t, Style{Unicode: true}, LineOptions{}, []string{"web", "worker"},
		said("web", 1, "GET /"), said("worker", 1, "job 1"),
		client.Mark{Ref: app.Ref{Project: "shop", Name: "web"}, Gap: &app.Gap{From: 2, To: 121}})
	want := "web    │ GET /\nworker │ job 1\nweb    │ ··· 120 lines dropped ···\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLinesOfOneServer(t *testing.T) {
	t.Parallel()
	if got := drawn(t, Style{}, LineOptions{}, []string{"web"}, said("web", 1, "GET /")); got != "GET /\n" {
		t.Errorf("got %q", got)
	}
}

func TestLinesCompletesALine(t *testing.T) {
	t.Parallel()
	half := said("web", 4, "Continue? ")
	half.Line.Partial = true
	got := drawn(t, Style{}, LineOptions{}, []string{"web"}, half, said("web", 4, "yes"), said("web", 5, "ok"))
	if want := "Continue? yes\nok\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := drawn(t, Style{}, LineOptions{}, []string{"web"}, half); got != "Continue? \n" {
		t.Errorf("at the end: got %q", got)
	}
}

func TestLinesSeparatesMatches(t *testing.T) {
	t.Parallel()
	got := drawn(t, Style{}, LineOptions{Context: true}, []string{"web"}, said("web", 1, "a"), said("web", 2, "b"),
		said("web", 9, "c"))
	if want := "a\nb\n--\nc\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLinesColorsLevels(t *testing.T) {
	t.Parallel()
	bad, own := said("web", 1, "boom"), said("web", 2, "\x1b[34mboom\x1b[0m")
	bad.Line.Level, own.Line.Level = "error", "error"
	got := drawn(t, Style{Color: true}, LineOptions{}, []string{"web"}, bad, own)
	if want := "\x1b[31mboom\x1b[0m\n\x1b[34mboom\x1b[0m\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
