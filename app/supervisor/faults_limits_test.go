package supervisor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"devservers/app"
)

func TestServerFilesGetUserUmask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: FC bigfile made 1, ready: {log: never}}\n"), Name: "a"}
	_, _ = w.start(ref)
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	info, err := os.Stat(filepath.Join(w.dirs.Home, "app", "made"))
	if err != nil || info.Mode().Perm() != 0o666&^os.FileMode(mask) {
		t.Errorf("%v, %v; the umask is %o", info, err, mask)
	}
}

func TestTreeMemoryIsSummed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: ./a, memory: 200MB, ready: {log: never}}\n"), Name: "a"}
	w.script("app", "a", "for i in 1 2 3; do dd if=/dev/zero of=/dev/null bs=80M & done\nsetsid dd if=/dev/zero of=/dev/null bs=80M &\nwait")
	_, err := w.start(ref)
	e := failure(t, err, app.CodeExited)
	if st := w.until(ref, "exited", func(s app.Status) bool { return s.State == app.Exited }); st.Exit.Cause != "memory" || !strings.Contains(st.Reason, "limit is 200 MB") {
		t.Errorf("status %+v, error %+v", st, e)
	}
	w.none()
}

func TestFileSizeLimitIsNamedAsCause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: /bin/dd if=/dev/zero of=big bs=1M count=20, file_size: 2MB, ready: {log: never}}\n"), Name: "a"}
	_, err := w.start(ref)
	if e := failure(t, err, app.CodeExited); e.Exit.Signal != "XFSZ" || !strings.Contains(e.Detail, "file_size") {
		t.Errorf("the error says %+v", e)
	}
}

func TestServersHaveHigherOOMScoreThanManager(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: ./a, ready: {log: hi}}\n"), Name: "a"}
	w.script("app", "a", "cat /proc/self/oom_score_adj\nFC say hi")
	r := w.mustStart(ref)
	if got := w.lines(ref); got[0] != "200" {
		t.Errorf("oom_score_adj is %q", got)
	}
	for _, pid := range []int{os.Getpid(), recordAt(t, w, r).Holder.PID} {
		if data, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid)); err != nil || strings.TrimSpace(string(data)) == "200" {
			t.Errorf("process %d has %s, %v", pid, data, err)
		}
	}
}
