package supervisor

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/run"
)

// prune removes the oldest runs of a server beyond the number that is kept, and the oldest of all beyond the size of
// all. Living runs stay.
func (s *Supervisor) prune(ref app.Ref) {
	keep := s.global.Settings()
	ids := s.RunIDs(ref)
	for len(ids) > max(keep.RunsKept, 1) {
		s.remove(ref, ids[0])
		ids = ids[1:]
	}
	if keep.TranscriptsTotal > 0 {
		s.pruneTotal(keep.TranscriptsTotal)
	}
}

// keptRun is one run's folder, for pruning.
type keptRun struct {
	ref  app.Ref
	id   string
	size int64
}

func (s *Supervisor) pruneTotal(most int64) {
	var all []keptRun
	var total int64
	for _, p := range names(s.o.Dirs.RunsDir()) {
		for _, name := range names(filepath.Join(s.o.Dirs.RunsDir(), p)) {
			ref := app.Ref{Project: p, Name: name}
			for _, id := range s.RunIDs(ref) {
				size := sizeOf(filepath.Join(s.runsDir(ref), id))
				all, total = append(all, keptRun{ref, id, size}), total+size
			}
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

func names(dir string) (list []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			list = append(list, e.Name())
		}
	}
	return list
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

// remove deletes a run's folder unless it lives.
func (s *Supervisor) remove(ref app.Ref, id string) bool {
	err := run.Remove(filepath.Join(s.runsDir(ref), id))
	if err != nil && !errors.Is(err, run.ErrLives) {
		s.log.Warn("cannot remove an old run", "run", id, "error", err)
	}
	return err == nil
}
