package programs

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPassesEnds: scripts may lead to each other.
func TestPassesEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scripts := `{"scripts": {"vite": "bun run dev", "dev": "bun run vite"}}`
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(scripts), 0o600); err != nil {
		t.Fatal(err)
	}
	if Passes("bun run vite", dir) {
		t.Error("nothing shows which tool gets it")
	}
}
