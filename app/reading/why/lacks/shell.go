package lacks

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
	"devservers/app/reading/why/steps"
)

// bashOnly matches what a shell says of a command that only bash has.
var bashOnly = sayings.Lazily(`: (?:line )?(\d+): (source|\[\[|declare|shopt|function|pushd|popd|typeset|let|mapfile|readarray|disown|select|compgen): not found`)

// Shell finds a script for a shell that another one runs, and that does not understand it: text is what that prints, and m
// has the name of the script.
func (o Of) Shell(text string, m []string) *app.Finding {
	if name, own := bashOnly().FindStringSubmatch(text), o.Found(m[1]); name != nil && own != "" && o.Ours(own) {
		return o.needsBash(own, name[1], name[2])
	}
	for _, s := range o.Scripts(m[1]) {
		first, _, _ := strings.Cut(sources.Read(s.Path), "\n")
		for _, shell := range []string{"bash", "zsh", "ksh", "fish"} {
			ran := slices.IndexFunc(o.Argv, func(arg string) bool { return filepath.Base(arg) == "sh" || filepath.Base(arg) == "dash" })
			if strings.HasPrefix(first, "#!") && strings.HasSuffix(strings.TrimSpace(first), shell) && ran >= 0 && s.Path == o.Found(m[1]) {
				name := o.Shown(s.Path)
				return &app.Finding{Kind: app.FindingCode, Problem: name + " is for " + shell + ", but " + o.Argv[ran] + " runs it", Evidence: []string{name + ":1: " + first}, Fix: "write into the command: " + shell + " " + name}
			}
		}
	}
	return nil
}

// needsBash returns the finding that a script uses a command in a line that only bash has.
func (o Of) needsBash(path, line, command string) *app.Finding {
	file := o.Shown(path)
	f := &app.Finding{Kind: app.FindingCode, Problem: file + ":" + line + " uses " + command + ", which bash has and the shell that runs it has not", Fix: "run it with bash: write bash " + file + " in the command"}
	if strings.HasPrefix(sources.Read(path), "#!") {
		f.Fix = "let bash run it: correct " + file + ":1 to #!/usr/bin/env bash"
	}
	if command == "source" {
		f.Fix += ", or write . for source"
	}
	return f
}

// Windows finds a file with lines as on Windows from which a script for a shell reads values.
func (o Of) Windows() *app.Finding {
	for _, s := range steps.Of(o.Project) {
		words := s.Words()
		for i := 1; i < len(words); i++ {
			path := filepath.Join(s.Dir, words[i])
			if !slices.Contains([]string{".", "source", "cat"}, words[i-1]) || !o.Ours(path) || !strings.Contains(sources.Read(path), "\r\n") {
				continue
			}
			name := o.Shown(path)
			return &app.Finding{Kind: app.FindingFile, Problem: name + " has Windows line endings (CRLF): the values that " + s.Where(o.Project) + " reads from it end with a carriage return",
				Fix: "convert it: sed -i 's/\\r$//' " + name + ", and let git keep LF for it in .gitattributes"}
		}
	}
	return nil
}

// LeftOut finds a name that another file of the same package declares, which a command with one file leaves out.
func (o Of) LeftOut(m []string) *app.Finding {
	for i, arg := range o.Argv {
		if filepath.Ext(arg) != ".go" || i < 2 {
			continue
		}
		if file, line := o.Declares(filepath.Dir(o.Found(arg)), m[1]); file != "" {
			f := &app.Finding{Kind: app.FindingCode, Problem: "the command leaves out " + o.Shown(file) + ", which declares " + m[1], Evidence: []string{o.Shown(file) + ":" + strconv.Itoa(line) + " declares it"}}
			f.Fix = "name the directory in the command instead of one file: go run ./" + strings.TrimPrefix(filepath.Dir(arg), ".")
			return f
		}
	}
	return nil
}
