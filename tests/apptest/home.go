package apptest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/base/home"
	"devservers/app/config"
	"devservers/cli/client"
	"devservers/tests/fc"
)

// Home is one user's home in a temporary directory.
type Home struct {
	T    testing.TB
	Dirs home.Dirs
}

// NewHome makes an empty Home.
func NewHome(t testing.TB) Home {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return Home{t, home.Dirs{Home: dir, Config: dir + "/.config/devservers", State: dir + "/.state/devservers",
		Data: dir + "/.data/devservers"}}
}

// Environ is the environment of programs whose home is dir. A manager listens on a free port.
func Environ(dir string) []string {
	return append(client.CleanEnv(os.Environ()), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/.config",
		"XDG_STATE_HOME="+dir+"/.state", "XDG_DATA_HOME="+dir+"/.data", "XDG_CACHE_HOME="+dir+"/.cache", "XDG_RUNTIME_DIR=",
		"LANG=C.UTF-8", "GORACE=atexit_sleep_ms=0", client.PortVariable+"=0")
}

// Path is that of a file of the home.
func (h Home) Path(name string) string { return filepath.Join(h.Dirs.Home, name) }

// File writes a file of the home, and returns its path.
func (h Home) File(name, text string) string {
	h.T.Helper()
	path := h.Path(name)
	err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
	if err != nil {
		h.T.Fatal(err)
	}
	return path
}

// Write writes a project's devservers.yml. Commands may say FC for this test binary as fc.
func (h Home) Write(name, servers string) {
	h.T.Helper()
	h.File(filepath.Join(name, config.FileName), "project: "+name+"\n"+named(servers))
}

func named(text string) string {
	return strings.ReplaceAll(text, "FC", strings.Join(fc.Command(), " "))
}

// Files writes files into a project's directory, by their paths within it.
func (h Home) Files(project string, files map[string]string) {
	h.T.Helper()
	for name, text := range files {
		h.File(filepath.Join(project, name), text)
	}
}

// Script writes an executable shell script into a project, with FC replaced as in Write.
func (h Home) Script(project, name, lines string) {
	h.T.Helper()
	if err := os.Chmod(h.File(filepath.Join(project, name), "#!/bin/sh\n"+named(lines)+"\n"), 0o755); err != nil {
		h.T.Fatal(err)
	}
}
