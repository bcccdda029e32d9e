package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"devservers/app/base/process"
)

// bystanderCommand is the command line of a bystander, which the test itself ends.
const bystanderCommand = "devservers fc report signals "

// bystander is a process that looks like the server "same" but must never be signaled.
type bystander struct {
	cmd  *exec.Cmd
	file string
}

func (h *testHome) stand(name string, env ...string) *bystander {
	h.t.Helper()
	b := &bystander{file: filepath.Join(h.dir, name, "signals")}
	if err := os.Mkdir(filepath.Dir(b.file), 0o700); err != nil {
		h.t.Fatal(err)
	}
	b.cmd = exec.Command("devservers", "fc", "report", "signals")
	b.cmd.Dir, b.cmd.Env = filepath.Dir(b.file), append(slices.Clone(h.env), env...)
	if err := b.cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = b.cmd.Process.Kill(); _ = b.cmd.Wait() })
	h.until("the bystander stands", func() bool { data, _ := os.ReadFile(b.file); return len(data) > 0 })
	return b
}

// check fails the test when b was signaled.
func (b *bystander) check(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(b.file)
	if err != nil || string(data) != "ready\n" {
		t.Errorf("a bystander was signaled: %q, %v", data, err)
	}
	if id, err := process.Identify(b.cmd.Process.Pid); err != nil || !id.Alive() {
		t.Errorf("a bystander was killed")
	}
}
