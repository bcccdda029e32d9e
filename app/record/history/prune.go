package history

import (
	"errors"
	"os"
	"path/filepath"

	"devservers/app"
	"devservers/app/run"
)

// Prune removes the oldest runs of a server beyond kept. It never removes living runs.
func (s Runs) Prune(ref app.Ref, kept int) {
	ids := s.IDs(ref)
	for len(ids) > max(kept, 1) {
		s.remove(ref, ids[0])
		ids = ids[1:]
	}
}

func sizeOf(dir string) (n int64) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
	}
	return n
}

// remove deletes a run's folder unless the run is alive.
func (s Runs) remove(ref app.Ref, id string) bool {
	err := run.Remove(filepath.Join(s.Dir(ref), id))
	if err != nil && !errors.Is(err, run.ErrLives) {
		s.Log.Warn("cannot remove an old run", "run", id, "error", err)
	}
	return err == nil
}
