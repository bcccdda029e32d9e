package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/lacks"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/steps"
)

// programRules find a program that does not exist or can't be executed.
var programRules = []rule{
	{words: []string{"\r", "^M", "bad interpreter", "$'\\r'", ": not found", "No such file", "unexpected end of file", "unexpected token", "llegal option", "nvalid option", "unexpected"}, pattern: lazily(
		`\r|\^M|\$'.*\\r'|bad interpreter|^\S+: (?:line )?\d+: .*(?:not found|llegal option|unexpected end of file|unexpected token|nvalid option|unexpected)|env: .*No such file`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			if m := sayings.BadInterpreter().FindStringSubmatch(c.Lines[at].Text); m != nil {
				return c.lack().BadScript(filepath.Base(m[1]))
			}
			return c.lack().BadScript("-")
		}},
	{words: []string{"not found", "is not recognized", "No such file"}, pattern: lazily(`^(?:/\S*/)?(?:(?:(?:ba|z|da|a|k)?sh: (?:exec: )?|\S+: (?:\d+: |line \d+: )(?:exec: )?|\S+: exec: )([\w@./+-]+): (?:command )?not found|\S+: ([\w@./+-]+): command not found)|^(?:/\S*/)?(?:ba|z|da|a)?sh: (?:line )?\d+: (?:exec: )?([\w@+-]+): No such file`), find: program},
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
			if c.Says(at-output.AddressNear, at, ": "+m[1]+": No such file") {
				return nil // an include: the line above
			}
			if m[2] != "" {
				return &app.Finding{Kind: app.FindingFile, Problem: m[1] + " does not exist, and the Makefile has no rule that makes it", Evidence: []string{"the target " + m[2] + " needs it"}, Fix: "create it, or correct its name in the Makefile"}
			}
			return &app.Finding{Kind: app.FindingConfig, Problem: "the Makefile has no target for " + words.Quote(m[1]), Fix: "correct the target in the command, or add it to the Makefile" + c.lack().MeantTarget(m[1])}
		}},
	{words: []string{"FileNotFoundError", "No such file or directory - "}, pattern: lazily(`(?:FileNotFoundError: \[Errno 2\] No such file or directory: '|No such file or directory - )([\w+-]+)'?$`), find: program},
	{words: []string{"ermission denied", "EACCES"}, pattern: lazily(`^\S+: (?:line )?(?:\d+: )(?:exec: )?([\w@./+-]+): Permission denied|^(?:/\S*/)?(?:ba|z|da|a)?sh: ([\w@./+-]+): Permission denied|spawn ([\w@./+-]+) EACCES|fork/exec ([\w@./+-]+): permission denied`), find: lacking(lacks.Of.NotExecutable)},
}

// within returns the clues as they are for a command that runs in another directory of the project.
func (c *Clues) within(dir string) *Clues {
	other := *c
	other.WorkDir, other.vars = dir, nil
	return &other
}

// program finds a program that is not installed. One that a script of package.json calls is usually in node_modules.
func program(c *Clues, at int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	if f := c.lack().BadScript(filepath.Base(name), c.Found(name)); f != nil {
		return f
	}
	if strings.Contains(name, "/") || strings.HasPrefix(name, ".") || sources.LooksLikeFile(name) {
		return c.missingFile(name)
	}
	if dir := c.Search(func(dir string) bool { return sources.Package(filepath.Join(dir, "package.json")).Calls(name) != nil }); dir != "" {
		c = c.within(dir)
	}
	p, file := c.PackageJSON()
	script := c.ran(at, p.Calls(name))
	if by := sources.PackageWith(name, p.Packages()); file != "" && (script != "" || by != "") {
		return c.lack().ScriptProgram(name, script, by)
	}
	if sources.InPath(name, c.Env["PATH"]) || !c.Calls(name) && !sayings.StartsProgram().MatchString(strings.Join(c.LinesNear(at, output.Nearby), "\n")) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingExecutable, Problem: "the program " + name + " is not installed, or not in PATH", Fix: "install " + name + ", or write its path"}
	if by, ok := steps.With(&c.Project, name); ok && by.File != "" {
		f.Evidence, f.Fix = []string{by.Where(&c.Project) + " calls it"}, "install "+name+", or "+by.Correct(&c.Project)
	} else if !c.Calls(name) {
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
