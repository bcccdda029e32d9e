package detect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestServicesNeedCompose(t *testing.T) {
	const service = "compose.yaml: services.db (postgres:16) is left out: "
	for _, c := range []struct {
		name, docker string
		servers      int
		notes        []string
	}{
		{"complete", "#!/bin/sh\nexit 0\n", 1, []string{}},
		{"no plugin", "#!/bin/sh\nexit 1\n", 0, []string{service + "docker's plugin compose isn't installed here"}},
		{"no docker", "", 0, []string{service + "docker isn't installed here"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bin, dir := t.TempDir(), t.TempDir()
			t.Setenv("PATH", bin)
			if c.docker != "" {
				save(t, filepath.Join(bin, "docker"), c.docker)
			}
			save(t, filepath.Join(dir, "compose.yaml"), "services:\n  db: {image: postgres:16, ports: [\"5432:5432\"]}\n")
			p, err := Detect(dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Servers) != c.servers {
				t.Errorf("servers: %v", p.Servers)
			}
			if diff := cmp.Diff(c.notes, p.Notes); diff != "" {
				t.Errorf("notes, expected (-), said (+):\n%s", diff)
			}
		})
	}
}

func TestServicesAreAwaitedByTheirClients(t *testing.T) {
	bin, dir := t.TempDir(), filepath.Join(t.TempDir(), "shop")
	t.Setenv("PATH", bin)
	save(t, filepath.Join(bin, "docker"), "#!/bin/sh\nexit 0\n")
	for name, text := range map[string]string{
		"compose.yaml": "services:\n  db: {image: postgres:16, ports: [\"5432:5432\"]}\n" +
			"  adminer: {image: adminer, ports: [\"8081:8080\"]}\n  mail: {image: axllent/mailpit, ports: [\"1025\"]}\n" +
			"  shop: {image: me/shop:latest, ports: [\"8000:8000\"]}\n" +
			"  jobs: {build: jobs, depends_on: [adminer]}\n  sail: {build: ./vendor/sail, volumes: [\".:/app\"]}\n" +
			"  box: {build: {context: ./vendor/box}, ports: [\"81:80\"]}\n",
		"api/main.py":           "from fastapi import FastAPI\nimport psycopg\napp = FastAPI()\n",
		"api/requirements.txt":  "fastapi\n",
		"jobs/main.py":          "from fastapi import FastAPI\napp = FastAPI()\n",
		"jobs/requirements.txt": "fastapi\n",
		"ui/package.json":       `{"scripts": {"dev": "vite"}}`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(dir, name), text)
	}
	p, err := Detect(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]Var{}
	for _, e := range p.Servers {
		got[e.Name] = e.Needs
	}
	want := map[string][]Var{"api": {{"db", "ready"}}, "jobs": {{"adminer", "ready"}}, "ui": nil, "db": nil, "adminer": nil}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("depends_on, expected (-), proposed (+):\n%s", diff)
	}
	for _, note := range []string{"services.mail is left out: the port that it publishes is another one at each start",
		"services.shop (shop:latest) is left out: it is this project's program",
		"services.box (built), services.jobs (built), services.sail (built) are left out"} {
		if !strings.Contains(strings.Join(p.Notes, "\n"), note) {
			t.Errorf("nothing says %q:\n%s", note, strings.Join(p.Notes, "\n"))
		}
	}
}

func save(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}
