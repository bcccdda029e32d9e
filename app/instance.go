package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"devservers/app/atomicfile"
	"devservers/app/run"
)

// statusLimit bounds what is read from status.json, whatever somebody put there.
const statusLimit = 64 << 10

// AlreadyRunning says that another manager holds the lock. Status is empty while that one has not published yet.
type AlreadyRunning struct{ Status ManagerStatus }

func (e *AlreadyRunning) Error() string {
	if e.Status.PID == 0 {
		return "another manager is just starting"
	}
	return fmt.Sprintf("a manager runs already at %s (PID %d)", e.Status.URL, e.Status.PID)
}

// Instance is the right to be the manager: an flock(2) held for life. It is close-on-exec, so no child keeps it.
type Instance struct {
	dirs Dirs
	lock *os.File
}

// Lock makes the caller the one manager of dirs, or fails with *AlreadyRunning. It comes before any other write. It
// waits for one that starts or ends just now, so that the failure says who runs.
func Lock(dirs Dirs) (*Instance, error) {
	f, err := openLock(dirs)
	if err != nil {
		return nil, err
	}
	for limit := time.Now().Add(lockLimit); ; time.Sleep(lockPause) {
		if err = flock(f); err == nil {
			_ = os.Remove(dirs.statusFile()) // it speaks of a manager that is gone
			return &Instance{dirs, f}, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			err = fmt.Errorf("cannot lock %s: %w", dirs.lockFile(), err)
			break
		}
		if st, known := published(dirs); known || time.Now().After(limit) {
			err = &AlreadyRunning{st}
			break
		}
	}
	f.Close()
	return nil, err
}

// A manager has published itself well before lockLimit, however many runs it takes up.
const (
	lockLimit = 20 * time.Second
	lockPause = 10 * time.Millisecond
)

// flock tries for a moment: whoever looks whether a manager lives holds the lock, shared, while it looks.
func flock(f *os.File) (err error) {
	for range 20 {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
	return err
}

func openLock(dirs Dirs) (*os.File, error) {
	f, err := os.OpenFile(dirs.lockFile(), os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the manager's lock: %w", err)
	}
	return f, nil
}

// Publish writes status.json (0600, atomic), so that others find this manager.
func (i *Instance) Publish(st ManagerStatus) error {
	data, err := json.MarshalIndent(st, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(i.dirs.statusFile(), append(data, '\n'))
}

// Close says in status.json that no manager runs, and lets go of the lock.
func (i *Instance) Close() error {
	err := i.Publish(ManagerStatus{})
	return errors.Join(err, i.lock.Close())
}

// ReadStatus finds the manager. running is true only when the lock is held and its holder has published: the
// token may then be sent to st.URL. A corrupt status.json counts as not published.
func ReadStatus(dirs Dirs) (st ManagerStatus, running bool, err error) {
	held, err := LockHeld(dirs)
	if err != nil || !held {
		return ManagerStatus{}, false, err
	}
	st, running = published(dirs)
	return st, running, nil
}

// published is what the holder of the lock says of itself. What a killed one has left, and its successor has not
// removed yet, names a process that is gone, and counts as nothing.
func published(dirs Dirs) (ManagerStatus, bool) {
	st, err := readStatusFile(dirs)
	if err != nil || !st.Running || st.PID <= 0 {
		return ManagerStatus{}, false
	}
	id, err := run.Identify(st.PID)
	if err != nil || !id.Alive() {
		return ManagerStatus{}, false
	}
	return st, true
}

// LockHeld tells whether a manager lives, even one that has not published itself yet.
func LockHeld(dirs Dirs) (bool, error) {
	f, err := openLock(dirs)
	if err != nil {
		return false, err
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK), nil
}

func readStatusFile(dirs Dirs) (st ManagerStatus, err error) {
	f, err := os.OpenFile(dirs.statusFile(), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return st, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return st, errors.New("status.json is not a file")
	}
	data, err := io.ReadAll(io.LimitReader(f, statusLimit))
	if err != nil {
		return st, err
	}
	return st, json.Unmarshal(data, &st)
}
