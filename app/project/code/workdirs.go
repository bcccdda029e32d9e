package code

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// WorkingDirs returns all directories of the project in which a command finds the file that is missing, all other files
// that it names, and the script of package.json that it runs.
func (p *Workspace) WorkingDirs(missing string) (dirs []string) {
	rel, err := filepath.Rel(p.WorkDir, missing)
	if err != nil || strings.HasPrefix(rel, "../") || filepath.IsAbs(rel) {
		return nil
	}
	var others []string
	for _, arg := range p.Argv[min(1, len(p.Argv)):] {
		name := arg[strings.IndexByte(arg, '=')+1:]
		if sources.Valid(name) && !filepath.IsAbs(name) && sources.Existing(filepath.Join(p.WorkDir, name)) != "" {
			others = append(others, name)
		}
	}
	p.Walk(depth, func(dir string) bool {
		lacks := func(name string) bool { return sources.Existing(filepath.Join(dir, name)) == "" }
		if dir != p.WorkDir && !lacks(rel) && !slices.ContainsFunc(others, lacks) && hasScript(p.Argv, dir, rel) {
			dirs = append(dirs, dir)
		}
		return false
	})
	return dirs
}

// hasScript reports whether a directory has the script that the command runs, if it runs one of a package.json.
func hasScript(argv []string, dir, missing string) bool {
	if filepath.Base(missing) != "package.json" || len(argv) < 2 || !slices.Contains(runners, filepath.Base(argv[0])) {
		return true
	}
	scripts := sources.Package(filepath.Join(dir, "package.json")).Scripts
	if argv[1] == "run" && len(argv) > 2 {
		return scripts[argv[2]] != ""
	}
	return scripts[argv[1]] != "" || argv[1] == "install" || argv[1] == "ci"
}
