package config

import (
	"devservers/app/config/command"
	"devservers/app/config/yml"
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

func (s *serverReader) readAlive(v *yml.Node, path string) {
	a := Alive{Ready: Ready{Timeout: DefaultAliveTimeout}, Every: DefaultAliveEvery, Failures: DefaultAliveFailures}
	s.Fields(v, path, aliveForm, []yml.Field{
		yml.Key("http", func(v *yml.Node, key string) { a.HTTP = s.readProbeURL(v, key) }),
		yml.Key("tcp", func(v *yml.Node, key string) { a.TCP = s.readProbePort(v, key) }),
		yml.Key("command", func(v *yml.Node, key string) { c := command.Read(&s.Reader, v, key); a.Command = &c }),
		yml.Key("timeout", func(v *yml.Node, key string) { s.span(v, key, &a.Timeout) }),
		yml.Key("every", func(v *yml.Node, key string) { s.span(v, key, &a.Every) }),
		yml.Key("failures", func(v *yml.Node, key string) {
			if n, ok := s.Integer(v, key, "write a number, such as 3", 1, 1000); ok {
				a.Failures = n
			}
		}),
		yml.Key("restart", func(v *yml.Node, key string) { a.Restart = s.Boolean(v, key, false) }),
	})
	if v.Kind == yml.Mapping {
		s.checkAliveProbes(v, path)
	}
	s.Alive = a
}

// checkAliveProbes: one check decides.
func (s *serverReader) checkAliveProbes(v *yml.Node, path string) {
	var probes []string
	for _, name := range []string{"http", "tcp", "command"} {
		if v.Get(name) != nil {
			probes = append(probes, name)
		}
	}
	switch len(probes) {
	case 0:
		s.Report(v, path, aliveForm, "nothing is said of how to look at it")
	case 1:
	default:
		s.Report(v, path, "keep the one that tells best", "%s together: only one check can decide", strings.Join(probes, " and "))
	}
}

// span reads a length of time of at least 10 ms.
func (s *serverReader) span(v *yml.Node, key string, into *time.Duration) {
	if d, ok := s.Duration(v, key, time.Second, 10*time.Millisecond, longestWait); ok {
		*into = d
	}
}
