//go:build real && linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSystemdAcceptsTheUnits has systemd itself read them, with names and directories that have to be quoted.
func TestSystemdAcceptsTheUnits(t *testing.T) {
	home := t.TempDir()
	p := odd(home)
	for _, dir := range []string{filepath.Dir(p.program), filepath.Dir(p.log)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(p.program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	units := p.systemd()
	if err := write(units); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("systemd-analyze", "--user", "verify", units[0].path, units[1].path)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+home)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
