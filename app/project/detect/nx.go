package detect

import (
	"path"
	"path/filepath"
	"strings"
)

// nx proposes the targets of an nx workspace's project.json that serve.
func (p *project) nx(dir string) (servers []ProposedServer) {
	var m struct {
		Name    string `json:"name"`
		Targets map[string]struct {
			Executor string `json:"executor"`
			Options  struct {
				Port int `json:"port"`
			} `json:"options"`
		} `json:"targets"`
	}
	if !p.Has(".", "nx.json") || !p.JSON(dir, "project.json", &m) {
		return nil
	}
	for _, target := range []string{"serve", "dev", "start", "serve:dev"} {
		t, ok := m.Targets[target]
		if !ok {
			continue
		}
		e := ProposedServer{Name: path.Base(dir), Command: p.execute(".") + "nx run " + m.Name + ":" + target,
			From: filepath.Join(dir, "project.json") + ": " + target, Port: number(t.Options.Port), standard: t.Options.Port}
		if e.Port == "" {
			at := ProposedServer{Dir: dir, Port: auto}
			shown := p.listens(dir)
			if p.configured(&at, nil); at.Port != auto || at.take(shown) {
				e.Port, e.standard, e.About = at.Port, at.standard, at.About
			} else if shown.Env {
				e.Port = auto
			}
			e.takes = shown.Env
		}
		if e.Port == "" && strings.HasSuffix(t.Executor, ":dev-server") {
			e.Port, e.standard = "4200", 4200
		}
		return []ProposedServer{e}
	}
	return nil
}

// execute is what runs a program of the packages of a directory.
func (p *project) execute(dir string) string {
	switch manager, _ := p.Manager(dir); manager {
	case "pnpm", "yarn":
		return manager + " exec "
	case "bun":
		return "bunx "
	}
	return "npx "
}
