package rules

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/why/files"
)

// shellRules find a variable that a script of a shell demands, with ${NAME:?words} or set -u.
var shellRules = []rule{
	{words: []string{"yntax error", "ad substitution", "ot found", "nexpected"}, pattern: lazily(`^(\S+): (?:line )?\d+: .*(?:[Ss]yntax error|[Bb]ad substitution|not found|unexpected)`), find: otherShell},
	{words: []string{"undefined: "}, pattern: lazily(`^(?:\./)?[\w./-]+\.go:\d+:\d+: undefined: (\w+)$`), find: goFiles},
	{words: []string{": "}, pattern: lazily(`^(\S+): (?:line )?(\d+): ([A-Za-z_]\w*): (.+)$`), find: demanded},
}

// demanded finds a variable that the named line of the script demands. A shell prints whatever words the script has for it.
func demanded(c *Clues, _ int, m []string) *app.Finding {
	number, _ := strconv.Atoi(m[2])
	lines := strings.Split(files.Read(c.Found(m[1])), "\n")
	says := strings.Contains(m[4], "unbound variable") || strings.Contains(m[4], "parameter not set") || strings.Contains(m[4], "parameter null or not set")
	if !says && (number < 1 || number > len(lines) || !strings.Contains(lines[number-1], "${"+m[3]+":?") && !strings.Contains(lines[number-1], "${"+m[3]+"?")) {
		return nil
	}
	f := c.unset(m[3])
	if f != nil && c.Own(m[1]) != "" {
		where := c.Shown(c.Found(m[1])) + ":" + m[2]
		f.Evidence = append([]string{where + " demands it"}, slices.DeleteFunc(f.Evidence, func(e string) bool { return e == where+" reads it" })...)
	}
	return f
}

// bashOnly matches what a shell says of a command that only bash has.
var bashOnly = lazily(`: (?:line )?(\d+): (source|\[\[|declare|shopt|function|pushd|popd|typeset|let|mapfile|readarray|disown|select|compgen): not found`)

// otherShell finds a script for a shell that another one runs, and that does not understand it.
func otherShell(c *Clues, at int, m []string) *app.Finding {
	if name := bashOnly().FindStringSubmatch(c.Lines[at].Text); name != nil && c.Own(m[1]) != "" {
		return c.needsBash(c.Own(m[1]), name[1], name[2])
	}
	for _, s := range c.Scripts(m[1]) {
		first, _, _ := strings.Cut(files.Read(s.Path), "\n")
		for _, shell := range []string{"bash", "zsh", "ksh", "fish"} {
			ran := slices.IndexFunc(c.Argv, func(arg string) bool { return filepath.Base(arg) == "sh" || filepath.Base(arg) == "dash" })
			if strings.HasPrefix(first, "#!") && strings.HasSuffix(strings.TrimSpace(first), shell) && ran >= 0 && s.Path == c.Found(m[1]) {
				name := c.Shown(s.Path)
				return &app.Finding{Kind: app.FindingCode, Problem: name + " is for " + shell + ", but " + c.Argv[ran] + " runs it", Evidence: []string{name + ":1: " + first}, Fix: "write into the command: " + shell + " " + name}
			}
		}
	}
	return nil
}

// needsBash returns the finding that a script uses a command in a line that only bash has.
func (c *Clues) needsBash(path, line, command string) *app.Finding {
	file := c.Shown(path)
	f := &app.Finding{Kind: app.FindingCode, Problem: file + ":" + line + " uses " + command + ", which bash has and the shell that runs it has not", Fix: "run it with bash: write bash " + file + " in the command"}
	if strings.HasPrefix(files.Read(path), "#!") {
		f.Fix = "let bash run it: correct " + file + ":1 to #!/usr/bin/env bash"
	}
	if command == "source" {
		f.Fix += ", or write . for source"
	}
	return f
}

// goFiles finds a name that another file of the same package declares, which a command with one file leaves out.
func goFiles(c *Clues, _ int, m []string) *app.Finding {
	for i, arg := range c.Argv {
		if filepath.Ext(arg) != ".go" || i < 2 {
			continue
		}
		if file, line := c.Declares(filepath.Dir(c.Found(arg)), m[1]); file != "" {
			f := &app.Finding{Kind: app.FindingCode, Problem: "the command leaves out " + c.Shown(file) + ", which declares " + m[1], Evidence: []string{c.Shown(file) + ":" + itoa(line) + " declares it"}}
			f.Fix = "name the directory in the command instead of one file: go run ./" + strings.TrimPrefix(filepath.Dir(arg), ".")
			return f
		}
	}
	return nil
}
