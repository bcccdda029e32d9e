package lacks

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/steps"
)

// Script finds a script that package.json does not have. The one that npm and others use is the nearest from the directory
// of the command upwards.
func (o Of) Script(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	from := o.scriptDir(name)
	file := above(from, "package.json")
	if file == "" {
		return resolve.File(o.Project, "", "package.json")
	}
	scripts := sources.Package(file).Scripts
	f := &app.Finding{Kind: app.FindingFile, Problem: o.Shown(file) + " has no script " + name, Fix: "add the script, or use another"}
	switch {
	case scripts[name] != "":
		f.Problem, f.Evidence = "the package.json that was used has no script "+name, []string{o.Shown(file) + " has it"}
		return f
	case filepath.Dir(file) != from:
		f.Problem = o.Shown(from) + " has no package.json, and " + file + " above it has no script " + name
		f.Fix = "correct the directory, or add the script"
	}
	by, called := steps.With(o.Project, name)
	if called = called && by.File != ""; called {
		f.Evidence = []string{by.Where(o.Project) + " calls it"}
	}
	if has := slices.Sorted(maps.Keys(scripts)); len(has) > 0 {
		f.Evidence = append(f.Evidence, o.Shown(file)+" has "+strings.Join(has[:min(len(has), 20)], ", "))
		if like := words.Meant(name, has); len(like) > 0 {
			f.Fix = "correct the command: did you mean " + like[0] + "?"
			if called {
				f.Fix = by.Correct(o.Project) + ": did you mean " + like[0] + "?"
			}
			return f
		}
	}
	others := o.withScript(name)
	if len(others) > 0 {
		f.Evidence = append(f.Evidence, strings.Join(others[:min(len(others), 8)], ", ")+" has it")
	}
	switch {
	case len(others) > 0 && from != o.WorkDir:
		f.Fix = "correct the directory in the command"
	case len(others) == 1:
		f.Fix = "set working_dir: " + filepath.Dir(others[0]) + " in devservers.yml"
	case len(others) > 1:
		f.Fix = "set working_dir in devservers.yml to the directory that is meant"
	}
	return f
}

// NoCommand finds a word of the command that npm doesn't know: a script that is called without run, or a misspelling.
func (o Of) NoCommand(m []string) *app.Finding {
	by, ok := steps.With(o.Project, m[1])
	pkg, file := o.PackageJSON()
	if !ok {
		return nil
	}
	f := &app.Finding{Kind: app.FindingConfig, Problem: "npm has no command " + m[1], Evidence: []string{by.Where(o.Project) + " has it"}, Fix: by.Correct(o.Project)}
	if pkg.Scripts[m[1]] != "" {
		f.Evidence = append(f.Evidence, o.Shown(file)+" has a script of that name")
		f.Fix += ": npm run " + m[1]
	} else if like := words.Meant(m[1], []string{"run", "start", "test", "exec", "install"}); len(like) > 0 {
		f.Fix += ": did you mean npm " + like[0] + "?"
	}
	return f
}

// scriptDir returns the directory in which package.json is looked for: the one that the command names, or the script that
// calls the missing one, or else the working directory.
func (o Of) scriptDir(name string) string {
	said := strings.Fields(strings.Join(o.Argv, " "))
	if !slices.Contains(said, name) {
		p, _ := o.PackageJSON()
		for _, caller := range p.Calls(name) {
			said = strings.Fields(p.Scripts[caller])
		}
	}
	for i, word := range said {
		option, value, given := strings.Cut(word, "=")
		if !slices.Contains([]string{"--prefix", "--dir", "--cwd", "-C", "cd"}, option) {
			continue
		}
		if !given && i+1 < len(said) {
			value = strings.TrimRight(said[i+1], ";&")
		}
		if filepath.IsAbs(value) {
			return filepath.Clean(value)
		}
		return filepath.Join(o.WorkDir, value)
	}
	return o.WorkDir
}

// withScript returns the package.json files of the project with a script.
func (o Of) withScript(name string) (list []string) {
	o.Search(func(dir string) bool {
		if file := filepath.Join(dir, "package.json"); sources.Package(file).Scripts[name] != "" {
			list = append(list, o.Shown(file))
		}
		return false
	})
	return list
}

// above returns the file of that name in dir or in the nearest directory above it, or "".
func above(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if path := sources.Existing(filepath.Join(dir, name)); path != "" || dir == filepath.Dir(dir) {
			return path
		}
	}
}

// bare reports whether there is no directory into which the packages of a manifest are installed. Node looks in all
// directories above.
func bare(e *sources.Ecosystem, manifest string) bool {
	dir := filepath.Dir(manifest)
	if e == sources.Node {
		return above(dir, e.Dir) == "" && above(dir, ".pnp.cjs") == ""
	}
	return e.Dir != "" && sources.Existing(filepath.Join(dir, e.Dir)) == ""
}
