package supervisor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/health"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestServerFilesGetUserUmask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC bigfile made 1, ready: {log: never}}\n"),
		Name: "a"}
	_, _ = w.Start(ref)
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	info, err := os.Stat(filepath.Join(w.Dirs.Home, "app", "made"))
	if err != nil || info.Mode().Perm() != 0o666&^os.FileMode(mask) {
		t.Errorf("%v, %v; the umask is %o", info, err, mask)
	}
}

func TestTreeMemoryIsSummed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, memory: 200MB, ready: {log: never}}\n"),
		Name: "a"}
	w.Script("app", "a", "for i in 1 2 3; do dd if=/dev/zero of=/dev/null bs=80M & done\n"+
		"setsid dd if=/dev/zero of=/dev/null bs=80M &\nwait")
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeExited)
	if st := w.Until(ref, "exited", app.Status.EndedByItself); st.Exit.Cause != "memory" ||
		!strings.Contains(st.Reason, "limit is 200 MB") {
		t.Errorf("status %+v, error %+v", st, e)
	}
	w.NoneLeft()
}

func TestSharedMemoryCountsOnce(t *testing.T) {
	t.Parallel()
	if _, ok := process.PSS(os.Getpid()); !ok {
		fc.Lacks(t, "a system that counts shared pages in part")
	}
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC share 4 80, memory: 240MB, ready: {log: "+
		"shared}}\n"), Name: "a"}
	w.MustStart(ref)
	m := health.NewMeter(w.Sup.Metered()) // all that it measures is after the sharing
	go m.Run(t.Context())
	st, err := w.Sup.Status(ref)
	for err == nil && st.State == app.Ready && m.Usage(ref).Memory == 0 && app.Pause(t.Context(), 50*time.Millisecond) {
		st, err = w.Sup.Status(ref)
	}
	if used := m.Usage(ref).Memory; err != nil || st.State != app.Ready || used < 80<<20 || used > 200<<20 {
		t.Errorf("%s: %s; %d bytes; %v", st.State, st.Reason, used, err)
	}
}

func TestMemoryStopNamesLargestProcesses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: /bin/dd if=/dev/zero of=/dev/null bs=100M, "+
		"memory: 64MB, ready: {log: never}}\n"), Name: "a"}
	_, _ = w.Start(ref)
	st := w.Until(ref, "exited", app.Status.EndedByItself)
	if !strings.Contains(st.Reason, "limit is 64 MB: dd if=/dev/zero ") {
		t.Error(st.Reason)
	}
}

func TestHeavyRunIsReportedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
	w.MustStart(ref)
	from := w.Sup.Metered()
	sub := from.Living()[0]
	if limit := process.TotalMemory() / 2; sub.Limit != limit || sub.Warn != min(2<<30, limit/2) || sub.Warned {
		t.Errorf("%+v", sub)
	}
	from.Heavy(sub, health.Memory{Bytes: 3 << 30,
		Largest: []health.Process{{Program: "node server.js", Bytes: 812 << 20}}})
	if !from.Living()[0].Warned {
		t.Error("it is not noted")
	}
	list := w.Sup.Events.Page(app.EventQuery{Events: []string{app.EventMemory}}).Events
	if len(list) != 1 || !strings.HasPrefix(list[0].Message, "it uses 3 GB of memory, and its limit is ") ||
		!strings.HasSuffix(list[0].Message, ": node server.js 812 MB") {
		t.Errorf("%+v", list)
	}
}

func TestFileSizeLimitIsNamedAsCause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: /bin/dd if=/dev/zero of=big bs=1M count=20, "+
		"file_size: 2MB, ready: {log: never}}\n"), Name: "a"}
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeExited); e.Exit.Signal != "XFSZ" || !strings.Contains(e.Detail, "file_size") {
		t.Errorf("the error says %+v", e)
	}
}

func TestServersHaveHigherOOMScoreThanManager(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: hi}}\n"), Name: "a"}
	w.Script("app", "a", "cat /proc/self/oom_score_adj\nFC say hi")
	r := w.MustStart(ref)
	if got := w.lines(ref); got[0] != "200" {
		t.Errorf("oom_score_adj is %q", got)
	}
	for _, pid := range []int{os.Getpid(), recordAt(t, w, r).Holder.PID} {
		if data, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid)); err != nil ||
			strings.TrimSpace(string(data)) == "200" {
			t.Errorf("process %d has %s, %v", pid, data, err)
		}
	}
}
