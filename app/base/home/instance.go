package home

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"

	"devservers/app/base/process"
)

// statusLimit is the most that is read of status.json, in bytes.
const statusLimit = 64 << 10

// Status is the content of status.json: how to find the manager. Only its owner can read the file.
type Status struct {
	Running   bool      `json:"running"`
	PID       int       `json:"pid"`
	URL       string    `json:"url"` // http://localhost:7912
	StartedAt time.Time `json:"started_at"`
	Version   string    `json:"version"`
	Token     string    `json:"token"`
	Socket    string    `json:"socket,omitempty"` // the Unix socket that answers like URL; "" = none
	// equal to the content of the lock file: published by the manager that holds it
	Instance string `json:"instance"`
	// of PID: /proc/self/ns/pid of pid_namespaces(7); "" where there are none
	Namespace string `json:"namespace,omitempty"`
}

// AlreadyRunning is the error of Lock if another manager holds the lock. Status is empty until that one publishes.
type AlreadyRunning struct{ Status Status }

func (e *AlreadyRunning) Error() string {
	if e.Status.PID == 0 {
		return "another manager is starting"
	}
	return fmt.Sprintf("a manager is already running at %s (PID %d)", e.Status.URL, e.Status.PID)
}

// Instance is the right to be the manager: an flock(2) that is held until Close. No child process inherits it.
type Instance struct {
	dirs Dirs
	mu   sync.Mutex // for what follows
	lock *os.File
	last *Status // published

	id     string // in the lock file and in status.json
	socket string // the path of ListenSocket; "" = none
}

// Lock makes the caller the one manager of dirs, or fails with *AlreadyRunning. Call it before any other write. It
// waits for a manager that is starting or ending, so that the error can name it.
func Lock(dirs Dirs) (*Instance, error) {
	if err := makePrivate(dirs.State); err != nil {
		return nil, err
	}
	f, err := openLock(dirs)
	if err != nil {
		return nil, err
	}
	for limit := time.Now().Add(lockLimit); ; time.Sleep(lockPause) {
		if err = flock(f); err == nil {
			i := &Instance{dirs: dirs, lock: f, id: rand.Text()}
			_ = os.Remove(dirs.statusFile()) // it describes a manager that has ended
			return i, i.sign(f)
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

// sign writes the id of this manager into its lock.
func (i *Instance) sign(lock *os.File) error {
	err := lock.Truncate(0)
	if err == nil {
		_, err = lock.WriteAt([]byte(i.id), 0)
	}
	if err != nil {
		return fmt.Errorf("cannot write to the manager's lock: %w", err)
	}
	return nil
}

// A manager publishes well before lockLimit, however many runs it adopts.
const (
	lockLimit = 20 * time.Second
	lockPause = 10 * time.Millisecond
)

// flock tries for a moment, since LockHeld holds a shared lock while it looks.
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

// Publish writes status.json, by which others find this manager.
func (i *Instance) Publish(st Status) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	st.Instance, st.Namespace = i.id, pidNamespace()
	i.last = &st
	return i.publish()
}

func (i *Instance) publish() error {
	st := *i.last
	data, err := json.MarshalIndent(st, "", "  ")
	if err != nil {
		return err
	}
	return Write(i.dirs.statusFile(), append(data, '\n'))
}

// Check makes sure that others still find this manager. If somebody has removed the state directory, the lock or
// status.json, it makes them again. It fails with *AlreadyRunning if another manager has the directory by now.
func (i *Instance) Check() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if err := i.relock(); err != nil {
		return err
	}
	st, err := readStatusFile(i.dirs)
	if i.last == nil || err == nil && st.PID == i.last.PID && st.Token == i.last.Token {
		return nil
	}
	return i.publish()
}

// relock takes the lock again if the file that we have locked is not the one that others would lock; mu is held.
func (i *Instance) relock() error {
	ours, err := i.lock.Stat()
	there, missing := os.Stat(i.dirs.lockFile())
	if err != nil || missing == nil && os.SameFile(ours, there) {
		return err
	}
	if err := i.dirs.Make(); err != nil {
		return err
	}
	f, err := openLock(i.dirs)
	if err != nil {
		return err
	}
	if err := flock(f); err != nil {
		f.Close()
		st, _ := published(i.dirs)
		return &AlreadyRunning{st}
	}
	i.lock.Close()
	i.lock = f
	return i.sign(f)
}

// Close publishes that no manager runs, and releases the lock.
func (i *Instance) Close() error {
	if i.lost() { // what is there belongs to another manager
		return i.lock.Close()
	}
	if i.socket != "" {
		_ = os.Remove(i.socket)
	}
	err := i.Publish(Status{})
	return errors.Join(err, i.lock.Close())
}

// lost reports whether another manager has the directory.
func (i *Instance) lost() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	var other *AlreadyRunning
	return errors.As(i.relock(), &other)
}

// Process returns a function that reports whether the process that has the manager's PID now still runs.
func (s Status) Process() (alive func() bool) {
	id, err := process.Identify(s.PID)
	return func() bool { return err == nil && id.Alive() }
}

// ReadStatus finds the manager. running is true only if the lock is held and its holder has published: only then may
// the token be sent to st.URL. A damaged status.json counts as not published.
func ReadStatus(dirs Dirs) (st Status, running bool, err error) {
	held, err := LockHeld(dirs)
	if err != nil || !held {
		return Status{}, false, err
	}
	st, running = published(dirs)
	return st, running, nil
}

// pidNamespace returns the namespace of the PIDs that this process sees; "" = there is one alone, or it is unknown.
func pidNamespace() string {
	name, _ := os.Readlink("/proc/self/ns/pid")
	return name
}

// published returns the status of the manager that holds the lock. A status that a killed manager left, and that its
// successor has not removed yet, doesn't count; nor does one whose process is gone, if it would be visible here.
func published(dirs Dirs) (Status, bool) {
	st, err := readStatusFile(dirs)
	if err != nil || !st.Running || st.PID <= 0 {
		return Status{}, false
	}
	id, err := ReadOwn(dirs.lockFile(), statusLimit)
	if err != nil || string(id) != st.Instance {
		return Status{}, false
	}
	if st.Namespace == pidNamespace() && !st.Process()() {
		return Status{}, false
	}
	return st, true
}

// LockHeld reports whether a manager runs, even one that has not published yet. It writes nothing, so it also works
// where the state directory can only be read.
func LockHeld(dirs Dirs) (bool, error) {
	f, err := os.OpenFile(dirs.lockFile(), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("cannot open the manager's lock: %w", err)
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK), nil
}

func readStatusFile(dirs Dirs) (st Status, err error) {
	data, err := ReadOwn(dirs.statusFile(), statusLimit)
	if err != nil {
		return st, err
	}
	return st, json.Unmarshal(data, &st)
}
