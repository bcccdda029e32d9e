package sources

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Project is the part of the disk that belongs to a server.
type Project struct {
	Dir     string   // of devservers.yml
	WorkDir string   // in which the command runs
	Argv    []string // of the run
}

// Near returns the first of these files in the working directory or one above it, up to the project's, or "".
func (p *Project) Near(names ...string) (path string) {
	for _, dir := range p.Above() {
		if path := oneOf(dir, names); path != "" {
			return path
		}
	}
	return ""
}

// oneOf returns the first of these regular files in a directory, or "".
func oneOf(dir string, names []string) string {
	for _, name := range names {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// below reports whether dir is below the project's directory.
func (p *Project) below(dir string) bool {
	rel, err := filepath.Rel(p.Dir, dir)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// Above returns the directories from the working directory up to the project's.
func (p *Project) Above() (dirs []string) {
	for dir := p.WorkDir; ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if !p.below(dir) {
			return dirs
		}
	}
}

// Shown returns path as people in the project write it.
func (p *Project) Shown(path string) string {
	if rel, err := filepath.Rel(p.Dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// In returns command with a cd to the directory of file, if that is not the project's.
func (p *Project) In(file, command string) string {
	if dir, err := filepath.Rel(p.Dir, filepath.Dir(file)); file != "" && err == nil && dir != "." {
		return "cd " + dir + " && " + command
	}
	return command
}

// Exists reports whether a name from the output is a file that exists in the project.
func (p *Project) Exists(name string) bool { return p.Found(name) != "" }

// Found returns the path of a file or directory that the output names, or "" if there is none.
func (p *Project) Found(name string) string {
	if !Valid(name) {
		return ""
	}
	if filepath.IsAbs(name) {
		return Existing(name)
	}
	for _, dir := range []string{p.Dir, p.WorkDir} {
		if path := Existing(filepath.Join(dir, name)); path != "" {
			return path
		}
	}
	return ""
}

// skipped are directories without sources of the project.
var skipped = []string{"node_modules", ".git", ".venv", "venv", "__pycache__", "dist", "build", "vendor", "target",
	"site-packages"}

// Search returns the first directory of the project that fits, the upper ones first, or "".
func (p *Project) Search(fits func(dir string) bool) string { return p.Walk(3, fits) }

// Walk is Search for a number of levels. The project's own directory is the first.
func (p *Project) Walk(levels int, fits func(dir string) bool) string {
	dirs := []string{p.Dir}
	for range levels {
		var next []string
		for _, dir := range dirs {
			if fits(dir) {
				return dir
			}
			next = append(next, directories(dir)...)
		}
		dirs = next[:min(len(next), 500)]
	}
	return ""
}

func directories(dir string) (dirs []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(skipped, e.Name()) {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	return dirs
}

// packages are directories of installed packages, whose sources nobody corrects.
var packages = []string{"node_modules", "site-packages", "dist-packages", ".venv", "venv", "vendor", "gems", ".cargo",
	"deps"}

// Ours reports whether path is a source of the project, or of the repository that it is part of.
func (p *Project) Ours(path string) bool {
	rel, err := filepath.Rel(p.repository(), path)
	return err == nil && filepath.IsLocal(rel) &&
		!slices.ContainsFunc(strings.Split(rel, "/"), func(part string) bool { return slices.Contains(packages, part) })
}

// repository returns the directory at or above the project's with a .git, or else the project's.
func (p *Project) repository() string {
	for dir := p.Dir; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if Existing(filepath.Join(dir, ".git")) != "" {
			return dir
		}
	}
	return p.Dir
}

// maxRead is the size in bytes up to which files of the project are read.
const maxRead = 1 << 20

// Read returns the text of a file, or "" if it can't be read or is too large.
func Read(path string) string {
	if tooLarge(path) {
		return ""
	}
	data, _ := os.ReadFile(path)
	return string(data)
}

// tooLarge reports whether path is not a regular file that is worth reading.
func tooLarge(path string) bool {
	info, err := os.Stat(path)
	return err != nil || !info.Mode().IsRegular() || info.Size() > maxRead
}

// small is the size in bytes of a file that can be written by hand, whatever its name.
const small = 64 << 10

// IsSmall reports whether a regular file is small enough to be written by hand: a log or data soon is not.
func IsSmall(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() <= small
}

// Existing returns path if something is there, or else "".
func Existing(path string) string {
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// IsThere reports whether something has that path.
func IsThere(path string) bool { return Existing(path) != "" }

// IsIn reports whether a path is in a directory.
func IsIn(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

var validFile = lazily(`^[\pL\w@./+~()\[\] -]{1,200}$`)

// Valid reports whether a name from the output can be a file's.
func Valid(name string) bool { return validFile().MatchString(name) }

// GlobSafe returns s with the special characters of patterns escaped.
func GlobSafe(s string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(s)
}

// mostSources is how many files of a project are searched, and deepest how many directories below each other.
const (
	mostSources = 2000
	deepest     = 8
)

// Sources returns the files of the project with sources or settings, the upper ones first.
func (p *Project) Sources() (list []string) {
	dirs := []string{p.Dir}
	for range deepest {
		var next []string
		for _, dir := range dirs {
			entries, _ := os.ReadDir(dir)
			for _, e := range entries {
				path := filepath.Join(dir, e.Name())
				switch {
				case len(list) >= mostSources:
					return list
				case e.IsDir() && !slices.Contains(skipped, e.Name()):
					next = append(next, path)
				case e.Type().IsRegular() && IsWritten(path):
					list = append(list, path)
				}
			}
		}
		dirs = next
	}
	return list
}
