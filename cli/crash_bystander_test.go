package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"devservers/app/base/process"
)

// bystander is a process that looks like the server "same" but must never be signaled.
type bystander struct {
	cmd  *exec.Cmd
	file string
}

func (h *testHome) stand(name string, env ...string) *bystander {
	h.T.Helper()
	b := &bystander{file: h.Path(name + "/signals")}
	if err := os.Mkdir(filepath.Dir(b.file), 0o700); err != nil {
		h.T.Fatal(err)
	}
	b.cmd = exec.Command("devservers", "fc", "report", "signals")
	b.cmd.Dir, b.cmd.Env = filepath.Dir(b.file), append(slices.Clone(h.Env), env...)
	if err := b.cmd.Start(); err != nil {
		h.T.Fatal(err)
	}
	h.T.Cleanup(func() { _ = b.cmd.Process.Kill(); _ = b.cmd.Wait() })
	h.Until("the bystander stands", func() bool { data, _ := os.ReadFile(b.file); return len(data) > 0 })
	return b
}

// check fails the test when b was signaled.
func (b *bystander) check(t testing.TB) {
	t.Helper()
	data, err := os.ReadFile(b.file)
	if err != nil || string(data) != "ready\n" {
		t.Errorf("a bystander was signaled: %q, %v", data, err)
	}
	if id, err := process.Identify(b.cmd.Process.Pid); err != nil || !id.Alive() {
		t.Errorf("a bystander was killed")
	}
}
