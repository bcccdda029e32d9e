package evidence

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/process"
	"devservers/app/project/sources"
)

// languages are the endings of the source files that a program loads when it starts.
var languages = map[string][]string{
	"python": {".py"}, "pypy": {".py"}, "ruby": {".rb", ".ru"}, "perl": {".pl", ".pm"}, "php": {".php"},
	"node": scripts, "bun": scripts, "deno": scripts, "java": {".java", ".kt", ".scala", ".clj"}, "dotnet": {".cs", ".fs"},
	"go": {".go"}, "beam.smp": {".ex", ".exs", ".erl"}, "cargo": {".rs"}, "lua": {".lua"}, "Rscript": {".R"}, "R": {".R"},
}

var scripts = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"}

// endingsOf returns the endings of the files that the program at a path loads: of "python3.11" as of "python".
func endingsOf(program string) []string {
	name := path.Base(strings.TrimSuffix(program, " (deleted)"))
	if list, ok := languages[name]; ok {
		return list
	}
	return languages[strings.TrimRight(name, "0123456789.-")]
}

// loadsAny reports whether one of these processes runs a program of the language of one of these files, which lie below
// the directory of the server and were opened when it started, and whether one has such a file watched.
func loadsAny(procs []process.Proc, opened map[string]bool, dir, root string, files []string) (is, watched bool) {
	var ends []string
	for _, p := range procs {
		ends = append(ends, endingsOf(process.Executable(p.PID))...)
	}
	for _, f := range files {
		file := filepath.Join(root, f)
		is = is || Below(dir, file) && slices.Contains(ends, filepath.Ext(f)) && (opened == nil || opened[file])
		for _, p := range procs {
			watched = watched || sources.IsWatched(p.PID, file)
		}
	}
	return is, watched
}

// Below reports whether a file is in a directory, at any depth.
func Below(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
