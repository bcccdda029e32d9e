package history

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"devservers/app/run/protocol"
)

func TestWhatIsMissingForACommandIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"gone": "#!/no/such/python3.9 -u\nx\n", "there": "#!/bin/sh\n",
		"binary": "\x7fELF"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const unknown = "it exists, so its interpreter (the #! line) or its loader is missing"
	for name, want := range map[string]string{"./gone": "the interpreter /no/such/python3.9, which its first line " +
		"names, does not exist", "./there": unknown, "./binary": unknown, dir: unknown} {
		rec := protocol.Record{Argv: []string{name}, Dir: dir, End: &protocol.End{Errno: int(syscall.ENOENT)}}
		if e := ExecFailure(rec); e.Hint != want {
			t.Errorf("%s: %s", name, e.Hint)
		}
	}
	rec := protocol.Record{Argv: []string{"./gone"}, Dir: filepath.Join(dir, "x"),
		End: &protocol.End{Errno: int(syscall.ENOENT)}}
	if e := ExecFailure(rec); e.Hint != "its working directory "+rec.Dir+" is gone" {
		t.Error(e.Hint)
	}
}
