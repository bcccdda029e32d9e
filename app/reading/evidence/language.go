package evidence

import (
	"path/filepath"
	"slices"

	"devservers/app/base/process"
	"devservers/app/project/sources"
)

// loadsAny reports whether one of these processes runs a program of the language of one of these files, which lie below
// the directory of the server and were opened when it started, and whether one has such a file watched.
func loadsAny(procs []process.Proc, opened map[string]bool, dir, root string, files []string) (is, watched bool) {
	var ends []string
	for _, p := range procs {
		ends = append(ends, sources.EndingsOf(process.Executable(p.PID))...)
	}
	for _, f := range files {
		file := filepath.Join(root, f)
		is = is || sources.IsIn(file, dir) && slices.Contains(ends, filepath.Ext(f)) && (opened == nil || opened[file])
		for _, p := range procs {
			watched = watched || sources.IsWatched(p.PID, file)
		}
	}
	return is, watched
}
