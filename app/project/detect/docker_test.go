package detect

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
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

func save(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}
