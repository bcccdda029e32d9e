package lists

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCheckThatNeedsAShellIsLeftOut: the file that init writes has to load.
func TestCheckThatNeedsAShellIsLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "processes:\n  a:\n    command: sh -c 'echo $$HOME'\n    readiness_probe: {exec: {command: 'nc -z x 1 || exit 1'}}\n" +
		"  b: {command: b, readiness_probe: {exec: {command: ': </dev/tcp/localhost/81'}}}\n"
	if err := os.WriteFile(filepath.Join(dir, "process-compose.yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, ok := ProcessCompose(dir)
	if !ok || len(l.Processes) != 2 || l.Processes[0].Check != "" || len(l.Notes) != 1 || l.Processes[1].Port != 81 ||
		l.Processes[1].Check != "" || l.Processes[0].Line != "sh -c 'echo $HOME'" {
		t.Errorf("%t %+v", ok, l)
	}
}
