package command

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// Code is an assignment in an env file that decides which code programs run: of a variable that loads code, or of one
// that such an assignment refers to. A person's trust covers it.
type Code struct {
	File string // relative to the project's directory if it is inside
	Name string
	Text string // the value as it is written, behind a =, with its comment; "" passes the variable on
}

// String returns the assignment in one line, as it may be shown.
func (c Code) String() string {
	text, _ := Masked(c.Name, c.Text)
	return c.File + ": " + c.Name + strings.ReplaceAll(text, "\n", `\n`)
}

// Masked reports whether String masks a secret.
func (c Code) Masked() bool {
	_, secret := Masked(c.Name, c.Text)
	return secret
}

// reference matches each variable that a value may refer to, and more.
var reference = words.Lazy(`\$\{?([A-Za-z_][A-Za-z0-9_]*)`)

// CodeOf returns the assignments of files that decide which code programs run. These are variables that load code,
// and named, which commands expand to a program.
func CodeOf(files []File, projectDir string, named []string) []Code {
	var all []Code
	for _, f := range files {
		all = append(all, f.assignments(projectDir)...)
	}
	loads := map[string]bool{}
	for _, name := range named {
		loads[name] = true
	}
	for before := -1; before != len(loads); {
		before = len(loads)
		for _, c := range all {
			if loads[c.Name] || RunsCode(c.Name) != "" {
				loads[c.Name] = true
				for _, m := range reference().FindAllStringSubmatch(c.Text, -1) {
					loads[m[1]] = true
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(c Code) bool { return !loads[c.Name] })
}

// assignments returns all assignments in the order of the file. A file that can't be read to its end has none: nothing
// starts with it.
func (f File) assignments(projectDir string) (all []Code) {
	p := parser{file: f.path, lines: 1, rest: f.text, raw: true}
	vars, err := p.parse()
	if err != nil {
		return nil
	}
	path := f.path
	if rel, err := filepath.Rel(projectDir, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	for _, v := range vars {
		all = append(all, Code{path, v.Name, strings.ToValidUTF8(v.Value, "")})
	}
	return all
}
