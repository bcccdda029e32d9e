package detect

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestBrokers proposes redis for a worker as a server where its program is installed, whether its port answers or not,
// and else in a note.
func TestBrokers(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	bin := t.TempDir()
	for _, c := range []struct{ name, path, want string }{
		{"none", "", "! requirements.txt names a client of redis, which is neither installed here nor in a compose file"},
		{"answers", bin, "! port " + port + " answers already: to use what runs there, write managed: false"},
		{"installed", bin, "command: redis-server --bind 127.0.0.1 --port $PORT --save \"\"\n    port: " + port},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "installed" {
				_ = l.Close()
			}
			if err := os.WriteFile(filepath.Join(bin, "redis-server"), []byte("#!/bin/sh\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", c.path)
			if got := proposalOf(t, map[string]string{"requirements.txt": "celery\nredis\n",
				"tasks.py": "app = Celery(broker='redis://localhost:" + port + "/0')\n"}); !strings.Contains(got, c.want) {
				t.Errorf("%q is not in:\n%s", c.want, got)
			}
		})
	}
}

// proposalOf returns the file that is proposed for a project of these files, and its notes.
func proposalOf(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Detect(dir)
	if err != nil {
		t.Fatal(err)
	}
	return string(p.YAML(UsualPort)) + "! " + strings.Join(p.Notes, "\n! ")
}
