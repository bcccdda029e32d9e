package lacks

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// PythonModule finds a module of Python: of the project itself, a misspelled one, or a package.
func (o Of) PythonModule(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	top, _, _ := strings.Cut(name, ".")
	if f := o.ownModule(name, top); f != nil {
		return f
	}
	if f := o.submodule(name); f != nil {
		return f
	}
	f := o.Package(sources.Python, "the Python package "+top+" is not installed for the interpreter that ran", top, sources.Distributions[top], strings.ToLower(top))
	if like := o.MeantModule(top); like != "" && o.Lists(sources.Python, top, sources.Distributions[top]) == "" {
		f.Problem, f.Fix = "there is no Python module "+top, "correct the name: did you mean "+like+", a module of the project?"
		if path, line := o.Naming(top); path != "" {
			f.Evidence, f.Fix = append(f.Evidence, o.Shown(path)+":"+strconv.Itoa(line)+" names it"), "correct "+o.Shown(path)+":"+strconv.Itoa(line)+": did you mean "+like+", a module of the project?"
		}
		return f
	}
	if len(o.Argv) > 0 {
		f.Evidence = append(f.Evidence, "it ran "+o.Argv[0])
	}
	if venv := o.UnusedVenv(top); venv != "" {
		f.Evidence = append(f.Evidence, venv+" has it")
		f.Fix = "use the project's interpreter: write " + filepath.Join(o.Shown(venv), "bin", "python") + " in the command"
	}
	return f
}

// submodule finds a module that an installed package, or one of Python itself, does not have.
func (o Of) submodule(name string) *app.Finding {
	top, rest, dotted := strings.Cut(name, ".")
	for _, library := range o.PythonLibraries() {
		dir := filepath.Join(library, top)
		if !dotted || !sources.Valid(name) || sources.Existing(dir) == "" {
			continue
		}
		if module := filepath.Join(dir, strings.ReplaceAll(rest, ".", "/")); sources.Existing(module) != "" || sources.Existing(module+".py") != "" {
			return nil // another Python ran
		}
		f := &app.Finding{Kind: app.FindingModule, Problem: "the Python package " + top + " has no module " + rest, Evidence: []string{"the package is " + dir}, Fix: "correct the name, or install the version of " + top + " that has it"}
		if like := sources.MeantIn(dir, rest); like != "" {
			f.Fix = "correct the name: did you mean " + top + "." + like + "?"
		}
		if path, line := o.Naming(name); path != "" {
			f.Evidence = append(f.Evidence, o.Shown(path)+":"+strconv.Itoa(line)+" names it")
		}
		return f
	}
	return nil
}

// Hides finds a file of the project that has the name of a package or of a standard module, which then can't be imported:
// the file imports that name itself, or a manifest lists it.
func (o Of) Hides(m []string) *app.Finding {
	name := m[1] + m[2]
	for _, dir := range []string{o.WorkDir, o.Dir} {
		file := filepath.Join(dir, name+".py")
		if sources.Existing(file) == "" || !sources.Imports(file, name) && o.Lists(sources.Python, name, sources.Distributions[name]) == "" {
			continue
		}
		return &app.Finding{Kind: app.FindingModule, Problem: o.Shown(file) + " hides the package " + name + ": Python imports the file of the project instead", Fix: "rename " + o.Shown(file)}
	}
	return nil
}

// ownModule finds a module that the project has, but where the command does not look.
func (o Of) ownModule(name, top string) *app.Finding {
	dir := o.ModuleDir(top)
	if dir == "" && sources.HasModule(o.WorkDir, top) {
		f := &app.Finding{Kind: app.FindingModule, Problem: "Python cannot import " + name + " of the project itself",
			Evidence: []string{"the project has a module " + top + ", but not " + name}}
		correct := "correct the name"
		for _, key := range slices.Sorted(maps.Keys(o.Env)) {
			if o.Env[key] == name {
				f.Evidence = append(f.Evidence, "the variable "+key+" has that value")
				correct = "correct the variable " + key
			}
		}
		f.Fix = correct + ", or create the module"
		if like := o.MeantModule(name); like != "" {
			f.Fix = correct + ": did you mean " + like + "?"
		}
		return f
	}
	if dir == "" {
		return nil
	}
	return &app.Finding{Kind: app.FindingModule, Problem: "Python cannot import " + name + " of the project itself",
		Evidence: []string{"it is in " + dir + ", the command runs in " + o.WorkDir}, Fix: "set working_dir: " + o.Shown(dir) + " in devservers.yml, or PYTHONPATH"}
}
