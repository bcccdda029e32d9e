package config

import (
	"path/filepath"
	"strings"

	"devservers/app/words"
)

func (s *serverReader) readCommand(v *node, key string) {
	s.hasCommand = true
	s.Command = readCommand(&s.reader, v, key)
}

// readWorkingDir resolves the directory as far as it exists; a start checks it again (CheckPlace).
func (s *serverReader) readWorkingDir(v *node, key string) {
	dir, ok := s.text(v, key, "write a directory inside the project, such as . or frontend")
	if !ok {
		return
	}
	resolved, exists, err := insideProject(s.project.Dir, dir)
	if err != nil {
		s.fault(v, key, "write a directory inside the project, such as . or frontend", "%s", err)
		return
	}
	s.WorkingDir = resolved
	if !exists {
		s.warn(v, key, "create it, or mend the name; starting will fail until it is there", "this directory does not exist")
	}
}

func (s *serverReader) readPort(v *node, key string) {
	const form = "write the port's number, or auto for a free one"
	if v.kind == scalarNode && v.text == "auto" {
		s.Port = Port{Auto: true}
		return
	}
	if v.kind == nullNode {
		return
	}
	if n, ok := s.integer(v, key, form, 1, 65535); ok {
		s.Port = Port{Number: n}
	}
}

// readEnv takes values as they are written: 1, true and 1.50 are text in an environment.
func (s *serverReader) readEnv(v *node, key string) {
	const form = `write NAME: value under it, such as env: {DEBUG: "1"}`
	if v.kind == nullNode {
		return
	}
	if v.kind != mappingNode {
		s.fault(v, key, form, "expected a mapping of names to values, found %s", found(v))
		return
	}
	for _, p := range v.pairs {
		s.readEnvVar(p, key)
	}
}

func (s *serverReader) readEnvVar(p pair, path string) {
	name := p.key.text
	key := join(path, shown(name))
	switch {
	case !isName(name) || len(name) > 256:
		s.fault(p.key, key, "use letters, digits and _, not beginning with a digit", "%s cannot be the name of a variable", words.Quote(name))
	case strings.HasPrefix(name, "DEVSERVERS_"):
		s.fault(p.key, key, "choose another name", "names that begin with DEVSERVERS_ are set by devservers itself")
	case p.value.kind == nullNode:
		s.fault(p.value, key, `write "" for an empty value; what is in your environment is passed on anyway`, "the value is missing")
	case p.value.kind != scalarNode:
		s.fault(p.value, key, "write one value, in quotes when it has special characters", "expected a single value, found %s", found(p.value))
	default:
		s.Env = append(s.Env, EnvVar{Name: name, Value: p.value.text})
	}
}

// readEnvFiles makes paths absolute, from the project's directory, and keeps relative ones inside it.
func (s *serverReader) readEnvFiles(v *node, key string) {
	const form = "write a file inside the project, such as .env, or an absolute path"
	if v.kind == nullNode {
		return
	}
	for _, item := range s.texts(v, key, form) {
		switch {
		case strings.TrimSpace(item.text) == "":
			s.fault(item, key, form, "the file's name is empty")
		case filepath.IsAbs(item.text):
			s.EnvFiles = append(s.EnvFiles, filepath.Clean(item.text))
		case !filepath.IsLocal(item.text):
			s.fault(item, key, form, "%s is outside the project", words.Quote(item.text))
		default:
			s.EnvFiles = append(s.EnvFiles, filepath.Join(s.project.Dir, item.text))
		}
	}
}
