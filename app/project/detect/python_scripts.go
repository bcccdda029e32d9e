package detect

import (
	"cmp"
	"path/filepath"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// pythonScripts proposes the program of a directory that opens a server when it is run.
func (p *project) pythonScripts(dir string) []ProposedServer {
	for _, file := range code.Nearest(p.ownFiles(dir)) {
		source := p.Read(".", file)
		port, serves := code.PythonServes(source)
		if !serves {
			continue
		}
		e := ProposedServer{Name: nameIn(dir, "web"), Command: p.interpreter(dir) + " " + strings.TrimPrefix(file, dir+"/"),
			Dir: below(dir), From: p.pythonFrom(dir, file)}
		if p.settle(&e); e.Port == "" {
			e.standard = cmp.Or(survey.PortIn(source), port)
			e.Port = number(e.standard)
		}
		return []ProposedServer{e}
	}
	return nil
}

// reloads reports whether a program of Python loads changed sources itself.
func (p *project) reloads(file string) bool {
	return code.PythonReloads().MatchString(p.Read(".", filepath.Clean(file)))
}
