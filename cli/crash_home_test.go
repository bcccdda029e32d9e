package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/run/protocol"
	"devservers/cli/client"
	"devservers/tests/apptest"
)

// testHome is a home whose calls are made in the project "crash", if there is one.
type testHome struct{ *apptest.Program }

// homeLimit bounds every wait in a home.
const homeLimit = apptest.Patience

const crashProject = "crash"

func newHome(t *testing.T) *testHome {
	t.Helper()
	h := &testHome{apptest.NewProgram(t)}
	h.In = crashProject
	t.Cleanup(h.End)
	return h
}

// servers requests the state of the project's servers from the manager.
func (h *testHome) servers() map[string]app.Status {
	h.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	c := client.New(h.Dirs, h.Manager())
	var list []app.Status
	if err := c.Get(ctx, "/api/projects/"+crashProject+"/servers", nil, &list); err != nil {
		h.T.Fatalf("%v\nthe manager's log:\n%s", err, h.Log())
	}
	byName := map[string]app.Status{}
	for _, s := range list {
		byName[s.Name] = s
	}
	return byName
}

func (h *testHome) runDir(server, id string) string {
	return filepath.Join(h.Dirs.RunsDir(), crashProject, server, id)
}

// runs lists the ids of a server's kept runs, oldest first.
func (h *testHome) runs(server string) (ids []string) {
	entries, err := os.ReadDir(filepath.Dir(h.runDir(server, "x")))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.T.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// record returns a run's record, or an empty one if the run has none yet.
func (h *testHome) record(server, id string) protocol.Record {
	rec, err := protocol.Load(h.runDir(server, id))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.T.Fatal(err)
	}
	return rec
}

// descriptors counts a process's open files, and those of them that are the master side of a terminal.
func descriptors(pid int) (all, terminals int) {
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil && strings.HasSuffix(to, "ptmx") {
			terminals++
		}
	}
	return len(entries), terminals
}

func decode[T any](t testing.TB, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}
