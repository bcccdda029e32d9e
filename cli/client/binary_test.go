package client

import (
	"os"
	"path/filepath"
	"testing"
)

func TestKeepBinaryByContent(t *testing.T) {
	dir := t.TempDir()
	exe := filepath.Join(dir, "exe")
	write := func(content string) string {
		if err := os.WriteFile(exe, []byte(content), 0o700); err != nil {
			t.Fatal(err)
		}
		kept, err := keepBinary(exe, dir)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	first, again, other := write("one"), write("one"), write("two")
	if first != again || first == other {
		t.Fatalf("copies: %s, %s, %s", first, again, other)
	}
	sweepBinaries(dir, other)
	if regular(first) || !regular(other) {
		t.Error("the older copy is still there, or the kept one is gone")
	}
}

func TestSweepKeepsARunningBinary(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	hard := filepath.Join(filepath.Dir(self), "devservers-hard")
	if err := os.Link(self, hard); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(hard) })
	sweepBinaries(filepath.Dir(self), "")
	if !regular(hard) {
		t.Error("the binary of a running process was removed")
	}
}
