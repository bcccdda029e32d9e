package session

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestKeyIsARegularFile: a pipe in its place would otherwise make a manager wait for ever.
func TestKeyIsARegularFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mcp-key")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("%v", err)
	}
}
