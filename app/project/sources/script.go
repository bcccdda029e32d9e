package sources

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Script is the content of the first line of a script.
type Script struct {
	Path        string
	Interpreter string // with its path; "" = it has no first line with #!
	CRLF        bool   // lines end as on Windows, which an interpreter takes for part of its name or its arguments
}

// Scripts returns the scripts that the command names, the ones that package.json runs, and others.
func (p *Project) Scripts(others ...string) (list []Script) {
	names := slices.Concat(p.Argv, others)
	pkg, _ := p.PackageJSON()
	for _, name := range slices.Sorted(maps.Keys(pkg.Scripts)) {
		names = append(names, strings.Fields(pkg.Scripts[name])...)
	}
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.WorkDir, name)
		}
		if s, ok := readScript(path); ok {
			list = append(list, s)
		}
	}
	return list
}

// shells are the extensions of scripts for a shell, which can't read lines of Windows.
var shells = []string{".sh", ".bash", ".zsh", ".ksh"}

func readScript(path string) (s Script, ok bool) {
	first, rest, _ := strings.Cut(Read(path), "\n")
	s.Path = path
	command, marked := strings.CutPrefix(first, "#!")
	if words := strings.Fields(command); marked && len(words) > 0 {
		s.Interpreter = words[0]
	}
	s.CRLF = marked && strings.HasSuffix(first, "\r") || slices.Contains(shells, filepath.Ext(path)) &&
		(strings.HasSuffix(first, "\r") || strings.Contains(rest, "\r\n"))
	return s, marked || s.CRLF
}
