package detect

import (
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
		if !serves || p.Part(dir, file) {
			continue
		}
		e := ProposedServer{Name: nameIn(dir, "web"), Command: p.Interpreter(dir) + " " + strings.TrimPrefix(file, dir+"/"),
			Dir: below(dir), From: p.PythonFrom(dir, file)}
		if module, ok := strings.CutSuffix(survey.ModuleOf(dir, file), ".__main__"); ok {
			module, e.Env = p.importable(dir, module)
			e.Command = p.Interpreter(dir) + " -m " + module
		}
		if p.settle(&e); e.Port == "" {
			if e.Port = auto; !e.take(survey.AddressIn(file, source, true)) {
				e.standard, e.Port = port, number(port)
			}
		}
		return []ProposedServer{e}
	}
	return nil
}

// reloads reports whether a program of Python loads changed sources itself.
func (p *project) reloads(file string) bool {
	return code.PythonReloads().MatchString(p.Read(".", filepath.Clean(file)))
}
