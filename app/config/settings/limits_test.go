package settings

import (
	"os"
	"path/filepath"
	"testing"

	"devservers/tests/configtest"
)

// TestLimitsSurviveALostFile: what is stored is never removed because config.yml was emptied, removed or damaged, also
// not by the next manager, and not after a registration has written the file again.
func TestLimitsSurviveALostFile(t *testing.T) {
	t.Parallel()
	want := Limits{TranscriptSize: 100 << 20, RunsKept: 500, TranscriptsTotal: 0}
	for name, content := range map[string]string{"empty": "", "comments": "# mine\n", "not YAML": "settings: [",
		"wrong": "settings: {runs_kept: many}\n", "cut": "sett"} {
		for _, in := range []string{"place", "the next manager"} {
			g, file := openGlobal(t, "settings: {port: 7950, runs_kept: 500, transcript_size: 100MB, "+
				"transcripts_total: none}\nprojects: []\n")
			configtest.Write(t, file, content)
			if in == "place" {
				_ = g.Reload()
			} else {
				g = reopen(t, file)
			}
			if g.Settings().Limits != want || g.Settings().Port != 7950 {
				t.Errorf("%s, in %s: %+v", name, in, g.Settings())
			}
		}
	}
	g, file := openGlobal(t, "settings: {port: 7950, runs_kept: 500, transcript_size: 100MB, transcripts_total: none}\n")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		g = reopen(t, file)
		register(t, g, registered("shop", "/shop"))
		if g.Settings().Limits != want || g.Settings().Port != 7950 {
			t.Fatalf("after a registration: %+v", g.Settings())
		}
	}
	configtest.Write(t, file, "settings: {}\n")
	for _, g := range []*File{g, reopen(t, file)} {
		if err := g.Reload(); err != nil || g.Settings().Limits != Default().Limits {
			t.Errorf("settings were written again: %v, %+v", err, g.Settings().Limits)
		}
	}
}

func TestUnreadableFileWithoutACopyRemovesNothing(t *testing.T) {
	t.Parallel()
	file := configtest.Write(t, filepath.Join(configtest.TempDir(t), "config.yml"), "settings: [")
	if got := reopen(t, file).Settings().Limits; got != unknown {
		t.Errorf("%+v", got)
	}
}

func reopen(t *testing.T, file string) *File {
	t.Helper()
	g, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
