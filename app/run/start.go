package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Start starts a run below parent, in a folder with its id, which is set here. It returns when the holder has said
// how that went: the command runs, or the record's End says why it could not be executed.
func Start(parent string, spec Spec) (*Run, error) {
	spec.Grace = min(spec.StopTimeout, buryTimeout)
	dir, err := makeFolder(parent, &spec)
	if err != nil {
		return nil, err
	}
	if err := spec.Record.save(dir); err != nil {
		return nil, err
	}
	w, holder, err := startHolder(dir, spec)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	r := newRun(dir, spec.Record)
	if err := r.hello(w); err != nil {
		err = fmt.Errorf("the holder did not start: %w", errors.Join(err, holder.Kill()))
		_, _ = holder.Wait()
		r.bury()
		return nil, err
	}
	go func() { _, _ = holder.Wait() }()
	go r.listen(w)
	return r, nil
}

// makeFolder gives the run its id: whoever makes the folder owns the id, so none is used twice.
func makeFolder(parent string, spec *Spec) (string, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", fmt.Errorf("cannot keep the run: %w", err)
	}
	for {
		spec.ID = NewID(time.Now())
		dir := filepath.Join(parent, spec.ID)
		err := os.Mkdir(dir, 0o700)
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("cannot keep the run: %w", err)
		}
	}
}

// startHolder starts this binary as the holder of the run in dir and gives it the spec.
func startHolder(dir string, spec Spec) (*wire, *os.Process, error) {
	exe, err := selfExe()
	if err != nil {
		return nil, nil, err
	}
	w, theirs, err := wirePair()
	if err != nil {
		return nil, nil, err
	}
	defer theirs.Close()
	// What the holder itself has to say goes where the manager's own words go.
	cmd := exec.Cmd{
		Path:        exe,
		Args:        []string{"devservers", holdArg, spec.ID, spec.Project + "/" + spec.Server},
		Env:         []string{holdEnv + "=1", "GOMAXPROCS=1", "GOTRACEBACK=single"},
		Dir:         dir,
		Stderr:      os.Stderr,
		ExtraFiles:  []*os.File{theirs},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	if err := cmd.Start(); err != nil {
		w.c.Close()
		return nil, nil, fmt.Errorf("cannot start the holder: %w", err)
	}
	spec.Env = append(spec.Env, Marker+"="+spec.ID)
	if err := w.send(message{Op: "spec", Spec: &spec}, -1); err != nil {
		w.c.Close()
		return nil, nil, errors.Join(fmt.Errorf("cannot reach the holder: %w", err), cmd.Process.Kill())
	}
	return w, cmd.Process, nil
}

// hello takes the holder's first message.
func (r *Run) hello(w *wire) error {
	m, err := w.receive()
	if err == nil && m.Record == nil {
		err = errors.New("it said something else")
	}
	if err != nil {
		w.c.Close()
		return err
	}
	r.wire, r.master, r.record = w, w.take(), *m.Record
	return nil
}

// Adopt takes up the run in dir: a living one through its holder, one that is over by its record, and one whose
// holder has died by sweeping what is left of its tree.
func Adopt(dir string) (*Run, error) {
	rec, err := Load(dir)
	if err != nil {
		return nil, err
	}
	r := newRun(dir, rec)
	if rec.Gone != nil {
		close(r.done)
		return r, nil
	}
	w, err := dial(dir)
	if err == nil {
		err = r.hello(w)
	}
	if err == nil {
		go r.listen(w)
		return r, nil
	}
	// It may have ended between the two looks.
	if rec, err = Load(dir); err == nil && rec.Gone != nil {
		r.record = rec
		close(r.done)
		return r, nil
	}
	r.bury()
	return r, nil
}
