package config

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// Alive is the liveness check of a server that was ready. The zero value is none.
type Alive struct {
	Ready    // what must answer: HTTP, TCP or Command; Timeout limits one check
	Every    time.Duration
	Failures int  // how many checks in a row must fail
	Restart  bool // then the run is ended and started again
}

// Defaults of the key alive.
const (
	defaultAliveTimeout  = 5 * time.Second
	defaultAliveEvery    = 10 * time.Second
	defaultAliveFailures = 3
)

const (
	aliveForm = "write alive: {http: /healthz}, {tcp: 6379} or {command: ./check.sh}, with every: 10s, failures: 3, " +
		"restart: true if needed"
	readyForm = "write one of:\n" +
		"ready: {http: /healthz}\n" +
		"ready: {tcp: 8000}\n" +
		"ready: {log: \"Listening on\"}\n" +
		"ready: {command: ./check.sh}\n" +
		"each with timeout: 60s if needed"
)

// probeReader reads a readiness or liveness check.
type probeReader struct {
	*serverReader
	probe Alive
	least time.Duration // of its timeout
}

// readReady reads when a run counts as ready: one check, or only a timeout for the default one.
func (s *serverReader) readReady(v *yml.Node, path string) {
	p := &probeReader{s, Alive{Ready: Ready{Timeout: defaultReadyTimeout}}, time.Millisecond}
	s.Fields(v, path, readyForm, fieldsOf(readyRows, p))
	p.onlyOne(v, path)
	if v.Kind == yml.Mapping && len(v.Pairs) == 0 {
		s.Report(v, path, readyForm, "the check is missing")
	}
	s.Ready = p.probe.Ready
}

func (s *serverReader) readAlive(v *yml.Node, path string) {
	p := &probeReader{s, Alive{Ready: Ready{Timeout: defaultAliveTimeout}, Every: defaultAliveEvery,
		Failures: defaultAliveFailures}, 10 * time.Millisecond}
	s.Fields(v, path, aliveForm, fieldsOf(aliveRows, p))
	if p.onlyOne(v, path) == 0 && v.Kind == yml.Mapping {
		s.Report(v, path, aliveForm, "the check is missing")
	}
	s.Alive = p.probe
}

// onlyOne reports more than one check in a mapping and returns how many there are.
func (p *probeReader) onlyOne(v *yml.Node, path string) int {
	given := words.Only([]string{"http", "tcp", "log", "command"}, func(name string) bool { return v.Get(name) != nil })
	if len(given) > 1 {
		p.Report(v, path, "keep one of them", "%s exclude each other", words.And(given))
	}
	return len(given)
}

func (p *probeReader) readURL(v *yml.Node, key string) {
	const form = "write a path such as /healthz, or a URL such as http://localhost:$PORT/healthz"
	text, ok := p.Text(v, key, form)
	if !ok {
		return
	}
	u, err := url.Parse(Ready{HTTP: text}.URL(1))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(text, " \t\n") {
		p.Report(v, key, form, "expected a path or an http URL, found %s", yml.Found(v))
		return
	}
	p.probe.HTTP = text
}

func (p *probeReader) readProbePort(v *yml.Node, key string) {
	if v.Kind == yml.Scalar && (v.Text == "$PORT" || v.Text == "${PORT}" || v.Text == "port" || v.Text == "auto") {
		p.probe.TCP = Port{Auto: true}
		return
	}
	n, _ := p.Integer(v, key, "write a port's number, or $PORT for the server's own", 1, 65535)
	p.probe.TCP = Port{Number: n}
}

func (p *probeReader) readProbeCommand(v *yml.Node, key string) {
	c := command.Read(&p.Reader, v, key)
	p.probe.Command = &c
}

func (p *probeReader) readPattern(v *yml.Node, key string) {
	const form = `write a regular expression that a line of output matches, such as "Listening on"`
	text, ok := p.Text(v, key, form)
	if !ok {
		return
	}
	if text == "" || len(text) > 1000 {
		p.Report(v, key, form, "expected a regular expression of 1 to 1000 characters")
		return
	}
	re, err := regexp.Compile(text)
	if err != nil {
		p.Report(v, key, `put a \ before a character that is meant literally, and single quotes around it all`, "%s",
			strings.ReplaceAll(err.Error(), "`", "'"))
		return
	}
	p.probe.Log = re
}

func (p *probeReader) readFailures(v *yml.Node, key string) {
	if n, ok := p.Integer(v, key, "write a number, such as 3", 1, 1000); ok {
		p.probe.Failures = n
	}
}

// seconds reads a duration of at least least into d.
func (s *serverReader) seconds(v *yml.Node, key string, least time.Duration, into *time.Duration) {
	if d, ok := s.Duration(v, key, time.Second, least, longestWait); ok {
		*into = d
	}
}

// text returns all of r, as text that differs when r does.
func (r Ready) text() string {
	log, words := "", []command.Word(nil)
	if r.Log != nil {
		log = r.Log.String()
	}
	if r.Command != nil {
		words = r.Command.Words
	}
	return fmt.Sprint(r.HTTP, "|", r.TCP, "|", log, "|", words, "|", r.Timeout)
}

// Equal reports whether a and b are the same check.
func (a Alive) Equal(b Alive) bool { return a.text() == b.text() }

func (a Alive) text() string {
	return fmt.Sprint(a.Ready.text(), "|", a.Every, "|", a.Failures, "|", a.Restart)
}
