package sources

import (
	"path/filepath"
	"strings"
)

// initializers are database servers that need a directory with their files, the option that names it, and what makes
// it.
var initializers = map[string][2]string{
	"postgres": {"-D", "initdb -D "}, "mariadbd": {"--datadir", "mariadb-install-db --datadir="},
	"mysqld": {"--datadir", "mysqld --initialize-insecure --datadir="},
	"mongod": {"--dbpath", "mkdir -p "}, "etcd": {"--data-dir", "mkdir -p "},
}

// Initializes returns the command that makes the directory of a database server, if path is that directory or in it.
func (p *Project) Initializes(path string) string {
	dir, init := p.DataDirectory()
	if rel, err := filepath.Rel(filepath.Join(p.WorkDir, dir), path); init != "" && err == nil && filepath.IsLocal(rel) ||
		dir != "" && filepath.Clean(dir) == filepath.Clean(path) {
		return init
	}
	return ""
}

// DataDirectory returns the directory that the command gives a database server, and the command that initializes it.
func (p *Project) DataDirectory() (dir, init string) {
	if len(p.Argv) == 0 {
		return "", ""
	}
	how := initializers[filepath.Base(p.Argv[0])]
	for i, arg := range p.Argv {
		dir, ok := strings.CutPrefix(arg, how[0]+"=")
		if arg == how[0] && i+1 < len(p.Argv) {
			dir, ok = p.Argv[i+1], true
		}
		if ok && how[0] != "" && Valid(dir) {
			return dir, how[1] + dir
		}
	}
	return "", ""
}
