package evidence

import (
	"path/filepath"
	"slices"

	"devservers/app/base/process"
	"devservers/app/project/sources"
)

// loadsAny reports whether one of these processes runs a program of the language of one of these files, which lie below
// the directory of the server and were opened when it started, perhaps by another server, and whether one has such a
// file watched.
func loadsAny(procs []process.Proc, opened map[string]bool, dir, root string, files []string) (is, maybe, seen bool) {
	var ends []string
	for _, p := range procs {
		ends = append(ends, sources.EndingsOf(process.Executable(p.PID))...)
	}
	sure := false
	for _, f := range files {
		file := filepath.Join(root, f)
		own, known := opened[file]
		if sources.IsIn(file, dir) && slices.Contains(ends, filepath.Ext(f)) && (opened == nil || known) {
			is, sure = true, sure || own || opened == nil
		}
		for _, p := range procs {
			seen = seen || sources.IsWatched(p.PID, file)
		}
	}
	return is, is && !sure, seen
}
