package run

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	_ "devservers/app/run/protocol" // this program as a holder
	"devservers/app/transcript"
)

// Start starts a run below parent, in a folder with its id, which Start chooses. It returns when the holder has
// reported the result: the command runs, or the record's End says why it could not be executed.
func Start(parent string, spec protocol.Spec) (r *Run, err error) {
	spec.Grace = min(spec.StopTimeout, buryTimeout)
	if state, err := filepath.EvalSymlinks(spec.State); err == nil {
		spec.State = state // as the kernel names it
	}
	for range 3 {
		if r, err = begin(parent, spec); !errors.As(err, new(*diedError)) {
			break // else nothing has begun: a spare died while it waited, or a holder for lack of a thread
		}
	}
	return r, err
}

// diedError is how a holder ended without a word, before it had begun anything.
type diedError struct{ state *os.ProcessState }

func (e *diedError) Error() string {
	return fmt.Sprintf("the holder ended before it answered, with %s; the manager's log has its last words", e.state)
}

func begin(parent string, spec protocol.Spec) (*Run, error) {
	dir, lock, err := makeFolder(parent, &spec)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	holder, err := holderOf(dir, spec, lock)
	if err != nil {
		return nil, errors.Join(err, discard(dir))
	}
	r := newRun(dir, spec.Record)
	if err := r.hello(holder.w, startTime); err != nil {
		state := holder.kill()
		if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
			err = &diedError{state}
		}
		return r.unanswered(err)
	}
	holder.release()
	go r.listen(holder.w)
	return r, nil
}

// unanswered ends a start whose holder failed. If the holder died after it had started the command, that is a run.
func (r *Run) unanswered(why error) (*Run, error) {
	if rec, err := protocol.Load(r.Dir); err == nil && r.began(rec) {
		r.bury()
		return r, nil
	}
	return nil, errors.Join(why, r.neverBegan())
}

// began reports whether a run whose holder died early had begun: its record names the command, or the command has
// printed.
func (r *Run) began(rec protocol.Record) bool {
	if rec.Leader.PID != 0 {
		return true
	}
	t, err := transcript.Open(r.Dir)
	if err != nil {
		return process.OutOfFiles(err) // then it may have printed
	}
	defer t.Close()
	return t.Bounds().End > 0
}

// discard removes the folder of a run that never began. If that fails for lack of descriptors, it is tried until it
// succeeds, and nobody waits.
func discard(dir string) error {
	err := os.RemoveAll(dir)
	if process.OutOfFiles(err) {
		go patiently(func() error { return os.RemoveAll(dir) })
		return nil
	}
	return err
}

// A run is visible as a whole or not at all: freshPrefix begins the name of its folder until the record is in it, and
// oldPrefix begins it once the folder is being removed.
const (
	freshPrefix = ".new-"
	oldPrefix   = ".old-"
)

// makeFolder gives the run its id, and a folder with its record, which it locks. The process that creates the folder
// owns the id, so no id is used twice.
func makeFolder(parent string, spec *protocol.Spec) (dir string, lock *os.File, err error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", nil, fmt.Errorf("cannot keep the run: %w", err)
	}
	for {
		spec.ID = nextID(parent)
		dir := filepath.Join(parent, spec.ID)
		lock, err := fillFolder(filepath.Join(parent, freshPrefix+spec.ID), dir, spec.Record)
		if err == nil {
			return dir, lock, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", nil, fmt.Errorf("cannot keep the run: %w", err)
		}
	}
}

// fillFolder creates the folder fresh, puts the record in, and renames it to dir.
func fillFolder(fresh, dir string, rec protocol.Record) (*os.File, error) {
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return nil, err
	}
	lock, err := protocol.LockFolder(fresh)
	if err == nil {
		err = rec.SaveFirst(fresh)
	}
	if err == nil {
		err = os.Rename(fresh, dir)
	}
	if err == nil {
		return lock, nil
	}
	if lock != nil {
		lock.Close()
	}
	return nil, errors.Join(err, os.RemoveAll(fresh))
}

// Tidy removes what a killed manager has left below parent: runs that never began, and runs that it was just
// removing. No run may be started there meanwhile.
func Tidy(parent string) {
	for _, prefix := range []string{freshPrefix, oldPrefix} {
		left, _ := filepath.Glob(filepath.Join(parent, prefix+"*"))
		for _, dir := range left {
			_ = os.RemoveAll(dir)
		}
	}
}

// Remove deletes the run in dir. It fails with ErrLives if the run lives. Readers keep the files that they have open.
func Remove(dir string) error {
	rec, err := protocol.Load(dir)
	if err != nil {
		return err
	}
	if rec.Gone == nil {
		return ErrLives
	}
	old := filepath.Join(filepath.Dir(dir), oldPrefix+filepath.Base(dir))
	if err := os.Rename(dir, old); err != nil {
		return fmt.Errorf("cannot remove the run %s: %w", rec.ID, err)
	}
	return os.RemoveAll(old)
}

// ErrLives means that a run is not over.
var ErrLives = errors.New("the run lives")

// launched is a holder that this process has started and that has not answered yet.
type launched struct {
	w        *protocol.Wire
	process  *os.Process
	answered chan struct{} // of a spare: closed when it is a holder, or dead
}

func (l *launched) spare() bool { return l.answered != nil }

// release leaves the holder to its run. It is waited for once its connection has ended: each wait takes a thread.
func (l *launched) release() {
	l.w.Holder = l.process
	if l.spare() {
		close(l.answered)
	}
}

// kill ends the holder, and returns how it ended. If it was a spare without a run, nothing is lost.
func (l *launched) kill() *os.ProcessState {
	l.w.Close()
	_ = l.process.Kill()
	state, _ := l.process.Wait()
	if l.spare() {
		close(l.answered)
	}
	return state
}

// holderOf returns a holder that has the spec of the run in dir.
func holderOf(dir string, spec protocol.Spec, lock *os.File) (*launched, error) {
	spec.Env = append(slices.Clip(spec.Env), process.Marker+"="+spec.ID)
	m := protocol.Message{Op: "spec", Version: protocol.Version, Spec: &spec}
	begun.Add(1)
	if s := takeSpare(dir, m, lock); s != nil {
		return s, nil
	}
	l, err := launch(dir, lock, protocol.HoldArg, spec.ID, spec.Project+"/"+spec.Server)
	if err != nil {
		return nil, err
	}
	if err := l.w.Send(m, -1); err != nil {
		l.kill()
		return nil, fmt.Errorf("cannot reach the holder: %w", err)
	}
	return l, nil
}

// launch starts this binary in a directory, with a connection, and with the lock of a run's folder unless that is nil.
func launch(dir string, lock *os.File, args ...string) (*launched, error) {
	if protocol.InHolder() {
		return nil, errors.New("a holder can't start another one")
	}
	exe, err := selfExe()
	if err != nil {
		return nil, err
	}
	w, theirs, err := protocol.Pair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	if lock == nil {
		lock = theirs // keeps its number free
	}
	// The holder's own messages go where the manager's own messages go.
	cmd := exec.Cmd{
		Path: exe,
		Args: append([]string{"devservers"}, args...),
		// the last: of a race build
		Env:         []string{protocol.HoldEnv + "=1", "GOMAXPROCS=1", "GOTRACEBACK=single", "GORACE=" + os.Getenv("GORACE")},
		Dir:         dir,
		Stderr:      os.Stderr,
		ExtraFiles:  []*os.File{theirs, lock},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if err := cmd.Start(); err != nil {
		w.Close()
		return nil, fmt.Errorf("cannot start the holder: %w", err)
	}
	return &launched{w: w, process: cmd.Process}, nil
}
