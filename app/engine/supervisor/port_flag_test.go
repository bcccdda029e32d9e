package supervisor_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
)

// TestToolsGetTheirPort starts a program called vite, which doesn't read PORT, with and without port_flag.
func TestToolsGetTheirPort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", `servers:
  web: {command: ./bin/vite dev, port: auto, ready: {log: strictPort}}
  own: {command: ./bin/vite dev --port 4000, port: auto, ready: {log: "4000"}}
  off: {command: ./bin/vite dev, port: auto, port_flag: false, ready: {log: dev}}
`)
	dir := w.Sup.Files.Declared(id).Conf.Dir
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho \"$@\"\nexec sleep 1000\n"
	if err := os.WriteFile(filepath.Join(dir, "bin/vite"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"web": "--port PORT --strictPort", "own": "", "off": ""} {
		ref := app.Ref{Project: id, Name: name}
		w.MustStart(ref)
		st, _ := w.Sup.Status(ref)
		if want = strings.ReplaceAll(want, "PORT", strconv.Itoa(st.Port)); st.Added != want {
			t.Errorf("%s: %q was added, not %q", name, st.Added, want)
		}
	}
}
