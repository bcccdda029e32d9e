package project

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMisspelledWorkingDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "frontend"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"frontned": "frontend", "frontend": "", "api": ""} {
		if got := meantDir(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
