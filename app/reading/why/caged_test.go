package why

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"devservers/app"
	"devservers/app/run/cage"
	"devservers/tests/fc"
)

// TestRefusalOfTheSandboxIsNamed: each command fails because of the sandbox, and why names what was refused and the
// line that allows it.
func TestRefusalOfTheSandboxIsNamed(t *testing.T) {
	fc.Needs(t, cage.Engine, cage.Try...)
	t.Parallel()
	w := newWorld(t)
	exe, _ := os.Executable()
	w.Project("other", "servers:\n  db: {command: sleep 9, port: 39123}\n")
	hidden := filepath.Join(w.Dirs.Home, "notes.txt")
	if err := os.WriteFile(hidden, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(w.Dirs.Home, ".s.PGSQL.5432")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	id := w.Project("shop", "servers:\n  a: {command: sleep 9}\n")
	for i, c := range []struct{ sandbox, script, problem, evidence, fix string }{
		{"", "FC dial tcp 127.0.0.1:39122", "connect to 127.0.0.1:39122", "it was refused at", "sandbox: {ports: [39122]}"},
		{"", "FC dial tcp 169.254.169.254:80", "connect to 169.254.169.254:80", "it was refused at", "nothing allows that"},
		{", network: loopback", "FC dial tcp api.example.com:443", "look up api.example.com", "it was refused at",
			"sandbox: {network: [api.example.com]}"},
		{"", "FC bind tcp 127.0.0.1:39123", "listen on port 39123", "it was refused at", "port: auto"},
		{"", "cat " + hidden, "hides " + hidden, "exists", "sandbox: {read: [" + hidden + "]}"},
		{"", "echo 'connection to server on socket \"" + socket + "\" failed: No such file or directory'", "hides " + socket,
			"exists", "sandbox: {read: [" + socket + "]}"},
		{"", "echo x > /etc/shop.conf", "change /etc", "read-only", "sandbox: {write: [/etc]}"},
	} {
		name := fmt.Sprint("s", i)
		w.Write("shop", fmt.Sprintf("servers:\n  %s: {command: ./%s, sandbox: {read: %q%s}, ready: {log: never}}\n", name, name,
			exe, c.sandbox))
		w.Trust(id)
		w.Script("shop", name, c.script+"; exit 1")
		ref := app.Ref{Project: id, Name: name}
		if _, err := w.Start(ref); err == nil {
			t.Fatal("it started")
		}
		has(t, w.why(ref, app.FindingAccess), c.problem, c.evidence, c.fix)
	}
}
