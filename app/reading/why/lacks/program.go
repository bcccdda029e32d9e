package lacks

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/steps"
)

// MeantTarget returns a question after the target of the Makefile of which name may be a misspelling, or "".
func (o Of) MeantTarget(name string) string {
	var targets []string
	for _, m := range target().FindAllStringSubmatch(sources.Read(o.Near("Makefile", "makefile", "GNUmakefile")), 200) {
		targets = append(targets, m[1])
	}
	if like := words.Meant(name, targets); len(like) > 0 {
		return ": did you mean " + like[0] + "?"
	}
	return ""
}

// ScriptProgram finds a program that a script of package.json calls. It is a package's only if a listed one is likely to
// have it, or the lock file says so; else the name may be a misspelling of another one's.
func (o Of) ScriptProgram(name, script, by string) *app.Finding {
	p, file := o.PackageJSON()
	use, used := o.Used(sources.Node)
	bare := bare(sources.Node, file)
	calls := ""
	if script != "" {
		calls = ", which the script " + script + " of package.json calls,"
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the program " + name + calls + " is not installed"}
	like := words.Meant(name, o.Programs(p))
	listed := o.Lists(sources.Node, name, by)
	switch {
	case by != "" || listed != "":
		f.Evidence, f.Fix = []string{o.Shown(cmp.Or(o.Lists(sources.Node, by), listed, file)) + " lists " + cmp.Or(by, "it")}, o.In(used, use.Install)
	case len(like) > 0:
		f.Evidence, f.Fix = []string{o.Shown(file) + " lists no package of that name"}, "correct the script "+script+" in "+o.Shown(file)+": did you mean "+strings.Join(like, ", ")+"?"
	case bare && len(p.Packages()) > 0:
		f.Fix = o.In(used, use.Install)
	default:
		f.Kind, f.Evidence = app.FindingExecutable, []string{o.Shown(file) + " lists no package of that name"}
		f.Fix = "correct the script " + script + " in " + o.Shown(file) + ", or ask before installing " + name
	}
	if bare {
		f.Evidence = append(f.Evidence, "the project has no node_modules")
	}
	return f
}

// BadScript finds a script of the command, or another one, that can't be run as it is: its lines end as on Windows, or
// its interpreter, which the output names, does not exist.
func (o Of) BadScript(interpreter string, also ...string) *app.Finding {
	for _, s := range o.Scripts(append(steps.Files(o.Project), also...)...) {
		name := o.Shown(s.Path)
		switch {
		case s.CRLF:
			return &app.Finding{Kind: app.FindingFile, Problem: name + " has Windows line endings (CRLF): its first line then names a program that does not exist",
				Fix: "convert it: sed -i 's/\\r$//' " + name + ", and let git keep LF for it in .gitattributes"}
		case interpreter == "" && sources.NoExec(s.Path):
			return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is on a file system that is mounted noexec", Fix: "name its interpreter in the command, or move it to another file system"}
		case filepath.IsAbs(s.Interpreter) && sources.Existing(s.Interpreter) == "" && (interpreter == "" || filepath.Base(s.Interpreter) == interpreter || filepath.Base(s.Path) == interpreter):
			f := &app.Finding{Kind: app.FindingExecutable, Problem: "the interpreter " + s.Interpreter + ", which the first line of " + name + " names, does not exist",
				Fix: "install it, or correct the first line of " + name}
			if env := filepath.Dir(filepath.Dir(s.Path)); sources.Existing(filepath.Join(env, "pyvenv.cfg")) != "" {
				f.Evidence = []string{o.Shown(env) + " is an environment of Python, which can't be moved"}
				f.Fix = "make it again: python3 -m venv --clear " + o.Shown(env) + ", and install the packages into it"
			}
			return f
		}
	}
	return nil
}

// NotExecutable finds a file that lacks the permission to be executed.
func (o Of) NotExecutable(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	info, err := os.Stat(o.Found(name))
	switch {
	case err != nil || info.IsDir() || !o.Known(name):
		return nil
	case info.Mode()&0o111 == 0:
		return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is not executable", Fix: "chmod +x " + name}
	case sources.NoExec(o.Found(name)):
		return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is on a file system that is mounted noexec", Fix: "move it to another file system, or name its interpreter in the command"}
	}
	return nil
}

var target = sayings.Lazily(`(?m)^([A-Za-z][\w.-]*)\s*:(?:[^=]|$)`)
