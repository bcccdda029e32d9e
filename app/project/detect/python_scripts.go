package detect

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app/project/code"
)

// pythonScripts proposes the program of a directory that opens a server when it is run.
func (p *project) pythonScripts(dir string) []ProposedServer {
	for _, file := range code.Nearest(p.ownFiles(dir)) {
		source := p.read(".", file)
		port, serves := code.PythonServes(source)
		if !serves {
			continue
		}
		e := ProposedServer{Name: nameIn(dir, "web"), Command: p.interpreter(dir) + " " + strings.TrimPrefix(file, dir+"/"),
			Dir: below(dir), From: p.pythonFrom(dir, file)}
		if p.settle(&e); e.Port == "" {
			e.standard = cmp.Or(portIn(source), port)
			e.Port = strconv.Itoa(e.standard)
		}
		return []ProposedServer{e}
	}
	return nil
}

// reloads reports whether a program of Python loads changed sources itself.
func (p *project) reloads(file string) bool {
	return code.PythonReloads().MatchString(p.read(".", filepath.Clean(file)))
}
