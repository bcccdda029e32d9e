package detect

import (
	"path"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// watchSources lets a server that loads its sources once be restarted when one of them changes.
func (f *finder) watchSources(e *ProposedServer) {
	if e.External {
		return
	}
	text := f.lineOf(e)
	if program := code.ProgramOf(survey.Last(text)); !f.loadsAnew(e, program) {
		e.Watch = code.SourcesOf(text, program)
		if _, known := code.FindTool(program); !known && strings.Contains(text, "python") && strings.Contains(text, " -m ") {
			e.Watch = []string{"**/*.py"} // a module of the project
		}
		e.Watch = slices.Clone(e.Watch)
		for i, pattern := range e.Watch { // which starts at the project's directory
			if !strings.HasPrefix(pattern, "**/") {
				e.Watch[i] = path.Join(e.Dir, pattern)
			}
		}
	}
}

// loadsAnew reports whether a program's own source tells its framework to load changes.
func (f *finder) loadsAnew(e *ProposedServer, program []string) bool {
	return len(program) == 0 || strings.HasPrefix(strings.Join(program, " "), "manage.py runserver") ||
		program[0] == "http.server" || slices.ContainsFunc(f.entries(e, program), f.reloads)
}
