package config

import (
	"devservers/app/config/command"
	"devservers/app/config/yml"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"syscall"
	"time"
)

const readyForm = "write one of:\n" +
	"ready: {http: /healthz}\n" +
	"ready: {tcp: 8000}\n" +
	"ready: {log: \"Listening on\"}\n" +
	"ready: {command: ./check.sh}\n" +
	"each with timeout: 60s if needed"

// readReady reads when a run counts as ready: exactly one probe, or only a timeout for the default one.
func (s *serverReader) readReady(v *yml.Node, path string) Ready {
	out := Ready{Timeout: DefaultReadyTimeout}
	var probes []string
	probe := func(read func(*yml.Node, string)) func(*yml.Node, string) {
		return func(v *yml.Node, key string) {
			probes = append(probes, strings.TrimPrefix(key, path+"."))
			read(v, key)
		}
	}
	s.Fields(v, path, readyForm, []yml.Field{
		yml.Key("http", probe(func(v *yml.Node, key string) { out.HTTP = s.readProbeURL(v, key) })),
		yml.Key("tcp", probe(func(v *yml.Node, key string) { out.TCP = s.readProbePort(v, key) })),
		yml.Key("log", probe(func(v *yml.Node, key string) { out.Log = s.readPattern(v, key) })),
		yml.Key("command", probe(func(v *yml.Node, key string) { c := command.Read(&s.Reader, v, key); out.Command = &c })),
		yml.Key("timeout", func(v *yml.Node, key string) {
			if d, ok := s.Duration(v, key, time.Second, time.Millisecond, longestWait); ok {
				out.Timeout = d
			}
		}),
	})
	if len(probes) > 1 {
		s.Report(v, path, "keep the one that tells best", "%s together: only one probe can decide", strings.Join(probes, " and "))
	}
	if v.Kind == yml.Mapping && len(v.Pairs) == 0 {
		s.Report(v, path, readyForm, "nothing is said here")
	}
	return out
}

func (s *serverReader) readProbeURL(v *yml.Node, key string) string {
	const form = "write a path such as /healthz, or a URL such as http://localhost:$PORT/healthz"
	text, ok := s.Text(v, key, form)
	if !ok {
		return ""
	}
	u, err := url.Parse(Ready{HTTP: text}.URL(1))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(text, " \t\n") {
		s.Report(v, key, form, "expected a path or an http URL, found %s", yml.Found(v))
		return ""
	}
	return text
}

func (s *serverReader) readProbePort(v *yml.Node, key string) Port {
	if v.Kind == yml.Scalar && (v.Text == "$PORT" || v.Text == "${PORT}" || v.Text == "port" || v.Text == "auto") {
		return Port{Auto: true}
	}
	n, _ := s.Integer(v, key, "write a port's number, or $PORT for the server's own", 1, 65535)
	return Port{Number: n}
}

func (s *serverReader) readPattern(v *yml.Node, key string) *regexp.Regexp {
	const form = `write a regular expression that a line of output matches, such as "Listening on"`
	text, ok := s.Text(v, key, form)
	if !ok {
		return nil
	}
	if text == "" || len(text) > 1000 {
		s.Report(v, key, form, "expected a regular expression of 1 to 1000 characters")
		return nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		s.Report(v, key, `put a \ before a character that is meant as it is, and the whole in single quotes`, "%s", strings.ReplaceAll(err.Error(), "`", "'"))
		return nil
	}
	return re
}

// readStop reads how a run is ended.
func (s *serverReader) readStop(v *yml.Node, path string) {
	s.Fields(v, path, "write stop: {signal: INT, timeout: 10s}", []yml.Field{
		yml.Key("signal", func(v *yml.Node, key string) {
			if sig, ok := s.readSignal(v, key); ok {
				s.Stop.Signal = sig
			}
		}),
		yml.Key("timeout", func(v *yml.Node, key string) {
			if d, ok := s.Duration(v, key, time.Second, 0, longestWait); ok {
				s.Stop.Timeout = d
			}
		}),
	})
}

// stopSignals are the signals that programs take as "end yourself".
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

func (s *serverReader) readSignal(v *yml.Node, key string) (syscall.Signal, bool) {
	names := make([]string, len(stopSignals))
	for i, known := range stopSignals {
		names[i] = known.name
		if v.Kind == yml.Scalar && strings.TrimPrefix(strings.ToUpper(v.Text), "SIG") == known.name {
			return known.signal, true
		}
	}
	s.Report(v, key, "write one of "+strings.Join(names, ", "), "expected a signal's name, found %s", yml.Found(v))
	return 0, false
}
