package holder

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"syscall"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// warm does ahead what takes a process long when it does it first.
func warm() {
	_, _ = process.Identify(os.Getpid())
	m := protocol.Message{Spec: &protocol.Spec{}, Record: &protocol.Record{}}
	if data, err := json.Marshal(m); err == nil {
		_ = json.Unmarshal(data, &m)
	}
}

// errSignal means that a signal ends a spare.
var errSignal = errors.New("ended by a signal")

// await receives a spare's run, unless a signal comes first that ends programs.
func await(w *protocol.Wire, signals <-chan os.Signal) (protocol.Message, error) {
	var m protocol.Message
	var err error
	received := make(chan struct{})
	go func() { m, err = w.Receive(); close(received) }()
	for {
		select {
		case <-received:
			return m, err
		case s := <-signals:
			if slices.Contains([]os.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT}, s) {
				return protocol.Message{}, errSignal
			}
		}
	}
}

// enter makes a spare the holder of a run: it moves to the run's folder and takes its lock.
func enter(w *protocol.Wire, m protocol.Message) error {
	if err := os.Chdir(m.Folder); err != nil {
		return err
	}
	fd := w.Take()
	defer syscall.Close(fd)
	return dupLock(fd)
}
