package detect

import (
	"path"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// oneEach keeps one of two servers that are the same program, and names the other: the one that waits for changes, or
// that a list has.
func (f *finder) oneEach() {
	for i := 0; i < len(f.proposal.Servers); i++ {
		e := f.proposal.Servers[i]
		if j := slices.IndexFunc(f.proposal.Servers, func(by ProposedServer) bool { return f.replaces(by, e) }); j >= 0 {
			by := &f.proposal.Servers[j]
			f.leave(e.From + " is left out: " + by.Name + " does the same: " + by.Command)
			if by.Port == "" {
				by.Port, by.standard, by.About = e.Port, e.standard, e.About
			}
			f.proposal.Servers = slices.Delete(f.proposal.Servers, i, i+1)
			i--
		}
	}
}

// replaces reports whether a server is left out beside another one.
func (f *finder) replaces(by, e ProposedServer) bool {
	one, other := f.programOf(&by), f.programOf(&e)
	if len(one) == 0 || len(other) == 0 || by.From == e.From && by.Command == e.Command {
		return false
	}
	if programs.SameFile(by.at(), one, e.at(), other) {
		return by.at() == "." // as the project itself starts it
	}
	_, tool := code.FindTool(other)
	if e.at() == "." && by.at() != "." && !tool && one[0] == other[0] && f.Has(".", "package.json") {
		return strings.Contains(f.Read(".", "package.json"), `"workspaces"`) // it starts the packages
	}
	files := programs.Operands(f.Checkout, e.at(), other[1:])
	if len(files) > 0 && slices.Equal(files, programs.Operands(f.Checkout, by.at(), one[1:])) && len(one) == len(other) {
		return survey.Watches(f.lineOf(&by)) && !survey.Watches(f.lineOf(&e))
	}
	return strings.HasPrefix(path.Base(e.From), "index.") && one[0] != other[0] && // a page alone shows it
		by.at() == e.at() && e.Port == by.Port && by.standard == e.standard && e.standard > 0
}

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
		program[0] == "http.server" || slices.ContainsFunc(f.entries(e, program), f.reloads) ||
		programs.Hot(f.Checkout, f.entries(e, program))
}
