package config

import (
	"path/filepath"
	"strings"

	"devservers/app/config/command"
	"devservers/app/config/envvar"
	"devservers/app/config/naming"
	"devservers/app/config/place"
	"devservers/app/config/yml"
	"devservers/app/words"
)

func (s *serverReader) readCommand(v *yml.Node, key string) {
	s.hasCommand = true
	s.Command = command.Read(&s.Reader, v, key)
}

// readWorkingDir resolves the directory as far as it exists; a start checks it again (CheckPlace).
func (s *serverReader) readWorkingDir(v *yml.Node, key string) {
	dir, ok := s.Text(v, key, "write a directory inside the project, such as . or frontend")
	if !ok {
		return
	}
	resolved, exists, err := place.Inside(s.project.Dir, dir)
	if err != nil {
		s.Report(v, key, "write a directory inside the project, such as . or frontend", "%s", err)
		return
	}
	s.WorkingDir = resolved
	if !exists {
		s.Warn(v, key, "create it, or mend the name; starting will fail until it is there", "this directory does not exist")
	}
}

func (s *serverReader) readPort(v *yml.Node, key string) {
	const form = "write the port's number, or auto for a free one"
	if v.Kind == yml.Scalar && v.Text == "auto" {
		s.Port = Port{Auto: true}
		return
	}
	if v.Kind == yml.Null {
		return
	}
	if n, ok := s.Integer(v, key, form, 1, 65535); ok {
		s.Port = Port{Number: n}
	}
}

// readEnv takes values as they are written: 1, true and 1.50 are text in an environment.
func (s *serverReader) readEnv(v *yml.Node, key string) {
	const form = `write NAME: value under it, such as env: {DEBUG: "1"}`
	if v.Kind == yml.Null {
		return
	}
	if v.Kind != yml.Mapping {
		s.Report(v, key, form, "expected a mapping of names to values, found %s", yml.Found(v))
		return
	}
	for _, p := range v.Pairs {
		s.readEnvVar(p, key)
	}
}

func (s *serverReader) readEnvVar(p yml.Pair, path string) {
	name := p.Key.Text
	key := yml.Join(path, naming.Key(name))
	switch {
	case !naming.IsVariable(name) || len(name) > 256:
		s.Report(p.Key, key, "use letters, digits and _, not beginning with a digit", "%s cannot be the name of a variable", words.Quote(name))
	case strings.HasPrefix(name, "DEVSERVERS_"):
		s.Report(p.Key, key, "choose another name", "names that begin with DEVSERVERS_ are set by devservers itself")
	case p.Value.Kind == yml.Null:
		s.Report(p.Value, key, `write "" for an empty value; what is in your environment is passed on anyway`, "the value is missing")
	case p.Value.Kind != yml.Scalar:
		s.Report(p.Value, key, "write one value, in quotes when it has special characters", "expected a single value, found %s", yml.Found(p.Value))
	default:
		s.Env = append(s.Env, envvar.Var{Name: name, Value: p.Value.Text})
	}
}

// readEnvFiles makes paths absolute, from the project's directory, and keeps relative ones inside it.
func (s *serverReader) readEnvFiles(v *yml.Node, key string) {
	const form = "write a file inside the project, such as .env, or an absolute path"
	if v.Kind == yml.Null {
		return
	}
	for _, item := range s.Texts(v, key, form) {
		switch {
		case strings.TrimSpace(item.Text) == "":
			s.Report(item, key, form, "the file's name is empty")
		case filepath.IsAbs(item.Text):
			s.EnvFiles = append(s.EnvFiles, filepath.Clean(item.Text))
		case !filepath.IsLocal(item.Text):
			s.Report(item, key, form, "%s is outside the project", words.Quote(item.Text))
		default:
			s.EnvFiles = append(s.EnvFiles, filepath.Join(s.project.Dir, item.Text))
		}
	}
}

func (s *serverReader) readAutostart(v *yml.Node, key string) {
	s.Autostart = s.Boolean(v, key, false)
}

func (s *serverReader) readMemory(v *yml.Node, key string) {
	s.Memory = s.Size(v, key, DefaultMemory)
}

func (s *serverReader) readFileSize(v *yml.Node, key string) { s.FileSize = s.Size(v, key, 0) }

func (s *serverReader) readPTY(v *yml.Node, key string) { s.PTY = s.Boolean(v, key, true) }

func (s *serverReader) readIdleTimeout(v *yml.Node, key string) {
	s.IdleTimeout = s.Minutes(v, key)
}

func (s *serverReader) readPrefixLogs(v *yml.Node, key string) {
	s.Boolean(v, key, false)
	s.Warn(v, key, "remove it", "this key is from an older version and has no effect: each line of output says which server it is from")
}
