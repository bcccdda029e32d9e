package config

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

func (s *serverReader) readWatch(v *yml.Node, key string) {
	const form = `write patterns of files, such as watch: ["**/*.py", "!tests/**"]`
	for _, item := range s.Texts(v, key, form) {
		pattern := strings.TrimPrefix(item.Text, "!")
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" || strings.HasPrefix(pattern, "/") {
			s.Report(item, key, form, "expected a pattern of files in the project, found %s", yml.Found(item))
			continue
		}
		s.Watch = append(s.Watch, strings.TrimPrefix(item.Text, "./"))
		s.findWatched(item, key, pattern)
	}
}

// findWatched warns of a pattern that begins with a directory that does not exist. It may be created later.
func (s *serverReader) findWatched(item *yml.Node, key, pattern string) {
	first, _, below := strings.Cut(strings.TrimPrefix(pattern, "./"), "/")
	if !below || strings.ContainsAny(first, `*?[\\`) || item.Text != pattern {
		return
	}
	if _, err := os.Stat(filepath.Join(s.project.Dir, first)); os.IsNotExist(err) {
		s.Warn(item, key, "patterns begin at the directory of devservers.yml; create it or correct the name",
			"%s fits no file: there is no %s", yml.Found(item), first)
	}
}

// Watched returns the files whose change restarts the server.
func (s Server) Watched(files []string) []string {
	return words.Only(files, s.watches)
}

// watches reports whether a change of a file restarts the server. The file is relative to the project, with slashes.
// The last matching pattern decides; one that begins with ! excludes files.
func (s Server) watches(file string) bool {
	concerns := false
	name := strings.Split(file, "/")
	for _, pattern := range s.Watch {
		if out, cut := strings.CutPrefix(pattern, "!"); matchPath(strings.Split(out, "/"), name) {
			concerns = !cut
		}
	}
	return concerns
}

// matchPath matches part by part, as path.Match does. ** matches any number of parts. A pattern that ends at a
// directory matches everything in it.
func matchPath(pattern, name []string) bool {
	if len(pattern) == 0 || len(pattern) == 1 && pattern[0] == "" {
		return true
	}
	if pattern[0] == "**" {
		return matchPath(pattern[1:], name) && len(pattern) > 1 || len(name) > 0 &&
			(len(pattern) == 1 || matchPath(pattern, name[1:]))
	}
	if len(name) == 0 {
		return false
	}
	fits, _ := path.Match(pattern[0], name[0]) // readWatch has checked the pattern
	return fits && matchPath(pattern[1:], name[1:])
}
