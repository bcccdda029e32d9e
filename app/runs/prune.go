package runs

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/run"
)

// Prune removes the oldest runs of a server beyond kept, and the oldest of all beyond total bytes; 0 = no limit. It
// never removes living runs.
func (s Store) Prune(ref app.Ref, kept int, total int64) {
	ids := s.IDs(ref)
	for len(ids) > max(kept, 1) {
		s.remove(ref, ids[0])
		ids = ids[1:]
	}
	if total > 0 {
		s.pruneTotal(total)
	}
}

// keptRun is one run's folder, for pruning.
type keptRun struct {
	ref  app.Ref
	id   string
	size int64
}

func (s Store) pruneTotal(most int64) {
	var all []keptRun
	var total int64
	for _, ref := range s.All() {
		for _, id := range s.IDs(ref) {
			size := sizeOf(filepath.Join(s.Dir(ref), id))
			all, total = append(all, keptRun{ref, id, size}), total+size
		}
	}
	slices.SortFunc(all, func(a, b keptRun) int { return strings.Compare(a.id, b.id) })
	for _, k := range all {
		if total <= most {
			return
		}
		if s.remove(k.ref, k.id) {
			total -= k.size
		}
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
func (s Store) remove(ref app.Ref, id string) bool {
	err := run.Remove(filepath.Join(s.Dir(ref), id))
	if err != nil && !errors.Is(err, run.ErrLives) {
		s.Log.Warn("cannot remove an old run", "run", id, "error", err)
	}
	return err == nil
}
