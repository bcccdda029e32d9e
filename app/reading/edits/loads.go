package edits

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/supervisor"
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
		is = is || below(dir, file) && slices.Contains(ends, filepath.Ext(f)) && (opened == nil || opened[file])
		for _, p := range procs {
			watched = watched || sources.IsWatched(p.PID, file)
		}
	}
	return is, watched
}

// below reports whether a file is in a directory, at any depth.
func below(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// loading is how long after it is ready a server may still load files.
const loading = time.Second

// firstOpen is how long after it was started a program opens the first of its files, at least.
const firstOpen = 10 * time.Millisecond

// noteOpens notes which files of projects are opened while one of their servers starts.
func (e *Edits) noteOpens(list []supervisor.ServerRun) {
	for _, sr := range list {
		if !starts(sr) || e.opens(sr.Ref.Project) != nil {
			continue
		}
		if opens := sources.NoteOpens(sr.Root); opens != nil {
			e.mu.Lock()
			e.project(sr.Ref.Project).opens = opens
			e.mu.Unlock()
			e.sup.Go(func(ctx context.Context) { e.endOpens(ctx, sr.Ref.Project, opens) })
		}
	}
}

func starts(sr supervisor.ServerRun) bool {
	return sr.State == app.Waiting || sr.State == app.Starting || sr.State == app.Stopping && sr.Watching
}

func (e *Edits) opens(id string) *sources.Opens {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.project(id).opens
}

// endOpens ends what noteOpens began once no server of the project has been starting for a while.
func (e *Edits) endOpens(ctx context.Context, id string, opens *sources.Opens) {
	defer opens.Close()
	for rest := 0; rest < 2 && app.Pause(ctx, loading); rest++ {
		if _, list, err := e.sup.ProjectRuns(id); err == nil && slices.ContainsFunc(list, starts) {
			rest = -1
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if p := e.project(id); p.opens == opens {
		p.opens = nil
	}
}

// openedBy returns the files that were opened since a run of a project was started; nil = unknown. mu is held.
func (e *Edits) openedBy(project string, started time.Time) map[string]bool {
	files, whole := e.project(project).opens.Between(started.Add(firstOpen), time.Now())
	if !whole {
		return nil
	}
	return files
}
