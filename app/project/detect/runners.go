package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// nx proposes the target of a project of an nx workspace that serves.
func (p *project) nx(dir string) []ProposedServer {
	n := programs.NxServes(p.Checkout, dir)
	if n.Target == "" {
		return nil
	}
	e := ProposedServer{Name: path.Base(dir), Command: p.execute(".") + "nx run " + n.Name + ":" + n.Target, From: n.From,
		Port: number(n.Port), standard: n.Port}
	if e.Port == "" {
		at := ProposedServer{Dir: dir, Port: auto}
		shown := p.Listens(dir)
		if p.configured(&at, nil); at.Port != auto || at.take(shown) {
			e.Port, e.standard, e.About = at.Port, at.standard, at.About
		} else if shown.Env {
			e.Port = auto
		}
		e.takes = shown.Env
	}
	if e.Port == "" && n.Standard > 0 {
		e.Port, e.standard = number(n.Standard), n.Standard
	}
	if e.Port != "" {
		e.Command += n.Flag
	}
	return []ProposedServer{e}
}

// caddy proposes the server of a Caddyfile with a port, unless it is for containers.
func (p *project) caddy(dir string) []ProposedServer {
	port, why := programs.Caddy(p.Read(dir, "Caddyfile"))
	from := filepath.Join(dir, "Caddyfile")
	if why != "" {
		p.leave(from + " is left out: " + why)
	}
	if port == "" || strings.Contains(p.Read(dir, "package.json"), "caddy ") { // a script of it runs caddy
		return nil
	}
	return []ProposedServer{{Name: nameIn(dir, "caddy"), Command: "caddy run", Dir: below(dir), From: from, Port: port}}
}

// execute is what runs a program of the packages of a directory.
func (p *project) execute(dir string) string {
	manager, _ := p.Manager(dir)
	return cmp.Or(map[string]string{"pnpm": "pnpm exec ", "yarn": "yarn exec ", "bun": "bunx "}[manager], "npx ")
}

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
			if task, ok := m.Tasks[name].(map[string]any); ok {
				line, _ = task["command"].(string)
			}
			p.settleTask(&e, line)
			return []ProposedServer{e}
		}
	}
	servers = p.script(dir, e, "deno run -A --watch ", "Deno.serve", "main.ts", "server.ts", "mod.ts", "index.ts")
	for i := range servers {
		p.usualOfDeno(&servers[i], servers[i].Command)
	}
	return servers
}

// usualOfDeno makes the port on which Deno serves unless it is told another one that of a program which names none.
func (p *project) usualOfDeno(e *ProposedServer, line string) {
	by, _, _ := strings.Cut(e.About, " ")
	at, _ := p.Upwards(path.Dir(by), "deno.json", "deno.jsonc")
	if (e.Port == "" || e.guessed && at != e.at()) && programs.DenoServes(p.Checkout, e.at(), line) {
		e.Port, e.standard, e.About = "8000", 8000, "Deno's usual one"
	}
}

// settleTask decides on the port of a task of Deno, whose line shows it.
func (p *project) settleTask(e *ProposedServer, line string) {
	if n, _ := code.NamedPort(line); n > 0 {
		e.Port, e.standard = number(n), n
	} else {
		p.settleTool(e, survey.Last(line), append([]string{"deno"}, survey.Last(line)...))
		p.usualOfDeno(e, line)
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
