package config

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app/config/yml"
)

// serverReader reads one server or task.
type serverReader struct {
	*projectReader
	Server
	key        *yml.Node // the name
	path       string
	hasCommand bool
	hooks      []hook
}

func (r *projectReader) server(key, v *yml.Node, path string, kind Kind) Server {
	s := serverReader{projectReader: r, key: key, path: yml.Join(path, key.Text)}
	s.Server = Server{
		Name: key.Text, Kind: kind, Line: key.Line, WorkingDir: r.project.Dir, PortFlag: true,
		Checks: Checks{Ready: Ready{Timeout: defaultReadyTimeout}},
		Limits: Limits{
			PTY: true, Memory: DefaultMemory,
			Stop: Stop{Signal: DefaultStopSignal, Timeout: DefaultStopTimeout},
		},
	}
	if v.Kind == yml.Scalar {
		r.Report(v, s.path, fmt.Sprintf("write %s: {command: ...}", key.Text), "expected a mapping (key: value), found %s",
			yml.Found(v))
		return s.Server
	}
	if v.Kind == yml.Null {
		v = &yml.Node{Kind: yml.Mapping, Line: key.Line, Column: key.Column}
	}
	r.Fields(v, s.path, "write command: ... under the name", s.known())
	if v.Kind == yml.Mapping {
		s.check(v)
	}
	s.addHooks()
	return s.Server
}

// known returns the keys that a server or task may have, and reports keys that only the other one may have.
func (s *serverReader) known() []yml.Field {
	fields := fieldsOf(serverRows, s)
	for i, row := range serverRows {
		if !row.fits(s.Kind) {
			fields[i] = yml.Key(row.name, s.otherKind)
		}
	}
	return fields
}

func (s *serverReader) otherKind(v *yml.Node, key string) {
	is, others := KindServer, "tasks"
	if s.Kind == KindTask {
		is, others = KindTask, "servers"
	}
	s.Report(v, key, "remove it, or move the entry under "+others+":", "this key is for %s; %s is a %s", others, s.Name,
		is)
}

// check checks keys that depend on each other.
func (s *serverReader) check(v *yml.Node) {
	if s.External {
		s.checkExternal(v)
	} else if !s.hasCommand && !s.mistyped(v, "command") {
		s.Report(s.key, s.path, "add command: ... under it", "the key command is missing")
	}
	s.checkPort(v, "ready", s.Ready)
	s.checkPort(v, "alive", s.Alive.Ready)
}

// mistyped reports whether an unknown key may be meant for this one: that is reported, and enough.
func (s *serverReader) mistyped(v *yml.Node, key string) bool { return mistyped(v, serverRows, key) }

// mistyped is the same for the keys of any rows.
func mistyped[R any](v *yml.Node, rows []row[R], key string) bool {
	return slices.ContainsFunc(v.Pairs, func(p yml.Pair) bool {
		return !slices.ContainsFunc(rows, func(r row[R]) bool { return r.name == p.Key.Text }) &&
			len(yml.MeantKey(p.Key.Text, []string{key})) > 0
	})
}

// checkExternal reports what a server that devservers doesn't run can't have, and that there is nothing to look at.
func (s *serverReader) checkExternal(v *yml.Node) {
	if s.Ready.Log != nil || s.Ready.Command != nil {
		s.Report(v.Get("ready"), yml.Join(s.path, "ready"), "write ready: {http: URL} or {tcp: PORT}",
			"a server with managed: false is checked by its port or its URL")
	}
	if s.Port.Number == 0 && s.Ready.HTTP == "" && s.Ready.TCP.Number == 0 {
		s.Report(s.key, s.path, "add port: 5432, or ready: {http: URL}",
			"a server with managed: false needs a port or a URL to look at")
	}
}

// checkPort reports a check that needs the port of a server without one.
func (s *serverReader) checkPort(v *yml.Node, key string, probe Ready) {
	at := v.Get(key)
	if at == nil || s.Port.Declared() || v.Get("port") != nil {
		return
	}
	switch {
	case strings.HasPrefix(probe.HTTP, "/"), strings.Contains(probe.HTTP, "$"):
		s.Report(at.Get("http"), yml.Join(s.path, key+".http"),
			"add port:, or write the whole URL: http://localhost:8000/healthz", "this needs the server's port, but it has none")
	case probe.TCP.Auto:
		s.Report(at.Get("tcp"), yml.Join(s.path, key+".tcp"), "add port:, or write the port's number",
			"this needs the server's port, but it has none")
	}
}
