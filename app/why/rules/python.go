package rules

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/why/files"
)

func pythonModule(c *Clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	top, _, _ := strings.Cut(name, ".")
	if f := c.ownModule(name, top); f != nil {
		return f
	}
	f := c.lacks(files.Python, "the Python package "+top+" is not installed for the interpreter that ran", top, files.Distributions[top], strings.ToLower(top))
	if like := c.MeantModule(top); like != "" && c.Lists(files.Python, top, files.Distributions[top]) == "" {
		f.Problem, f.Fix = "there is no Python module "+top, "correct the name: did you mean "+like+", a module of the project?"
		if path, line := c.Naming(top); path != "" {
			f.Evidence, f.Fix = append(f.Evidence, c.Shown(path)+":"+itoa(line)+" names it"), "correct "+c.Shown(path)+":"+itoa(line)+": did you mean "+like+", a module of the project?"
		}
		return f
	}
	if len(c.Argv) > 0 {
		f.Evidence = append(f.Evidence, "it ran "+c.Argv[0])
	}
	if venv := c.UnusedVenv(top); venv != "" {
		f.Evidence = append(f.Evidence, venv+" has it")
		f.Fix = "use the project's interpreter: write " + filepath.Join(c.Shown(venv), "bin", "python") + " in the command"
	}
	return f
}

// hides finds a file of the project that has the name of a package or of a standard module, which then can't be imported:
// the file imports that name itself, or a manifest lists it.
func hides(c *Clues, _ int, m []string) *app.Finding {
	name := m[1] + m[2]
	for _, dir := range []string{c.WorkDir, c.Dir} {
		file := filepath.Join(dir, name+".py")
		if files.Existing(file) == "" || !files.Imports(file, name) && c.Lists(files.Python, name, files.Distributions[name]) == "" {
			continue
		}
		return &app.Finding{Kind: app.FindingModule, Problem: c.Shown(file) + " hides the package " + name + ": Python imports the file of the project instead", Fix: "rename " + c.Shown(file)}
	}
	return nil
}

// ownModule finds a module that the project has, but where the command does not look.
func (c *Clues) ownModule(name, top string) *app.Finding {
	dir := c.ModuleDir(top)
	if dir == "" && files.HasModule(c.WorkDir, top) {
		f := &app.Finding{Kind: app.FindingModule, Problem: "Python cannot import " + name + " of the project itself",
			Evidence: []string{"the project has a module " + top + ", but not " + name}}
		correct := "correct the name"
		for _, key := range slices.Sorted(maps.Keys(c.Env)) {
			if c.Env[key] == name {
				f.Evidence = append(f.Evidence, "the variable "+key+" has that value")
				correct = "correct the variable " + key
			}
		}
		f.Fix = correct + ", or create the module"
		if like := c.MeantModule(name); like != "" {
			f.Fix = correct + ": did you mean " + like + "?"
		}
		return f
	}
	if dir == "" {
		return nil
	}
	return &app.Finding{Kind: app.FindingModule, Problem: "Python cannot import " + name + " of the project itself",
		Evidence: []string{"it is in " + dir + ", the command runs in " + c.WorkDir}, Fix: "set working_dir: " + c.Shown(dir) + " in devservers.yml, or PYTHONPATH"}
}
