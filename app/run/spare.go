package run

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"devservers/app/process"
)

// A spare is a holder that was started ahead and waits for its run, so that a start doesn't wait for a new process. Its
// command line is `devservers spare`, it is in the root directory, and it holds no lock. When its manager ends before
// it has a spec, in whatever way, their connection ends, and so does the spare.
const spareArg = "spare"

// spareRoom is the space in a spare's arguments for those of a holder.
const spareRoom = 400

// spareAgain is the pause after a spare could not be started.
const spareAgain = time.Second

// spareQuiet is how long no run may have been started before the next spare is: it would slow down many starts at once.
const spareQuiet = 50 * time.Millisecond

// spares hands over a spare, if there is one.
var spares = make(chan *launched)

// begun counts the starts of this process.
var begun atomic.Int64

// KeepSpare keeps one spare ready until ctx ends.
func KeepSpare(ctx context.Context) {
	for ctx.Err() == nil {
		s, err := launch("/", nil, spareArg, strings.Repeat(" ", spareRoom))
		if err != nil {
			select {
			case <-time.After(spareAgain):
			case <-ctx.Done():
			}
			continue
		}
		s.answered = make(chan struct{})
		select {
		case spares <- s:
			select {
			case <-s.answered:
				untilQuiet(ctx, &begun)
			case <-ctx.Done():
			}
		case <-ctx.Done():
			s.kill()
		}
	}
}

// untilQuiet waits until begun has stayed the same for spareQuiet, or until ctx ends.
func untilQuiet(ctx context.Context, begun *atomic.Int64) {
	for n := int64(-1); n != begun.Load() && ctx.Err() == nil; {
		n = begun.Load()
		select {
		case <-time.After(spareQuiet):
		case <-ctx.Done():
		}
	}
}

// takeSpare returns a spare that has got the spec in m, for the run in dir; nil if there is none.
func takeSpare(dir string, m message, lock *os.File) *launched {
	m.Folder = dir
	select {
	case s := <-spares:
		if s.w.send(m, int(lock.Fd())) == nil {
			return s
		}
		s.kill() // it had died
	default:
	}
	return nil
}

// warm does ahead what takes a process long when it does it first.
func warm() {
	_, _ = process.Identify(os.Getpid())
	m := message{Spec: &Spec{}, Record: &Record{}}
	if data, err := json.Marshal(m); err == nil {
		_ = json.Unmarshal(data, &m)
	}
}

// errSignal means that a signal ends a spare.
var errSignal = errors.New("ended by a signal")

// await receives a spare's run, unless a signal comes first that ends programs.
func (w *wire) await(signals <-chan os.Signal) (message, error) {
	var m message
	var err error
	received := make(chan struct{})
	go func() { m, err = w.receive(); close(received) }()
	for {
		select {
		case <-received:
			return m, err
		case s := <-signals:
			if slices.Contains([]os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT}, s) {
				return message{}, errSignal
			}
		}
	}
}

// enter makes a spare the holder of a run: it moves to the run's folder and takes its lock.
func enter(w *wire, m message) error {
	if err := os.Chdir(m.Folder); err != nil {
		return err
	}
	fd := w.take()
	defer syscall.Close(fd)
	rename(holdArg, m.Spec.ID, m.Spec.Project+"/"+m.Spec.Server)
	return dupLock(fd)
}

// rename overwrites the arguments that ps(1) shows: the system reads them from the memory of the process.
func rename(words ...string) {
	first, last := unsafe.StringData(os.Args[1]), unsafe.StringData(os.Args[2])
	if unsafe.Add(unsafe.Pointer(first), len(os.Args[1])+1) != unsafe.Pointer(last) {
		return
	}
	room := unsafe.Slice(first, len(os.Args[1])+1+len(os.Args[2]))
	clear(room)
	copy(room, strings.Join(words, "\x00"))
}
