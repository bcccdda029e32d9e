package rules

import (
	"cmp"
	"devservers/app"
	"devservers/app/why/files"
	"devservers/app/why/sayings"
	"devservers/app/words"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// programRules find a program that does not exist or can't be executed.
var programRules = []rule{
	{words: []string{"\r", "^M", "bad interpreter", "$'\\r'", ": not found", "No such file", "unexpected end of file", "unexpected token", "llegal option", "nvalid option", "unexpected"}, pattern: lazily(
		`\r|\^M|\$'.*\\r'|bad interpreter|^\S+: (?:line )?\d+: .*(?:not found|llegal option|unexpected end of file|unexpected token|nvalid option|unexpected)|env: .*No such file`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			if m := sayings.BadInterpreter().FindStringSubmatch(c.Lines[at].Text); m != nil {
				return c.BadScript(filepath.Base(m[1]))
			}
			return c.BadScript("-")
		}},
	{words: []string{"not found", "is not recognized", "No such file"}, pattern: lazily(`^(?:/\S*/)?(?:(?:ba|z|da|a)?sh|\S+): (?:(?:\d+: |line \d+: )(?:exec: )?|exec: )?([\w@./+-]+): (?:command )?not found|^(?:/\S*/)?(?:ba|z|da|a)?sh: (?:line )?\d+: (?:exec: )?([\w@+-]+): No such file`), find: program},
	{words: []string{"executable file not found"}, pattern: lazily(`exec: "([^"\s]+)": executable file not found`), find: program},
	{words: []string{"env: "}, pattern: lazily("env: [\u2018'`\"]?([\\w.+-]+)[\u2019'`\"]?: No such file or directory"), find: program},
	{words: []string{"spawn "}, pattern: lazily(`spawn ([\w@./+-]+) ENOENT`), find: program},
	{words: []string{"command not found"}, pattern: lazily(`(?:command not found: |^|[\s:'"])([\w@./+-]+)['"]?: command not found|command not found: ([\w@./+-]+)`), find: program},
	{words: []string{"make: "}, pattern: lazily(`make(?:\[\d+\])?: ([\w./+-]+): No such file or directory`), find: program},
	{words: []string{": No such file or directory"}, pattern: lazily(`^(\S*(?:[Mm]akefile|\.mk|\.mak))(?:\.\w+)?:(\d+): (\S+): No such file or directory`), // an include
		find: func(c *Clues, _ int, m []string) *app.Finding {
			f := c.missingFile(m[3])
			if f != nil {
				f.Evidence = append([]string{m[1] + ":" + m[2] + " includes it"}, f.Evidence...)
			}
			return f
		}},
	{words: []string{"No rule to make target"}, pattern: lazily("No rule to make target [`'\u2018]([^'\u2019]+)['\u2019](?:, needed by [`'\u2018]([^'\u2019]+))?"),
		find: func(c *Clues, at int, m []string) *app.Finding {
			if c.says(at-addressNear, at, ": "+m[1]+": No such file") {
				return nil // an include: the line above
			}
			if m[2] != "" {
				return &app.Finding{Kind: app.FindingFile, Problem: m[1] + " does not exist, and the Makefile has no rule that makes it", Evidence: []string{"the target " + m[2] + " needs it"}, Fix: "create it, or correct its name in the Makefile"}
			}
			return &app.Finding{Kind: app.FindingConfig, Problem: "the Makefile has no target for " + words.Quote(m[1]), Fix: "correct the target in the command, or add it to the Makefile" + c.meantTarget(m[1])}
		}},
	{words: []string{"FileNotFoundError", "No such file or directory - "}, pattern: lazily(`(?:FileNotFoundError: \[Errno 2\] No such file or directory: '|No such file or directory - )([\w+-]+)'?$`), find: program},
	{words: []string{"ermission denied", "EACCES"}, pattern: lazily(`^\S+: (?:line )?(?:\d+: )(?:exec: )?([\w@./+-]+): Permission denied|^(?:/\S*/)?(?:ba|z|da|a)?sh: ([\w@./+-]+): Permission denied|spawn ([\w@./+-]+) EACCES|fork/exec ([\w@./+-]+): permission denied`), find: notExecutable},
}

// meantTarget returns a question after the target of the Makefile of which name may be a misspelling, or "".
func (c *Clues) meantTarget(name string) string {
	var targets []string
	for _, m := range target().FindAllStringSubmatch(files.Read(c.Near("Makefile", "makefile", "GNUmakefile")), 200) {
		targets = append(targets, m[1])
	}
	if like := words.Meant(name, targets); len(like) > 0 {
		return ": did you mean " + like[0] + "?"
	}
	return ""
}

var target = lazily(`(?m)^([A-Za-z][\w.-]*)\s*:(?:[^=]|$)`)

// within returns the clues as they are for a command that runs in another directory of the project.
func (c *Clues) within(dir string) *Clues {
	other := *c
	other.WorkDir = dir
	return &other
}

// program finds a program that is not installed. One that a script of package.json calls is usually in node_modules.
func program(c *Clues, at int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	if f := c.BadScript(filepath.Base(name), c.Found(name)); f != nil {
		return f
	}
	if strings.Contains(name, "/") || strings.HasPrefix(name, ".") || files.LooksLikeFile(name) {
		return c.missingFile(name)
	}
	if dir := c.Search(func(dir string) bool { return files.Package(filepath.Join(dir, "package.json")).Calls(name) != nil }); dir != "" {
		c = c.within(dir)
	}
	p, file := c.PackageJSON()
	script := c.ran(at, p.Calls(name))
	if by := files.PackageWith(name, p.Packages()); file != "" && (script != "" || by != "") {
		return c.scriptProgram(name, script, by)
	}
	f := &app.Finding{Kind: app.FindingExecutable, Problem: "the program " + name + " is not installed, or not in PATH", Fix: "install " + name + ", or write its path"}
	if !c.Calls(name) {
		f.Fix = "check the name, and ask before installing " + name + ": the command does not call it"
	}
	return f
}

// ran returns which of these scripts of package.json was running at a line, as npm and others print it above.
func (c *Clues) ran(at int, scripts []string) string {
	for ; at >= 0 && len(scripts) > 1; at-- {
		if f := strings.Fields(c.Lines[at].Text); len(f) == 3 && f[0] == ">" && slices.Contains(scripts, f[2]) {
			return f[2]
		}
	}
	return words.Or(scripts)
}

// scriptProgram finds a program that a script of package.json calls. It is a package's only if a listed one is likely to
// have it, or the lock file says so; else the name may be a misspelling of another one's.
func (c *Clues) scriptProgram(name, script, by string) *app.Finding {
	p, file := c.PackageJSON()
	use, used := c.Used(files.Node)
	bare := files.Existing(filepath.Join(filepath.Dir(file), "node_modules")) == ""
	calls := ""
	if script != "" {
		calls = ", which the script " + script + " of package.json calls,"
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the program " + name + calls + " is not installed"}
	like := words.Meant(name, c.Programs(p))
	listed := c.Lists(files.Node, name, by)
	switch {
	case by != "" || listed != "":
		f.Evidence, f.Fix = []string{c.Shown(cmp.Or(c.Lists(files.Node, by), listed, file)) + " lists " + cmp.Or(by, "it")}, c.In(used, use.Install)
	case len(like) > 0:
		f.Evidence, f.Fix = []string{c.Shown(file) + " lists no package of that name"}, "correct the script "+script+" in "+c.Shown(file)+": did you mean "+strings.Join(like, ", ")+"?"
	case bare && len(p.Packages()) > 0:
		f.Fix = c.In(used, use.Install)
	default:
		f.Kind, f.Evidence = app.FindingExecutable, []string{c.Shown(file) + " lists no package of that name"}
		f.Fix = "correct the script " + script + " in " + c.Shown(file) + ", or ask before installing " + name
	}
	if bare {
		f.Evidence = append(f.Evidence, "the project has no node_modules")
	}
	return f
}

// BadScript finds a script of the command, or another one, that can't be run as it is: its lines end as on Windows, or
// its interpreter, which the output names, does not exist.
func (c *Clues) BadScript(interpreter string, also ...string) *app.Finding {
	for _, s := range c.Scripts(also...) {
		name := c.Shown(s.Path)
		switch {
		case s.CRLF:
			return &app.Finding{Kind: app.FindingFile, Problem: name + " has Windows line endings (CRLF): its first line then names a program that does not exist",
				Fix: "convert it: sed -i 's/\\r$//' " + name + ", and let git keep LF for it in .gitattributes"}
		case interpreter == "" && files.NoExec(s.Path):
			return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is on a file system that is mounted noexec", Fix: "name its interpreter in the command, or move it to another file system"}
		case filepath.IsAbs(s.Interpreter) && files.Existing(s.Interpreter) == "" && (interpreter == "" || filepath.Base(s.Interpreter) == interpreter || filepath.Base(s.Path) == interpreter):
			return &app.Finding{Kind: app.FindingExecutable, Problem: "the interpreter " + s.Interpreter + ", which the first line of " + name + " names, does not exist",
				Fix: "install it, or correct the first line of " + name}
		}
	}
	return nil
}

// notExecutable finds a file that lacks the permission to be executed.
func notExecutable(c *Clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	info, err := os.Stat(c.Found(name))
	switch {
	case err != nil || info.IsDir() || !c.Known(name):
		return nil
	case info.Mode()&0o111 == 0:
		return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is not executable", Fix: "chmod +x " + name}
	case files.NoExec(c.Found(name)):
		return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is on a file system that is mounted noexec", Fix: "move it to another file system, or name its interpreter in the command"}
	}
	return nil
}

func missingScript(c *Clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	p, file := c.PackageJSON()
	f := &app.Finding{Kind: app.FindingFile, Problem: "package.json has no script " + name, Fix: "add the script, or use another"}
	if file == "" {
		return c.missingFile("package.json")
	}
	if scripts := slices.Sorted(maps.Keys(p.Scripts)); len(scripts) > 0 {
		f.Evidence = []string{c.Shown(file) + " has " + strings.Join(scripts[:min(len(scripts), 20)], ", ")}
		if like := words.Meant(name, scripts); len(like) > 0 {
			f.Fix = "correct the command: did you mean " + like[0] + "?"
		}
	}
	return f
}
