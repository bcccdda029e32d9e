package config

import (
	"strings"
	"syscall"

	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

func (s *serverReader) readCommand(v *yml.Node, key string) {
	s.hasCommand = true
	s.Command = command.Read(&s.Reader, v, key)
	for _, word := range s.Command.Words {
		for _, part := range word {
			if ref, ok := yml.ReferenceNamed(part.Variable); ok {
				s.refers = append(s.refers, refers{ref, v, key})
			}
		}
	}
}

// readWorkingDir resolves the directory as far as it exists. A start checks it again.
func (s *serverReader) readWorkingDir(v *yml.Node, key string) {
	const form = "write a directory inside the project, such as . or frontend"
	dir, ok := s.Text(v, key, form)
	if !ok {
		return
	}
	resolved, exists, err := yml.InsideOf(s.project.Dir, dir)
	if err != nil {
		s.Report(v, key, form, "%s", err)
		return
	}
	s.WorkingDir = resolved
	if !exists {
		s.Warn(v, key, "create it or correct the name; until then, starts fail", "this directory does not exist")
	}
}

func (s *serverReader) readPort(v *yml.Node, key string) {
	port, ok := ParsePort(v.Text)
	if !ok && v.Kind != yml.Null {
		s.Report(v, key, "write the port's number, or auto for a free one", "expected a number from 1 to 65535, found %s",
			yml.Found(v))
	}
	s.Port = port
}

// readEnv reads values as they are written: 1, true and 1.50 are text in an environment.
func (s *serverReader) readEnv(v *yml.Node, key string) {
	const form = `write NAME: value under it, such as env: {DEBUG: "1"}`
	for _, p := range s.Pairs(v, key, form, " of names to values") {
		s.readEnvVar(p, key)
	}
}

func (s *serverReader) readEnvVar(p yml.Pair, path string) {
	name := p.Key.Text
	key := yml.Join(path, yml.NamedKey(name))
	msg, hint := command.CheckName(name)
	switch {
	case msg != "":
		s.Report(p.Key, key, hint, "%s", msg)
	case p.Value.Kind == yml.Null:
		s.Report(p.Value, key, `write "" for an empty value; your own environment is passed on anyway`,
			"the value is missing")
	case p.Value.Kind != yml.Scalar:
		s.Report(p.Value, key, "write one value, in quotes if it has special characters", "expected a single value, found %s",
			yml.Found(p.Value))
	default:
		s.Env = append(s.Env, command.Var{Name: name, Value: p.Value.Text})
		for _, ref := range yml.References(p.Value.Text) {
			s.refers = append(s.refers, refers{ref, p.Value, key})
		}
	}
}

func (s *serverReader) readPrefixLogs(v *yml.Node, key string) {
	s.Boolean(v, key, false)
	s.Warn(v, key, "remove it", "this key is from an older version and has no effect: each line of output already shows "+
		"its server")
}

// Restart is the restart policy of a server.
type Restart string

// The policies of the key restart:.
const (
	RestartNo        Restart = ""           // never
	RestartOnFailure Restart = "on-failure" // when it ends with an exit code other than 0, or by a signal
	RestartAlways    Restart = "always"     // whenever it ends without a stop
)

// restartWords are the words in the file. YAML tools may turn an unquoted yes into true.
var restartWords = map[string]Restart{
	"no": RestartNo, "false": RestartNo, "on-failure": RestartOnFailure, "always": RestartAlways, "true": RestartAlways,
	"yes": RestartAlways,
}

func (s *serverReader) readRestart(v *yml.Node, key string) {
	policy, ok := restartWords[v.Text]
	if !ok {
		s.Report(v, key, "write no, on-failure or always", "expected no, on-failure or always, found %s", yml.Found(v))
		return
	}
	s.Restart = policy
}

// readStop reads how a run is ended.
func (s *serverReader) readStop(v *yml.Node, path string) {
	s.Fields(v, path, "write stop: {signal: INT, timeout: 10s}", fieldsOf(stopRows, s))
}

// stopSignals are the signals that programs take as a request to end.
var stopSignals = []struct {
	name   string
	signal syscall.Signal
}{
	{"TERM", syscall.SIGTERM}, {"INT", syscall.SIGINT}, {"QUIT", syscall.SIGQUIT}, {"HUP", syscall.SIGHUP},
	{"USR1", syscall.SIGUSR1}, {"USR2", syscall.SIGUSR2}, {"KILL", syscall.SIGKILL},
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
