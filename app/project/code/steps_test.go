package code

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"devservers/app/project/sources"
)

// stepped writes the files of a project and returns it with a command.
func stepped(t *testing.T, tree map[string]string, argv ...string) *Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range tree {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return New(&sources.Project{Dir: dir, WorkDir: dir, Argv: argv})
}

func TestSteps(t *testing.T) {
	for name, c := range map[string]struct {
		argv []string
		tree map[string]string
		want []string // place: command
	}{
		"scripts of package.json": {[]string{"npm", "run", "dev"},
			map[string]string{"package.json": "{\"scripts\": {\n\"dev\": \"npm run build && run-p 'serve:*'\",\n" +
				"\"predev\": \"echo a\",\n\"build\": \"tsc\",\n\"serve:api\": \"bash bin/api.sh\",\n\"lint\": \"eslint\"}}",
				"bin/api.sh": "#!/bin/sh\n# the API\ncd api\nuvicorn main:app --prot 1\n"}, []string{"the command: npm run dev",
				"the script dev of package.json: npm run build && run-p 'serve:*'", "the script predev of package.json: echo a",
				"the script build of package.json: tsc", "the script serve:api of package.json: bash bin/api.sh",
				"bin/api.sh:3: cd api", "bin/api.sh:4: uvicorn main:app --prot 1"}},
		"a word that is no script's name": {[]string{"npm", "run", "dev", "--", "--mode", "build"},
			map[string]string{"package.json": `{"scripts": {"dev": "vite", "build": "tsc"}}`},
			[]string{"the command: npm run dev -- --mode build", "the script dev of package.json: vite"}},
		"another directory": {[]string{"npm", "--prefix", "web", "start"},
			map[string]string{"web/package.json": `{"scripts": {"start": "npm start"}}`},
			[]string{"the command: npm --prefix web start", "the script start of web/package.json: npm start"}},
		"a Makefile": {[]string{"make", "serve", "PORT=1"},
			map[string]string{"Makefile": "X := 1\nall: x\n\techo all\nserve: db\n\t@$(MAKE) run\ndb:\n\tredis-server\nrun:\n" +
				"\t./srv\n"},
			[]string{"the command: make serve PORT=1", "Makefile:5: make run", "Makefile:7: redis-server", "Makefile:9: ./srv"}},
		"a Procfile": {[]string{"foreman", "start"},
			map[string]string{"Procfile": "web: puma -p 1\n# old: x\njobs: sidekiq\n"}, []string{"the command: foreman start",
				"Procfile:1: puma -p 1", "Procfile:3: sidekiq"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := stepped(t, c.tree, c.argv...)
			var got []string
			for _, s := range p.Steps() {
				got = append(got, s.Where(p)+": "+s.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestWordsOfSteps(t *testing.T) {
	p := stepped(t, map[string]string{"package.json": `{"scripts": {"dev": "NODE_OPTIONS='--max-old-space-size=64' bin/web --level loud --name=shop"}}`}, "npm", "run", "dev")
	if list := p.Limits(); len(list) != 1 || list[0].Name != "--max-old-space-size" || list[0].Value != "64" {
		t.Errorf("%+v", list)
	}
}
