package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/yml"
)

// lookUp finds an allowed bare name in path.
func (a Allow) lookUp(name, dir, path string) (string, error) {
	var search pathSearch
	if exe := search.find(name, path, a.Projects); exe != "" {
		return exe, nil
	}
	return "", search.notFound(name, dir, path, a.Projects)
}

// Program returns the first program with one of these names in the PATH of an environment, of which the last counts;
// "" = there is none. Relative directories do not count.
func Program(env []string, names ...string) string {
	path := ""
	for _, v := range env {
		if value, ok := strings.CutPrefix(v, "PATH="); ok {
			path = value
		}
	}
	for _, dir := range filepath.SplitList(path) {
		for _, name := range names {
			if exe, err := exec.LookPath(filepath.Join(dir, name)); err == nil && filepath.IsAbs(exe) {
				return exe
			}
		}
	}
	return ""
}

// pathSearch is one search through PATH, with what it skipped.
type pathSearch struct {
	looked        []string // directories
	inProject     string   // a file of that name that does not count
	notExecutable string
	relative      bool // PATH has relative entries
}

func (s *pathSearch) find(name, path string, projects []string) string {
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			s.relative = true
			continue
		}
		dir = filepath.Clean(dir)
		s.looked = append(s.looked, dir)
		if exe := filepath.Join(dir, name); s.counts(exe, projects) {
			return exe
		}
	}
	return ""
}

// counts reports whether a file is a program that may be run by its bare name.
func (s *pathSearch) counts(exe string, projects []string) bool {
	info, err := os.Stat(exe)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	if info.Mode().Perm()&0o111 == 0 {
		s.notExecutable = exe
		return false
	}
	if inAnyProject(exe, projects) && !ownToolDir(filepath.Dir(exe)) {
		s.inProject = exe
		return false
	}
	return true
}

// inAnyProject reports whether exe lies in a project, as named or with its symlinks resolved.
func inAnyProject(exe string, projects []string) bool {
	resolved, err := filepath.EvalSymlinks(exe)
	if err != nil {
		return true
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(exe))
	if err != nil {
		return true
	}
	return slices.ContainsFunc(projects, func(p string) bool {
		return yml.Within(p, exe) || yml.Within(p, resolved) || yml.Within(p, dir)
	})
}

// ownToolDir reports whether dir is where a project's own tools are installed: the bin directory of a Python virtual
// environment, or node_modules/.bin.
func ownToolDir(dir string) bool {
	parent := filepath.Dir(dir)
	if filepath.Base(dir) == ".bin" && filepath.Base(parent) == "node_modules" {
		return true
	}
	info, err := os.Stat(filepath.Join(parent, "pyvenv.cfg"))
	return filepath.Base(dir) == "bin" && err == nil && info.Mode().IsRegular()
}

func (s *pathSearch) notFound(name, dir, path string, projects []string) error {
	e := &yml.FileError{Kind: yml.ExecutableNotFound, Msg: fmt.Sprintf("%s was not found in PATH (%s)", name, s.where())}
	switch {
	case s.inProject != "":
		e.Msg = fmt.Sprintf("%s was only found at %s, inside a project", name, yml.Path(s.inProject))
		e.Hint = "to run that file, name it with its path: " + Quote(relativeTo(dir, s.inProject))
	case s.notExecutable != "":
		e.Kind = yml.NotExecutable
		e.Msg = fmt.Sprintf("%s is not executable", yml.Path(s.notExecutable))
		e.Hint = "run: chmod +x " + Quote(s.notExecutable)
	default:
		e.Hint = instead(name, dir, path, projects)
	}
	return e
}

// where names the directories of the search, at most eight.
func (s *pathSearch) where() string {
	const most = 8
	dirs := s.looked
	out := strings.Join(dirs[:min(len(dirs), most)], ":")
	if len(dirs) > most {
		out += fmt.Sprintf(" and %d more", len(dirs)-most)
	}
	if len(dirs) == 0 {
		out = "which is empty"
	}
	if s.relative {
		out += "; relative entries do not count"
	}
	return out
}

// instead looks for what the name probably means: python3 for python, or a tool of the project.
func instead(name, dir, path string, projects []string) string {
	for _, rel := range []string{".venv/bin/", "venv/bin/", "node_modules/.bin/"} {
		if _, err := resolveFile(rel+name, dir); err == nil {
			return "it is installed in the project: write " + rel + name
		}
	}
	for _, other := range []string{name + "3", strings.TrimRight(name, "0123456789.")} {
		var s pathSearch
		if other != name && other != "" && s.find(other, path, projects) != "" {
			return other + " is there: write " + other
		}
	}
	return "install it, or make sure that the shell that starts devservers finds it (which " + name + ")"
}

// relativeTo returns file as a command in dir would name it.
func relativeTo(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return "./" + rel
}
