package home

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestEachLossIsTold: a file that holds something else than its store wrote, or that isn't a regular file, is named, in
// no time, and files of other directories are not.
func TestEachLossIsTold(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	make := map[string]func(file string) error{
		"garbage": func(file string) error { return os.WriteFile(file, []byte("{gar"), 0o600) },
		"fifo":    func(file string) error { return syscall.Mkfifo(file, 0o600) },
		"dir":     func(file string) error { return os.Mkdir(file, 0o700) },
		"link":    func(file string) error { return os.Symlink("/dev/zero", file) },
		"whole":   func(file string) error { return os.WriteFile(file, []byte(`["a"]`), 0o600) },
	}
	for name, how := range make {
		if err := how(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		OpenStore[[]string](filepath.Join(dir, name), Write)
	}
	OpenStore[[]string](filepath.Join(dir, "none"), Write)
	var got []string
	for _, d := range Damaged(dir) {
		got = append(got, filepath.Base(d.File))
		if !strings.Contains(d.String(), "what "+filepath.Base(d.File)+" held is lost") {
			t.Errorf("it says %q", d)
		}
	}
	if want := "dir fifo garbage link"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	if list := Damaged(other); len(list) > 0 {
		t.Errorf("another directory: %v", list)
	}
}
