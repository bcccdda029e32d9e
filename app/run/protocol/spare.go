package protocol

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"syscall"

	"devservers/app/base/process"
)

// warm does ahead what takes a process long when it does it first.
func warm() {
	_, _ = process.Identify(os.Getpid())
	m := Message{Spec: &Spec{}, Record: &Record{}}
	if data, err := json.Marshal(m); err == nil {
		_ = json.Unmarshal(data, &m)
	}
}

// errSignal means that a signal ends a spare.
var errSignal = errors.New("ended by a signal")

// await receives a spare's run, unless a signal comes first that ends programs.
func await(w *Wire, signals <-chan os.Signal) (Message, error) {
	var m Message
	var err error
	received := make(chan struct{})
	go func() { m, err = w.Receive(); close(received) }()
	for {
		select {
		case <-received:
			return m, err
		case s := <-signals:
			if slices.Contains([]os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT}, s) {
				return Message{}, errSignal
			}
		}
	}
}

// enter makes a spare the holder of a run: it moves to the run's folder and takes its lock.
func enter(w *Wire, m Message) error {
	if err := os.Chdir(m.Folder); err != nil {
		return err
	}
	fd := w.Take()
	defer syscall.Close(fd)
	return dupLock(fd)
}
