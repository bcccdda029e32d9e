package sources

import (
	"os"
	"path/filepath"
	"regexp"
)

// ConfigOf returns the only file of the project with the configuration of a tool that does not lie in the working directory, by
// its name: knexfile.js, knex.config.js, .knexrc; or "".
func ConfigOf(p *Project, tool string) (found string) {
	named := regexp.MustCompile(`^(?:` + regexp.QuoteMeta(tool) + `(?:file|\.config|\.conf|-config)\.\w+|\.` + regexp.QuoteMeta(tool) + `rc(?:\.\w+)?)$`)
	n := 0
	p.Search(func(dir string) bool {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if named.MatchString(e.Name()) && dir != p.WorkDir {
				found, n = filepath.Join(dir, e.Name()), n+1
			}
		}
		return false
	})
	if n != 1 || len(tool) < 3 {
		return ""
	}
	return found
}
