package config

import (
	"strings"
	"time"
)

// Alive is how a server that was ready is looked at from then on. The zero value: it is not.
type Alive struct {
	Ready    // what has to answer: HTTP, TCP or Command; Timeout bounds one check
	Every    time.Duration
	Failures int  // so many checks in a row have to fail until it counts as unhealthy
	Restart  bool // then it is ended, and started again as restart: does
}

// Defaults of the key alive.
const (
	DefaultAliveTimeout  = 5 * time.Second
	DefaultAliveEvery    = 10 * time.Second
	DefaultAliveFailures = 3
)

const aliveForm = "write alive: {http: /healthz}, {tcp: 6379} or {command: ./check.sh}, with every: 10s, failures: 3, restart: true if needed"

func (s *serverReader) readAlive(v *node, path string) {
	a := Alive{Ready: Ready{Timeout: DefaultAliveTimeout}, Every: DefaultAliveEvery, Failures: DefaultAliveFailures}
	s.fields(v, path, aliveForm, []field{
		keyed("http", func(v *node, key string) { a.HTTP = s.readProbeURL(v, key) }),
		keyed("tcp", func(v *node, key string) { a.TCP = s.readProbePort(v, key) }),
		keyed("command", func(v *node, key string) { c := readCommand(&s.reader, v, key); a.Command = &c }),
		keyed("timeout", func(v *node, key string) { s.span(v, key, &a.Timeout) }),
		keyed("every", func(v *node, key string) { s.span(v, key, &a.Every) }),
		keyed("failures", func(v *node, key string) {
			if n, ok := s.integer(v, key, "write a number, such as 3", 1, 1000); ok {
				a.Failures = n
			}
		}),
		keyed("restart", func(v *node, key string) { a.Restart = s.boolean(v, key, false) }),
	})
	if v.kind == mappingNode {
		s.checkAliveProbes(v, path)
	}
	s.Alive = a
}

// checkAliveProbes: one check decides.
func (s *serverReader) checkAliveProbes(v *node, path string) {
	var probes []string
	for _, name := range []string{"http", "tcp", "command"} {
		if v.get(name) != nil {
			probes = append(probes, name)
		}
	}
	switch len(probes) {
	case 0:
		s.fault(v, path, aliveForm, "nothing is said of how to look at it")
	case 1:
	default:
		s.fault(v, path, "keep the one that tells best", "%s together: only one check can decide", strings.Join(probes, " and "))
	}
}

// span reads a length of time of at least 10 ms.
func (s *serverReader) span(v *node, key string, into *time.Duration) {
	if d, ok := s.duration(v, key, time.Second, 10*time.Millisecond, longestWait); ok {
		*into = d
	}
}
