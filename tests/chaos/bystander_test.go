//go:build chaos

package chaos

import (
	"os"
	"os/exec"
	"slices"
)

// bystander is a process like those of servers, which nobody may ever signal. It notes signals in a file.
type bystander struct {
	cmd  *exec.Cmd
	file string
	over chan struct{}
}

func (w *world) stand(name string, env ...string) *bystander {
	b := &bystander{file: w.write(name+"/signals", ""), over: make(chan struct{})}
	b.cmd = exec.Command(w.fc, "fc", "report", b.file)
	b.cmd.Env = append(slices.Clone(w.env), env...)
	if err := b.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	go func() { defer close(b.over); _ = b.cmd.Wait() }()
	w.t.Cleanup(b.end)
	settle(patience, func() string {
		if data, _ := os.ReadFile(b.file); len(data) > 0 {
			return ""
		}
		return "not ready"
	})
	return b
}

func (b *bystander) end() { _ = b.cmd.Process.Kill(); <-b.over }

// check is V4.
func (b *bystander) check(w *world) {
	if data, _ := os.ReadFile(b.file); string(data) != "ready\n" {
		w.violate("V4", "a bystander was signaled: %q", data)
	}
	select {
	case <-b.over:
		w.violate("V4", "a bystander was killed")
	default:
	}
}
