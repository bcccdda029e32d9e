package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLeftNotes(t *testing.T) {
	t.Parallel()
	left := append(SaidLeft([]string{"c.yml: db is left out: no docker", "d/.env is missing", "c.yml: mail is left out: no docker"}),
		Left{File: "a", Entries: []string{"one (x)", "two"}, Why: "they stay"},
		Left{File: "b", Entries: []string{"three"}, Why: "they stay"},
		Left{File: "a", Entries: []string{"dev"}, Why: "ways to web", Like: "ways"},
		Left{File: "b", Entries: []string{"go"}, Why: "ways to api", Like: "ways"},
		Left{File: "a", Entries: []string{"start"}, Why: "ways to db", Like: "ways"},
		Left{File: "a", Entries: []string{"1", "2", "3", "4", "5"}, Why: "they end", Brief: true},
		Left{File: "b", Entries: []string{"6 (x)", "7", "8", "9"}, Why: "they end", Brief: true},
		Left{File: "c", Entries: []string{"10"}, Why: "they end", Brief: true})
	want := []string{
		"c.yml: db, mail are left out: no docker",
		"d/.env is missing",
		"left out, as they stay: a: one (x), two; b: three",
		"left out, as ways: a: dev, start; b: go",
		"left out, as they end: a: 1, 2, 3, 4, 5; b: 6, 7, 8 and 2 more",
	}
	if diff := cmp.Diff(want, LeftNotes(left)); diff != "" {
		t.Errorf("expected (-), said (+):\n%s", diff)
	}
}
