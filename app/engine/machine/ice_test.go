package machine

import (
	"bufio"
	"io"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

// TestIceStopsAndContinuesATree: by signals, and by a control group where this user may make one.
func TestIceStopsAndContinuesATree(t *testing.T) {
	t.Parallel()
	for name, root := range map[string]func() string{"signals": func() string { return "" }, "group": ownGroup} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "group" && root() == "" {
				fc.Lacks(t, "the right to make control groups")
			}
			run := "ice" + name
			i := OpenIce(filepath.Join(t.TempDir(), "frozen.json"), slog.New(slog.DiscardHandler))
			i.roots = root
			say, heard := talker(t, run)
			rec := protocol.Record{ID: run}
			heard.echo(t, say, "one")
			if !i.Freeze(rec) || !i.Has(run) {
				t.Fatal("it is not frozen")
			}
			_, _ = io.WriteString(say, "two\n")
			select {
			case text := <-heard:
				t.Errorf("it says %q while it stands still", text)
			case <-time.After(100 * time.Millisecond): // it would answer at once
			}
			if i.Thaw(rec); i.Has(run) {
				t.Error("it counts as frozen")
			}
			if text := <-heard; text != "two" {
				t.Errorf("it says %q", text)
			}
			if left, _ := filepath.Glob(filepath.Join(root(), "devservers-"+run)); root() != "" && len(left) > 0 {
				t.Errorf("%v is left", left)
			}
		})
	}
}

type lines chan string

func (l lines) echo(t *testing.T, say io.Writer, text string) {
	t.Helper()
	_, _ = io.WriteString(say, text+"\n")
	if got := <-l; got != text {
		t.Fatalf("it says %q", got)
	}
}

// talker is a tree of two processes of a run, which says what it hears.
func talker(t *testing.T, run string) (io.Writer, lines) {
	cmd := exec.Command("sh", "-c", "while read x; do echo $x; done | cat")
	cmd.Env = []string{"PATH=/bin:/usr/bin", process.Marker + "=" + run}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil || err1 != nil || err2 != nil {
		t.Fatal(err, err1, err2)
	}
	t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); _ = cmd.Wait() })
	heard := make(lines, 10)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			heard <- strings.TrimSpace(s.Text())
		}
	}()
	return in, heard
}
