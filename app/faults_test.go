package app

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/run/fc"
)

// script writes an executable file into a project; its lines may say FC for this test binary as fc.
func (w *world) script(project, name, lines string) {
	w.t.Helper()
	text := "#!/bin/sh\n" + strings.ReplaceAll(lines, "FC", strings.Join(fc.Command(), " ")) + "\n"
	file := filepath.Join(w.dirs.Home, project, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o755)); err != nil {
		w.t.Fatal(err)
	}
}

// lines gives what the current or last run of a server has printed.
func (w *world) lines(ref Ref) []string {
	w.t.Helper()
	st, err := w.sup.Status(ref)
	if err != nil {
		w.t.Fatal(err)
	}
	return lastLines(filepath.Join(w.sup.runsDir(ref), st.Run), 1000)
}

func TestAFailedStartAlwaysHasTheLastLines(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC crash 7 'the database is missing'}\n"), "a"}
	for range 30 {
		_, err := w.start(ref)
		if e := failure(t, err, CodeExited); strings.Join(e.Output, "") != "the database is missing" {
			t.Errorf("the last lines are %q", e.Output)
		}
	}
}

func TestAFailedStartDoesNotWaitForWhatTheCommandLeftBehind(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, stop: {timeout: 20s}}\n"), "a"}
	w.script("app", "a", "FC ignore &\nsleep 0.3\necho bye\nexit 7")
	_, err := w.start(ref)
	if e := failure(t, err, CodeExited); *e.Exit.Code != 7 || !slices.Contains(e.Output, "bye") {
		t.Errorf("the error says %+v", e)
	}
	if st, _ := w.sup.Status(ref); st.State != Stopping || !strings.Contains(st.Reason, "left behind") {
		t.Errorf("status %+v", st)
	}
	rec := recordAt(t, w, Result{Status: w.until(ref, "known", func(Status) bool { return true })})
	for _, p := range treeOf(rec.Holder.PID) { // rather than wait for the timeout
		if id, err := run.Identify(p.PID); err == nil {
			_ = id.Signal(syscall.SIGKILL)
		}
	}
	w.until(ref, "exited", func(s Status) bool { return s.State == Exited })
}

func TestAStopThatHadToKillSaysSo(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC ignore, ready: {log: deaf}, stop: {timeout: 100ms}}\n"), "a"}
	w.mustStart(ref)
	if s := w.stop(ref); !strings.Contains(s.Message, "1 processes ignored the signal and were killed") || s.Exit.Signal != "KILL" {
		t.Errorf("stopped as %+v", s)
	}
}

func TestStopWaitsForAGrandchildThatNeedsLongerThanItsLeader(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, pty: false, ready: {log: started}, stop: {timeout: 15s}}\n"), "a"}
	w.script("app", "a", "FC slowstop 400ms &\nexec FC say up")
	w.mustStart(ref)
	s := w.stop(ref)
	if got := w.lines(ref); !slices.Contains(got, "stopped") || strings.Contains(s.Message, "killed") {
		t.Errorf("%q, output %q", s.Message, got)
	}
}

func TestATreeThatKeepsForkingIsOutrun(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: going}, stop: {timeout: 100ms}}\n"), "a"}
	w.script("app", "a", "trap '' TERM\ni=0\nwhile [ $i -lt 2000 ]; do sleep 300 & i=$((i+1)); [ $i = 50 ] && echo going; done\nwait")
	w.mustStart(ref)
	if s := w.stop(ref); s.State != Stopped {
		t.Errorf("stopped as %+v", s)
	}
	w.none()
}

func TestTheExitStatusIsTheCommandsThoughManyOrphansEndBesideIt(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: never}}\n"), "a"}
	w.script("app", "a", "i=0\nwhile [ $i -lt 100 ]; do (sh -c 'exit 9' &) ; i=$((i+1)); done\nexit 7")
	for range 3 {
		_, err := w.start(ref)
		if e := failure(t, err, CodeExited); e.Exit.Code == nil || *e.Exit.Code != 7 {
			t.Errorf("ended as %+v", e.Exit)
		}
	}
}

func TestHoldersLeaveNoZombies(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: done}}\n"), "a"}
	w.script("app", "a", "i=0\nwhile [ $i -lt 100 ]; do (sh -c 'exit 9' &) ; i=$((i+1)); done\necho done\nexec FC say up")
	holder := recordAt(t, w, w.mustStart(ref)).Holder.PID
	zombies := func() (n int) {
		all, err := run.Listing()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			if p.PPID == holder && p.State == 'Z' {
				n++
			}
		}
		return n
	}
	eventually(t, "all orphans are reaped", func() bool { return zombies() == 0 })
}

// eventually waits for a fact that nothing announces.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(patience); !is(); <-time.After(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("waited in vain: " + what)
		}
	}
}

func TestACrashedServerStaysDownByDefault(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), "a"}
	r := w.mustStart(ref)
	if err := recordAt(t, w, r).Leader.Signal(syscall.SIGSEGV); err != nil {
		t.Fatal(err)
	}
	st := w.until(ref, "exited", func(s Status) bool { return s.State == Exited })
	if st.Want != "down" || st.Exit.Cause != "" || st.Failure != nil {
		t.Errorf("status %+v", st)
	}
	if runs, err := w.sup.Runs(ref); err != nil || len(runs) != 1 {
		t.Errorf("runs %+v, %v", runs, err)
	}
}

func TestADeathBySignalIsToldByItsName(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: hi}}\n"), "a"}
	w.script("app", "a", "echo hi\nexec sleep 300")
	for name, sig := range map[string]syscall.Signal{"KILL": syscall.SIGKILL, "SEGV": syscall.SIGSEGV, "ABRT": syscall.SIGABRT, "USR1": syscall.SIGUSR1} {
		if err := recordAt(t, w, w.mustStart(ref)).Leader.Signal(sig); err != nil {
			t.Fatal(err)
		}
		st := w.until(ref, "exited", func(s Status) bool { return s.State == Exited })
		if st.Exit.Signal != name || st.Exit.Code != nil || !strings.Contains(st.Reason, "signal "+name) {
			t.Errorf("%s: %q, %+v", name, st.Reason, st.Exit)
		}
	}
}

func TestAServerThatIsPausedCanBeStopped(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC slowstop 1ms, ready: {log: started}, stop: {timeout: 15s}}\n"), "a"}
	leader := recordAt(t, w, w.mustStart(ref)).Leader
	if err := w.sup.Signal(ref, "STOP", me); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is paused", func() bool {
		all, _ := run.Listing()
		return slices.ContainsFunc(all, func(p run.Proc) bool { return p.PID == leader.PID && p.State == 'T' })
	})
	if s := w.stop(ref); s.State != Stopped || strings.Contains(s.Message, "killed") || !slices.Contains(w.lines(ref), "stopped") {
		t.Errorf("stopped as %+v", s)
	}
}

func TestAWrappersExitStatusComesThrough(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./outer}\n"), "a"}
	w.script("app", "outer", "./inner")
	w.script("app", "inner", "FC crash 42 bye")
	_, err := w.start(ref)
	if e := failure(t, err, CodeExited); *e.Exit.Code != 42 || strings.Join(e.Output, "") != "bye" {
		t.Errorf("the error says %+v", e)
	}
}

func TestAServersFilesGetTheUsersModeAndNotOurs(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC bigfile made 1, ready: {log: never}}\n"), "a"}
	_, _ = w.start(ref)
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	info, err := os.Stat(filepath.Join(w.dirs.Home, "app", "made"))
	if err != nil || info.Mode().Perm() != 0o666&^os.FileMode(mask) {
		t.Errorf("%v, %v; the umask is %o", info, err, mask)
	}
}

func TestFailedStartsLeaveNoFilesAndTerminalsOpen(t *testing.T) {
	w := newWorld(t)
	id := w.project("app", "servers:\n  ends: {command: FC crash 1 x}\n  never: {command: ./never}\n  missing: {command: ./none}\n")
	file := filepath.Join(w.dirs.Home, "app", "never")
	if err := os.WriteFile(file, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	fail := func() {
		for _, name := range []string{"ends", "never", "missing"} {
			if _, err := w.start(Ref{id, name}); err == nil {
				t.Fatalf("%s was started", name)
			}
		}
		for _, name := range []string{"ends", "never"} {
			w.until(Ref{id, name}, "over", func(s Status) bool { return !s.State.Up() })
		}
	}
	fail()
	before := openFiles(t)
	for range 30 {
		fail()
	}
	eventually(t, "no more files are open than before", func() bool { return openFiles(t) <= before })
	w.none()
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestAPortThatAStrangerHoldsIsNotTaken(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "::1", "0.0.0.0", "::"} {
		w := newWorld(t)
		argv := fc.Command("listen", net.JoinHostPort(host, "0"))
		stranger, out := startOf(t, argv)
		_, text, err := net.SplitHostPort(strings.TrimSpace(strings.TrimPrefix(out, "listening on ")))
		if err != nil {
			t.Fatal(err)
		}
		port, _ := strconv.Atoi(text)
		id := w.project("app", fmt.Sprintf("servers:\n  a: {command: 'FC listen \"127.0.0.1:$PORT\"', port: %d}\n", port))
		_, err = w.start(Ref{id, "a"})
		e := failure(t, err, CodePortInUse)
		if o := e.Owner; o == nil || o.PID != stranger.PID || o.Kind != "foreign" || o.UID != os.Getuid() || !strings.Contains(e.Detail, "fc listen") {
			t.Errorf("%s: %q, owner %+v", host, e.Detail, o)
		}
		if runs, _ := w.sup.Runs(Ref{id, "a"}); len(runs) > 0 || !stranger.Alive() {
			t.Errorf("%s: runs %+v, the stranger lives: %v", host, runs, stranger.Alive())
		}
	}
}

// startOf starts a process that is not ours, and gives its first words.
func startOf(t *testing.T, argv []string) (run.Identity, string) {
	t.Helper()
	r, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Env: os.Environ(), Files: []*os.File{nil, out, os.Stderr}})
	out.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Kill(); _, _ = p.Wait(); r.Close() })
	buf := make([]byte, 200)
	n, err := r.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	id, err := run.Identify(p.Pid)
	if err != nil {
		t.Fatal(err)
	}
	return id, string(buf[:n])
}

func TestAPortThatWasTakenAfterTheLookIsBlamed(t *testing.T) {
	w := newWorld(t)
	port := freePort(t)
	ref := Ref{w.project("app", fmt.Sprintf("servers:\n  a: {command: ./late, port: %d}\n", port)), "a"}
	w.script("app", "late", "while [ ! -e go ]; do sleep 0.01; done\nexec FC listen 127.0.0.1:$PORT")
	errs := make(chan error, 1)
	go func() { _, err := w.start(ref); errs <- err }()
	w.until(ref, "starting", func(s Status) bool { return s.PID != 0 })
	stranger, _ := startOf(t, fc.Command("listen", fmt.Sprintf("127.0.0.1:%d", port)))
	if err := os.WriteFile(filepath.Join(w.dirs.Home, "app", "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e := failure(t, <-errs, CodeExited)
	if e.Owner == nil || e.Owner.PID != stranger.PID || !strings.Contains(e.Detail, "is held by PID") || !stranger.Alive() {
		t.Errorf("%q, owner %+v", e.Detail, e.Owner)
	}
	if runs, _ := w.sup.Runs(ref); len(runs) != 1 {
		t.Errorf("it was tried %d times", len(runs))
	}
}

func TestAServerThatTheNetworkCanReachSaysSo(t *testing.T) {
	w := newWorld(t)
	id := w.project("app", "servers:\n  a: {command: 'FC listen \"0.0.0.0:$PORT\"', port: auto}\n  b: {command: 'FC listen \"127.0.0.1:$PORT\"', port: auto}\n")
	if r := w.mustStart(Ref{id, "a"}); !strings.Contains(r.Reason, "reached from the network") {
		t.Errorf("a: %+v", r.Status)
	}
	if r := w.mustStart(Ref{id, "b"}); strings.Contains(r.Reason, "network") {
		t.Errorf("b: %+v", r.Status)
	}
}

func TestAnUnreadableStatusFileCountsAsNoneAndTheLockDecides(t *testing.T) {
	for name, plant := range map[string]func(file string) error{
		"garbage":   func(f string) error { return os.WriteFile(f, []byte("\x00{]"), 0o600) },
		"truncated": func(f string) error { return os.WriteFile(f, []byte(`{"running":true,"pid":1,"to`), 0o600) },
		"huge":      func(f string) error { return os.WriteFile(f, make([]byte, 1<<20), 0o600) },
		"folder":    func(f string) error { return os.Mkdir(f, 0o700) },
		"fifo":      func(f string) error { return syscall.Mkfifo(f, 0o600) },
		"device":    func(f string) error { return os.Symlink("/dev/zero", f) },
		"negative":  func(f string) error { return os.WriteFile(f, []byte(`{"running":true,"pid":-1,"url":"x"}`), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			file := w.dirs.statusFile()
			if err := plant(file); err != nil {
				t.Fatal(err)
			}
			if st, running, err := ReadStatus(w.dirs); running || err != nil {
				t.Errorf("without a manager: %+v, %v", st, err)
			}
			me, err := Lock(w.dirs)
			if err != nil {
				t.Fatal(err)
			}
			defer me.Close()
			if err := me.Publish(ManagerStatus{Running: true, PID: os.Getpid(), Token: "secret"}); err != nil {
				t.Fatal(err)
			}
			if st, running, err := ReadStatus(w.dirs); !running || err != nil || st.Token != "secret" {
				t.Errorf("with a manager: %+v, %v, %v", st, running, err)
			}
		})
	}
}

func TestTheStatusFileIsForItsOwnerAlone(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	w := newWorld(t)
	victim := filepath.Join(t.TempDir(), "victim")
	file := w.dirs.statusFile()
	for name, plant := range map[string]func() error{
		"nothing":   func() error { return nil },
		"open file": func() error { return os.WriteFile(file, nil, 0o666) },
		"symlink": func() error {
			return errors.Join(os.WriteFile(victim, []byte("whole"), 0o600), os.Symlink(victim, file))
		},
		"hard link": func() error {
			return errors.Join(os.WriteFile(victim+"2", []byte("whole"), 0o666), os.Link(victim+"2", file))
		},
	} {
		_ = os.Remove(file)
		if err := plant(); err != nil {
			t.Fatal(err)
		}
		me := &Instance{dirs: w.dirs}
		if err := me.Publish(ManagerStatus{Running: true, PID: os.Getpid(), Token: "secret"}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		for _, v := range []string{victim, victim + "2"} {
			if data, err := os.ReadFile(v); err == nil && string(data) != "whole" {
				t.Errorf("%s: the victim holds %q", name, data)
			}
		}
	}
	for _, dir := range []string{w.dirs.State, w.dirs.Config} {
		if err := errors.Join(os.Chmod(dir, 0o777), makePrivate(dir)); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	}
}

func TestNoProjectMayHoldOurOwnFolders(t *testing.T) {
	w := newWorld(t)
	for _, dir := range []string{w.dirs.Home, filepath.Dir(w.dirs.State), w.dirs.State, w.dirs.Config, filepath.Join(w.dirs.State, "runs")} {
		if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, config.FileName), []byte("project: x\nservers: {}\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, _, err := w.sup.Register(dir, me)
		if e := failure(t, err, CodeForbidden); e.Hint == "" {
			t.Errorf("%s: no hint in %+v", dir, e)
		}
	}
}

func TestAProjectWhoseFolderIsGoneCanBeStoppedButNotStarted(t *testing.T) {
	for name, remove := range map[string]func(dir string) error{
		"deleted":  os.RemoveAll,
		"moved":    func(dir string) error { return os.Rename(dir, dir+"2") },
		"replaced": func(dir string) error { return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ref := Ref{w.project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), "a"}
			r := w.mustStart(ref)
			if err := remove(filepath.Join(w.dirs.Home, "app")); err != nil {
				t.Fatal(err)
			}
			v, err := w.sup.Project("app")
			if err != nil || v.Problem == nil || !strings.Contains(v.Problem.Detail, "missing") {
				t.Errorf("the project says %+v, %v", v.Problem, err)
			}
			if st, err := w.sup.Status(ref); err != nil || st.State != Ready || st.Run != r.Run {
				t.Errorf("status %+v, %v", st, err)
			}
			if s := w.stop(ref); s.State != Stopped {
				t.Errorf("stopped as %+v", s)
			}
			_, err = w.start(ref)
			if e := failure(t, err, CodeNotFound); !strings.Contains(e.Detail, "missing") || e.Hint == "" {
				t.Errorf("the error says %+v", e)
			}
		})
	}
}

func TestFoldersWithOddNamesWork(t *testing.T) {
	for _, name := range []string{"with space", "Ünïcödé", "e\u0301", "it's \"quoted\"", "100%41", "-dash", "a;b&c|d", "$HOME", "*", strings.Repeat("x", 200)} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			dir := filepath.Join(w.dirs.Home, name)
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			text := "project: odd\nservers:\n  a: {command: " + strings.Join(fc.Command(), " ") + " env, ready: {log: never}}\n"
			if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			v, _, err := w.sup.Register(dir, me)
			if err == nil {
				err = w.sup.Trust(v.ID, v.SHA256, me)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.start(Ref{v.ID, "a"})
			if got := w.lines(Ref{v.ID, "a"}); !slices.Contains(got, "PWD="+dir) {
				t.Errorf("it ran in %q", got)
			}
			w.close(true)
			w.open()
			if again, err := w.sup.Project(dir); err != nil || again.Path != dir {
				t.Errorf("after a restart: %+v, %v", again, err)
			}
		})
	}
}

func TestATreesMemoryIsAddedUp(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, memory: 200MB, ready: {log: never}}\n"), "a"}
	w.script("app", "a", "for i in 1 2 3; do dd if=/dev/zero of=/dev/null bs=80M & done\nsetsid dd if=/dev/zero of=/dev/null bs=80M &\nwait")
	_, err := w.start(ref)
	e := failure(t, err, CodeExited)
	if st := w.until(ref, "exited", func(s Status) bool { return s.State == Exited }); st.Exit.Cause != "memory" || !strings.Contains(st.Reason, "limit is 200 MB") {
		t.Errorf("status %+v, error %+v", st, e)
	}
	w.none()
}

func TestAFileThatGrowsTooLargeIsNamedAsTheCause(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: /bin/dd if=/dev/zero of=big bs=1M count=20, file_size: 2MB, ready: {log: never}}\n"), "a"}
	_, err := w.start(ref)
	if e := failure(t, err, CodeExited); e.Exit.Signal != "XFSZ" || !strings.Contains(e.Detail, "file_size") {
		t.Errorf("the error says %+v", e)
	}
}

func TestTheKernelIsToEndServersRatherThanTheManager(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: ./a, ready: {log: hi}}\n"), "a"}
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
