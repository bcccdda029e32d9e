package config

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"devservers/app/config/yml"
)

// row is one key of devservers.yml. Everything about keys is derived from the rows: what is read and suggested, what
// counts as changed since a start, the JSON Schema, and the tables in the docs.
type row[R any] struct {
	name   string
	read   func(r R, v *yml.Node, key string)
	drift  func(Server) string // what a run was started with, as text; nil if a change never makes a run outdated
	tasks  bool                // also allowed for tasks
	only   bool                // for tasks alone
	value  string              // JSON Schema of the value
	preset string              // the default, as JSON
	about  string              // one line
}

// fieldsOf returns the keys of a mapping that r reads.
func fieldsOf[R any](rows []row[R], r R) []yml.Field {
	fields := make([]yml.Field, len(rows))
	for i, row := range rows {
		fields[i] = yml.Key(row.name, func(v *yml.Node, key string) { row.read(r, v, key) })
	}
	return fields
}

var projectRows = []row[*projectReader]{
	{name: "project", read: (*projectReader).name, value: `{"$ref": "#/$defs/name"}`,
		about: "The project's name; a git worktree's id is NAME@BRANCH."},
	{name: "servers", value: `{"$ref": "#/$defs/servers"}`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.Servers = r.servers(v, key, KindServer) },
		about: "Commands that run until they are stopped, by name."},
	{name: "tasks", value: `{"$ref": "#/$defs/tasks"}`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.Tasks = r.servers(v, key, KindTask) },
		about: "Commands that end (migrate, test, build), by name."},
	{name: "idle_timeout", value: `{"$ref": "#/$defs/minutes"}`, preset: `0`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.IdleTimeout = r.Minutes(v, key) },
		about: "Minutes without use before a server sleeps; 0 means never."},
	{name: "worktree", read: (*projectReader).readWorktree, value: `{"$ref": "#/$defs/worktree"}`,
		about: "What each git worktree of the project gets of its own."},
	{name: "sleep", value: `{"enum": ["stop", "freeze"]}`, preset: `"stop"`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.Sleep = readSleep(&r.Reader, v, key) },
		about: "How servers sleep: they end, or their processes stand still."},
	{name: "experimental", read: (*projectReader).readExperimental, value: `{"deprecated": true}`,
		about: "From an older version; accepted but ignored."},
}

// serverRows are the keys of a server or task, except that env and env_file have no drift here: a run's record keeps a
// digest of each variable.
var serverRows = []row[*serverReader]{
	{name: "command", read: (*serverReader).readCommand, tasks: true, value: `{"$ref": "#/$defs/command"}`,
		drift: func(s Server) string { return fmt.Sprint(s.Command.Words) },
		about: "One program and its arguments, run without a shell."},
	{name: "arguments", tasks: true, only: true, value: `{"type": "boolean"}`, preset: `false`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Arguments = s.Boolean(v, key, false) },
		about: "Whether a run may add arguments to its command."},
	{name: "inputs", tasks: true, only: true, value: `{"$ref": "#/$defs/strings"}`,
		read: func(s *serverReader, v *yml.Node, key string) {
			s.Inputs = s.inside(v, key, "write patterns of files inside the project, such as inputs: [package-lock.json]")
		},
		about: "Files; a worktree's setup runs it if one of them has changed."},
	{name: "working_dir", read: (*serverReader).readWorkingDir, tasks: true, value: `{"type": "string"}`, preset: `"."`,
		drift: func(s Server) string { return s.WorkingDir },
		about: "Its working directory, inside the project."},
	{name: "port", read: (*serverReader).readPort, value: `{"$ref": "#/$defs/port"}`,
		drift: func(s Server) string { return s.Port.String() },
		about: "Its port, passed on as $PORT; auto picks a free one."},
	{name: "port_flag", value: `{"type": "boolean"}`, preset: `true`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.PortFlag = s.Boolean(v, key, true) },
		drift: func(s Server) string { return fmt.Sprint(s.PortFlag) },
		about: "Whether a known tool gets an option with $PORT, if it needs one."},
	{name: "managed", value: `{"type": "boolean"}`, preset: `true`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.External = !s.Boolean(v, key, true) },
		about: "false: it is checked and shown, but never started or stopped."},
	{name: "autostart", value: `{"type": "boolean"}`, preset: `false`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Autostart = s.Boolean(v, key, false) },
		about: "Included in a start without names; if no server has it, all are."},
	{name: "env", read: (*serverReader).readEnv, tasks: true, value: `{"$ref": "#/$defs/env"}`,
		about: "Environment variables, read again at each start."},
	{name: "env_file", read: (*serverReader).readEnvFiles, tasks: true, value: `{"$ref": "#/$defs/env_files"}`,
		about: "Files with NAME=value lines, read again at each start."},
	{name: "ready", read: (*serverReader).readReady, value: `{"$ref": "#/$defs/ready"}`,
		drift: func(s Server) string { return s.Ready.text() },
		about: "When it counts as ready; by default, it listens on its port."},
	{name: "depends_on", read: (*serverReader).readDepends, tasks: true, value: `{"$ref": "#/$defs/depends_on"}`,
		drift: func(s Server) string { return fmt.Sprint(s.DependsOn) },
		about: "Servers and tasks that must be ready, started or completed first."},
	{name: "restart", read: (*serverReader).readRestart, value: `{"enum": ["no", "on-failure", "always", true, false]}`,
		preset: `"no"`,
		drift:  func(s Server) string { return string(s.Restart) },
		about:  "When to restart it automatically: no, on-failure or always."},
	{name: "watch", read: (*serverReader).readWatch, value: `{"$ref": "#/$defs/strings"}`,
		drift: func(s Server) string { return strings.Join(s.Watch, "\n") },
		about: "File patterns; it restarts when a matching file changes."},
	{name: "stop", read: (*serverReader).readStop, tasks: true, value: `{"$ref": "#/$defs/stop"}`,
		drift: func(s Server) string { return fmt.Sprint(int(s.Stop.Signal), s.Stop.Timeout) },
		about: "How to end it: a signal, then KILL after a timeout."},
	{name: "memory", tasks: true, value: `{"$ref": "#/$defs/size"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Memory = s.Size(v, key, DefaultMemory) },
		drift: func(s Server) string { return fmt.Sprint(s.Memory) },
		about: "Memory limit of its tree; default: half of the machine's memory."},
	{name: "file_size", tasks: true, value: `{"$ref": "#/$defs/size"}`, preset: `"none"`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.FileSize = s.Size(v, key, 0) },
		drift: func(s Server) string { return fmt.Sprint(s.FileSize) },
		about: "Size limit of each file that it writes."},
	{name: "sandbox", read: (*serverReader).readSandbox, tasks: true, preset: `false`,
		value: `{"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/sandbox"}]}`,
		drift: func(s Server) string { return s.Sandbox.text() },
		about: "Whether it runs in a sandbox, and what it may use there."},
	{name: "pty", tasks: true, value: `{"type": "boolean"}`, preset: `true`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.PTY = s.Boolean(v, key, true) },
		drift: func(s Server) string { return fmt.Sprint(s.PTY) },
		about: "A terminal (true) or a pipe (false) for its output."},
	{name: "idle_timeout", value: `{"$ref": "#/$defs/minutes"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.IdleTimeout = s.Minutes(v, key) },
		about: "The project's idle_timeout, for this server only."},
	{name: "sleep", value: `{"enum": ["stop", "freeze"]}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Sleep = readSleep(&s.Reader, v, key) },
		about: "The project's sleep, for this server only."},
	{name: "alive", read: (*serverReader).readAlive, value: `{"$ref": "#/$defs/alive"}`,
		drift: func(s Server) string { return s.Alive.text() },
		about: "How to check that it still works after it was ready."},
	{name: "check", read: (*serverReader).readCheck, value: `{"$ref": "#/$defs/check"}`,
		about: "The page to request or open for a verdict on an edit, or off."},
	{name: "browser_logs", value: `{"type": "boolean"}`, preset: `false`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.BrowserLogs = s.Boolean(v, key, false) },
		about: "Whether errors in pages under its named URL become output."},
	{name: "before_start", tasks: true, value: `{"$ref": "#/$defs/strings"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.readHook(v, key, beforeStart) },
		drift: func(s Server) string { return strings.Join(s.Hooks[beforeStart], "\n") },
		about: "Commands that must succeed before each start."},
	{name: "after_stop", tasks: true, value: `{"$ref": "#/$defs/strings"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.readHook(v, key, afterStop) },
		drift: func(s Server) string { return strings.Join(s.Hooks[afterStop], "\n") },
		about: "Commands to run after each run, however it ended."},
	{name: "prefix_logs", read: (*serverReader).readPrefixLogs, tasks: true,
		value: `{"type": "boolean", "deprecated": true}`,
		about: "From an older version; accepted but ignored."},
}

// The rows that ready and alive share.
var (
	httpRow = row[*probeReader]{name: "http", read: (*probeReader).readURL, value: `{"type": "string"}`,
		about: "A path on its port, or a URL, that responds."}
	tcpRow = row[*probeReader]{name: "tcp", read: (*probeReader).readProbePort, value: `{"$ref": "#/$defs/port"}`,
		about: "A port that something listens on; auto is the server's port."}
	commandRow = row[*probeReader]{name: "command", read: (*probeReader).readProbeCommand,
		value: `{"$ref": "#/$defs/command"}`,
		about: "A command that exits with code 0."}
)

var readyRows = []row[*probeReader]{
	httpRow, tcpRow,
	{name: "log", read: (*probeReader).readPattern, value: `{"type": "string", "format": "regex"}`,
		about: "A regular expression (RE2) that a line of output matches."},
	commandRow,
	{name: "timeout", value: `{"$ref": "#/$defs/duration"}`, preset: `"60s"`,
		read:  func(p *probeReader, v *yml.Node, key string) { p.seconds(v, key, p.least, &p.probe.Timeout) },
		about: "How long a start waits for it."},
}

var aliveRows = []row[*probeReader]{
	httpRow, tcpRow, commandRow,
	{name: "timeout", value: `{"$ref": "#/$defs/duration"}`, preset: `"5s"`,
		read:  func(p *probeReader, v *yml.Node, key string) { p.seconds(v, key, p.least, &p.probe.Timeout) },
		about: "How long one check may take."},
	{name: "every", value: `{"$ref": "#/$defs/duration"}`, preset: `"10s"`,
		read:  func(p *probeReader, v *yml.Node, key string) { p.seconds(v, key, p.least, &p.probe.Every) },
		about: "Time between two checks."},
	{name: "failures", read: (*probeReader).readFailures, value: `{"type": "integer", "minimum": 1, "maximum": 1000}`,
		preset: `3`,
		about:  "Number of consecutive failed checks that make it failing."},
	{name: "restart", value: `{"type": "boolean"}`, preset: `false`,
		read:  func(p *probeReader, v *yml.Node, key string) { p.probe.Restart = p.Boolean(v, key, false) },
		about: "Whether to restart it then."},
}

var checkRows = []row[*serverReader]{
	{name: "http", value: `{"type": "string", "pattern": "^/"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Check.HTTP = s.pagePath(v, key) },
		about: "A path on its port. Default: the page last requested."},
	{name: "browser", value: `{"type": "string", "pattern": "^/"}`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.Check.Browser = s.pagePath(v, key) },
		about: "A page to open in a browser: its errors and a picture."},
}

var stopRows = []row[*serverReader]{
	{name: "signal", read: (*serverReader).readSignal,
		value: `{"type": "string", "examples": ["INT", "TERM", "HUP", "QUIT"]}`, preset: `"TERM"`,
		about: "The first signal: TERM, INT, QUIT, HUP, USR1, USR2 or KILL."},
	{name: "timeout", value: `{"$ref": "#/$defs/duration"}`, preset: `"5s"`,
		read:  func(s *serverReader, v *yml.Node, key string) { s.seconds(v, key, 0, &s.Stop.Timeout) },
		about: "Time until KILL."},
}

// Keys returns, by key, what a run of s is started with, as text that differs when the values do. Environment variables
// are not part of it.
func (s Server) Keys() map[string]string {
	keys := map[string]string{}
	for _, r := range serverRows {
		if r.drift != nil {
			keys[r.name] = r.drift(s)
		}
	}
	if info, err := os.Stat(s.WorkingDir); err == nil { // a program keeps its directory when another takes the place
		keys["directory"] = inodeOf(info)
	}
	return keys
}

func inodeOf(info os.FileInfo) string {
	st, _ := info.Sys().(*syscall.Stat_t)
	return fmt.Sprint(st.Dev, st.Ino)
}

// rowsOf returns the keys that a server or a task may have.
func rowsOf(kind Kind) []row[*serverReader] {
	return slices.DeleteFunc(slices.Clone(serverRows), func(r row[*serverReader]) bool { return !r.fits(kind) })
}

func (r row[R]) fits(kind Kind) bool {
	if kind == KindTask {
		return r.tasks
	}
	return !r.only
}
