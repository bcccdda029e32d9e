package finders

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// shebang is the content of the first line of a script.
type shebang struct {
	path        string
	interpreter string // with its path; "" = it has no first line with #!
	crlf        bool   // lines end as on Windows, which an interpreter takes for part of its name or its arguments
}

// scripts returns the scripts that the command names, the ones that package.json runs, and others.
func (s *Scene) scripts(others ...string) (list []shebang) {
	names := slices.Concat(s.Argv, others)
	pkg, _ := s.PackageJSON()
	for _, name := range slices.Sorted(maps.Keys(pkg.Scripts)) {
		names = append(names, strings.Fields(pkg.Scripts[name])...)
	}
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(s.WorkDir, name)
		}
		if one, ok := readScript(path); ok {
			list = append(list, one)
		}
	}
	return list
}

// shells are the extensions of scripts for a shell, which can't read lines of Windows.
var shells = []string{".sh", ".bash", ".zsh", ".ksh"}

func readScript(path string) (s shebang, ok bool) {
	first, rest, _ := strings.Cut(sources.Read(path), "\n")
	s.path = path
	command, marked := strings.CutPrefix(first, "#!")
	if words := strings.Fields(command); marked && len(words) > 0 {
		s.interpreter = words[0]
	}
	s.crlf = marked && strings.HasSuffix(first, "\r") || slices.Contains(shells, filepath.Ext(path)) &&
		(strings.HasSuffix(first, "\r") || strings.Contains(rest, "\r\n"))
	return s, marked || s.crlf
}
