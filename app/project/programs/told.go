package programs

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// built matches the command that air builds a program with.
var built = words.Lazy(`(?m)^\s*cmd\s*=\s*["'](.+)["']\s*$`)

// Told returns a line of a directory with what its program's own configuration tells that to run. from is the place
// that shows the line.
func Told(p *survey.Checkout, dir, from, line string) string {
	switch program := append(code.ProgramOf(survey.Last(line)), ""); program[0] {
	case "air":
		if m := built().FindStringSubmatch(p.Read(dir, filepath.Base(from))); m != nil {
			return m[1]
		}
	case "nodemon":
		named := slices.ContainsFunc(Operands(p, dir, program[1:len(program)-1]), Script)
		if !named && !strings.Contains(line, "-x") && !strings.Contains(line, "--exec") {
			return line + nodemon(p, dir, program)
		}
	}
	return line
}

// nodemon returns the words that nodemon runs by its configuration or its package's, or "".
func nodemon(p *survey.Checkout, dir string, program []string) string {
	type config struct {
		Exec string `json:"exec"`
	}
	var own config
	var pkg struct {
		Config config `json:"nodemonConfig"`
		Main   string `json:"main"`
	}
	file := "nodemon.json"
	if i := slices.Index(program, "--config"); i >= 0 && i+1 < len(program) {
		file = program[i+1]
	}
	p.JSON(dir, file, &own)
	p.JSON(dir, "package.json", &pkg)
	if exec := cmp.Or(own.Exec, pkg.Config.Exec); exec != "" {
		return " --exec " + exec
	}
	return " " + pkg.Main
}
