package config

import (
	"fmt"
	"strings"
	"syscall"

	"devservers/app/config/yml"
	"devservers/app/words"
)

// readStop reads how a run is ended.
func (s *serverReader) readStop(v *yml.Node, path string) {
	s.Fields(v, path, "write stop: {signal: INT, timeout: 10s}", fieldsOf(stopRows, s))
}

func (s *serverReader) readStopTimeout(v *yml.Node, key string) {
	s.seconds(v, key, 0, &s.Stop.Timeout)
}

// stopSignals are the signals that programs take as a request to end.
var stopSignals = []struct {
	name   string
	signal syscall.Signal
}{
	{"TERM", syscall.SIGTERM}, {"INT", syscall.SIGINT}, {"QUIT", syscall.SIGQUIT}, {"HUP", syscall.SIGHUP},
	{"USR1", syscall.SIGUSR1}, {"USR2", syscall.SIGUSR2}, {"KILL", syscall.SIGKILL},
}

// SignalName returns the name that the key stop.signal has for sig, such as "TERM".
func SignalName(sig syscall.Signal) string {
	for _, s := range stopSignals {
		if s.signal == sig {
			return s.name
		}
	}
	return fmt.Sprintf("signal %d", int(sig))
}

func (s *serverReader) readSignal(v *yml.Node, key string) {
	names := make([]string, len(stopSignals))
	for i, known := range stopSignals {
		names[i] = known.name
		if v.Kind == yml.Scalar && strings.TrimPrefix(strings.ToUpper(v.Text), "SIG") == known.name {
			s.Stop.Signal = known.signal
			return
		}
	}
	s.Report(v, key, "write "+words.Or(names), "expected a signal's name, found %s", yml.Found(v))
}
