package home

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestWriteReplacesLinksAndLooseFiles(t *testing.T) {
	dir := t.TempDir()
	victim := write(t, dir, "victim", "precious")
	file := filepath.Join(dir, "file")
	loose, hard := write(t, dir, "loose", "old"), filepath.Join(dir, "hard")
	if err := errors.Join(os.Symlink(victim, file), os.Chmod(loose, 0o666), os.Link(victim, hard)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, loose, hard, filepath.Join(dir, "new")} {
		if err := Write(path, []byte("new")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(path)
		got, _ := os.ReadFile(path)
		if err != nil || info.Mode() != 0o600 || string(got) != "new" {
			t.Errorf("%s: %v %q %v", path, info.Mode(), got, err)
		}
	}
	if got, _ := os.ReadFile(victim); string(got) != "precious" {
		t.Errorf("the link's target was written to: %q", got)
	}
}

// fullDir is set for a process whose files can't grow: it saves one there.
const fullDir = "HOME_TEST_FULL_DIR"

// saveWhereNothingFits saves a file of which the disk takes a part.
func saveWhereNothingFits(t *testing.T, dir string) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: 10}); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "file"), make([]byte, 100)); !errors.Is(err, syscall.EFBIG) {
		t.Errorf("a file that doesn't fit was saved: %v", err)
	}
}

func TestWriteFailureLeavesNothingBehind(t *testing.T) {
	if dir := os.Getenv(fullDir); dir != "" {
		saveWhereNothingFits(t, dir)
		return
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), fullDir+"="+dir)
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	target := filepath.Join(dir, "target")
	if err := os.Mkdir(target, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, target, "inside", "kept")
	if err := Write(target, []byte("x")); err == nil || !strings.Contains(err.Error(), target) {
		t.Errorf("a directory was replaced: %v", err)
	}
	if err := Write(filepath.Join(dir, "missing", "file"), []byte("x")); err == nil {
		t.Error("saved into a directory that does not exist")
	}
	if err := Write(filepath.Join(target, "inside", "file"), []byte("x")); err == nil {
		t.Error("saved into a file")
	}
	if err := Write(filepath.Join(dir, strings.Repeat("n", 250)), []byte("x")); err == nil {
		t.Error("saved under a name for which there is no room")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

// TestKilledSavesLeaveNothing: what a killed process has left goes, one directory deep, and what may be a save that is
// under way stays.
func TestKilledSavesLeaveNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	stay := map[string]bool{".tmp-a.json-1": false, "sub/.tmp-b.json-2": false, "sub/.tmp-c.json-3": true, "a.json": true}
	for name, young := range stay {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if !young {
			if err := os.Chtimes(file, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	RemoveLeftovers(dir)
	for name, want := range stay {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
