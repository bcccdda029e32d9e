package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

const envFileForm = "write a file inside the project, such as .env, an absolute path, or {path: .env, fallback: main}"

var envFileRows = []row[*envFileReader]{
	{name: "path", value: `{"type": "string"}`, about: "A file inside the project, or an absolute path.",
		read: func(e *envFileReader, v *yml.Node, key string) { e.path = e.envPath(v, key) }},
	{name: "fallback", value: `{"enum": ["main"]}`, read: (*envFileReader).readFallback,
		about: "main: a worktree that lacks the file takes the main checkout's."},
}

// envFileReader reads one entry of env_file that is a mapping.
type envFileReader struct {
	*serverReader
	path string
	main bool
}

// readEnvFiles reads one file, or a list.
func (s *serverReader) readEnvFiles(v *yml.Node, key string) {
	items := []*yml.Node{v}
	switch v.Kind {
	case yml.Null:
		return
	case yml.List:
		items = v.Items
	}
	for _, item := range items {
		s.readEnvFile(item, key)
	}
}

func (s *serverReader) readEnvFile(item *yml.Node, key string) {
	e := envFileReader{serverReader: s}
	if item.Kind == yml.Mapping {
		s.Fields(item, key, envFileForm, fieldsOf(envFileRows, &e))
	} else {
		e.path = s.envPath(item, key)
	}
	if e.path == "" {
		return
	}
	s.EnvFiles = append(s.EnvFiles, e.path)
	own, ok := yml.CheckoutOf(s.project.Dir)
	if !e.main || !ok || !own.Linked() || own.Main(e.path) == "" {
		return
	}
	if s.Fallbacks == nil {
		s.Fallbacks = map[string]string{}
	}
	s.Fallbacks[e.path] = own.Main(e.path)
}

// envPath makes a path absolute. Relative ones start at the project's directory and stay inside it.
func (s *serverReader) envPath(item *yml.Node, key string) string {
	text, ok := s.Text(item, key, envFileForm)
	switch {
	case !ok:
	case strings.TrimSpace(text) == "":
		s.Report(item, key, envFileForm, "the file's name is empty")
	case filepath.IsAbs(text):
		return filepath.Clean(text)
	case !filepath.IsLocal(text):
		s.Report(item, key, envFileForm, "%s is outside the project", words.Quote(text))
	default:
		return filepath.Join(s.project.Dir, text)
	}
	return ""
}

func (e *envFileReader) readFallback(v *yml.Node, key string) {
	if e.main = v.Text == "main"; !e.main {
		e.Report(v, key, "write fallback: main", "expected main, found %s", yml.Found(v))
	}
}

// WithFallbacks returns p with env files of the main checkout in place of files that a worktree lacks and that may come
// from there.
func (p Project) WithFallbacks() Project {
	p.Servers, p.Tasks = slices.Clone(p.Servers), slices.Clone(p.Tasks)
	for _, list := range [][]Server{p.Servers, p.Tasks} {
		for i := range list {
			list[i].fallBack()
		}
	}
	return p
}

func (s *Server) fallBack() {
	s.EnvFiles, s.Borrowed = slices.Clone(s.EnvFiles), nil
	for i, file := range s.EnvFiles {
		if from := s.Fallbacks[file]; borrows(file, from) {
			s.EnvFiles[i], s.Borrowed = from, append(s.Borrowed, from)
		}
	}
}

// FallbacksDiffer reports whether WithFallbacks would choose other files now than it did for p.
func (p Project) FallbacksDiffer() bool {
	for s := range p.All() {
		for file, from := range s.Fallbacks {
			if slices.Contains(s.Borrowed, from) != borrows(file, from) {
				return true
			}
		}
	}
	return false
}

// borrows reports whether a file is missing and its fallback is not.
func borrows(file, from string) bool {
	if from == "" {
		return false
	}
	_, own := os.Stat(file)
	_, other := os.Stat(from)
	return os.IsNotExist(own) && other == nil
}
