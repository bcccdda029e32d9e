package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuildMarkTellsBuildsApart builds two programs that differ in one text.
func TestBuildMarkTellsBuildsApart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	build := func(name, text string) string {
		source, exe := filepath.Join(dir, "main.go"), filepath.Join(dir, name)
		if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(\""+text+"\") }\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "build", "-ldflags", "-s -w", "-o", exe, source)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return buildMark(exe)
	}
	one, same, other := build("one", "a"), build("same", "a"), build("other", "b")
	if len(one) != 9 || !strings.HasPrefix(one, ".") || one != same || one == other {
		t.Errorf("%q, the same %q, another %q", one, same, other)
	}
	if mark := buildMark(filepath.Join(dir, "main.go")); mark != "" {
		t.Errorf("a source has %q", mark)
	}
}
