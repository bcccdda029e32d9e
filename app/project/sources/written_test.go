//go:build linux

package sources

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestFilesThatProgramsWriteAreNoEdits(t *testing.T) {
	t.Parallel()
	asked := false
	w := &tree{root: t.TempDir(), asked: map[string]int{}, beats: beats{}, own: Own{Asked: func(time.Time) bool { return asked }}}
	wrote := func(written string, during bool) bool {
		e := Edit{Files: []string{"a.py", "state.json"}}
		if asked = during; written != "" {
			e.Written = []string{written}
		}
		w.unwritten(&e)
		if !slices.Contains(e.Files, "a.py") && written != "a.py" && !during {
			t.Error("a.py was edited")
		}
		return !slices.Contains(e.Files, "state.json") && slices.Contains(e.Written, "state.json")
	}
	if wrote("", false) || !wrote("state.json", false) {
		t.Error("only a file that was open for writing is the program's")
	}
	first, second, third := wrote("", true), wrote("", true), wrote("", true)
	if first || second || !third {
		t.Error("a file that is written during each request is the program's, from the third time on")
	}
	if wrote("", false) || wrote("", true) {
		t.Error("written without a request, it is anybody's again")
	}
}

func TestFileWrittenAllTheTimeIsAProgram(t *testing.T) {
	t.Parallel()
	w := &tree{root: t.TempDir(), asked: map[string]int{}, beats: beats{}}
	at := time.Unix(1000, 0)
	wrote := func(after time.Duration) []string {
		at = at.Add(after)
		e := Edit{At: at, Files: []string{"a.py", "state.json"}}
		if after < time.Second {
			e.Files = e.Files[1:]
		}
		w.unwritten(&e)
		return e.Files
	}
	for i := range isBeat {
		if got := wrote(500 * time.Millisecond); len(got) != 1 {
			t.Errorf("%d: %v", i, got)
		}
	}
	if got := wrote(500 * time.Millisecond); len(got) != 0 {
		t.Errorf("a program writes it: %v", got)
	}
	if got := wrote(time.Second); !slices.Equal(got, []string{"a.py"}) {
		t.Errorf("a.py was edited: %v", got)
	}
	for range 2 * isBeat {
		if got := wrote(time.Second); !slices.Equal(got, []string{"a.py"}) {
			t.Errorf("a source that is saved again and again was edited: %v", got)
		}
	}
	if got := wrote(time.Minute); len(got) != 2 {
		t.Errorf("after a pause it is anybody's again: %v", got)
	}
}

func TestWriterOfAFileIsSeen(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "state.json")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if !IsWriting([]int{os.Getpid()}, name) || IsWriting([]int{os.Getpid()}, name+"x") {
		t.Error("it is open for writing")
	}
	if err := f.Close(); err != nil || IsWriting([]int{os.Getpid()}, name) {
		t.Error("it is closed", err)
	}
	f, err = os.Open(name)
	if err != nil || IsWriting([]int{os.Getpid()}, name) {
		t.Error("it is read", err)
	}
	f.Close()
}
