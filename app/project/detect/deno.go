package detect

import (
	"path/filepath"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// deno proposes the task for development of a deno.json, or else the program that serves by Deno's own call.
func (p *project) deno(dir string) (servers []ProposedServer) {
	var m struct {
		Tasks map[string]any `json:"tasks"`
	}
	file := "deno.json"
	if !p.Has(dir, file) {
		file = "deno.jsonc"
	}
	p.JSON(dir, file, &m)
	e := ProposedServer{Name: nameIn(dir, "web"), Dir: below(dir)}
	for _, name := range []string{"dev", "start", "serve"} {
		if m.Tasks[name] != nil {
			e.Command, e.From = "deno task "+name, filepath.Join(dir, file)+": tasks."+name
			line, _ := m.Tasks[name].(string)
			p.settleTask(&e, line)
			return []ProposedServer{e}
		}
	}
	return p.script(dir, e, "deno run -A --watch ", "Deno.serve", "main.ts", "server.ts", "mod.ts", "index.ts")
}

// settleTask decides on the port of a task of Deno, whose line shows it.
func (p *project) settleTask(e *ProposedServer, line string) {
	if n, _ := code.NamedPort(line); n > 0 {
		e.Port, e.standard = number(n), n
	} else {
		p.settleTool(e, survey.Last(line), append([]string{"deno"}, survey.Last(line)...))
	}
}

// script completes a server with the first of several programs that has the call which serves, run by a command.
func (p *project) script(dir string, e ProposedServer, run, call string, files ...string) []ProposedServer {
	for _, file := range files {
		if strings.Contains(p.Read(dir, file), call) {
			e.Command, e.From = run+file, filepath.Join(dir, file)
			p.settle(&e)
			return []ProposedServer{e}
		}
	}
	return nil
}
