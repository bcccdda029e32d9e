package resolve

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// WorkingDir returns the only directory of the project in which a command finds the file that is missing, and all other
// files of the project that it names, or "".
func WorkingDir(p *sources.Project, missing string) string {
	if dirs := WorkingDirs(p, missing); len(dirs) == 1 {
		return dirs[0]
	}
	return ""
}

// WorkingDirs returns all directories in which the command finds its files, and the script of package.json that it runs.
func WorkingDirs(p *sources.Project, missing string) (dirs []string) {
	rel, err := filepath.Rel(p.WorkDir, missing)
	if err != nil || strings.HasPrefix(rel, "../") || filepath.IsAbs(rel) {
		return nil
	}
	var others []string
	for _, arg := range p.Argv[min(1, len(p.Argv)):] {
		if name := arg[strings.IndexByte(arg, '=')+1:]; sources.Valid(name) && !filepath.IsAbs(name) && sources.Existing(filepath.Join(p.WorkDir, name)) != "" {
			others = append(others, name)
		}
	}
	p.Walk(depth, func(dir string) bool {
		has := func(name string) bool { return sources.Existing(filepath.Join(dir, name)) != "" }
		if dir != p.WorkDir && has(rel) && !slices.ContainsFunc(others, func(name string) bool { return !has(name) }) && hasScript(p.Argv, dir, rel) {
			dirs = append(dirs, dir)
		}
		return false
	})
	return dirs
}

// hasScript reports whether a directory has the script that the command runs, if it runs one of a package.json.
func hasScript(argv []string, dir, missing string) bool {
	if filepath.Base(missing) != "package.json" || len(argv) < 2 || !slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, filepath.Base(argv[0])) {
		return true
	}
	scripts := sources.Package(filepath.Join(dir, "package.json")).Scripts
	if argv[1] == "run" && len(argv) > 2 {
		return scripts[argv[2]] != ""
	}
	return scripts[argv[1]] != "" || argv[1] == "install" || argv[1] == "ci"
}

// Names reports whether the command names a path itself, so that a program opens it because of the command.
func Names(p *sources.Project, path string) bool {
	return slices.ContainsFunc(p.Argv, func(arg string) bool {
		name := arg[strings.IndexByte(arg, '=')+1:]
		return name != "" && (name == path || filepath.Join(p.WorkDir, name) == path)
	})
}
