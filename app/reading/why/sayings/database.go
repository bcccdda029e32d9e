package sayings

import (
	"path/filepath"
	"strings"
)

// Databases returns the paths of SQLite databases that texts name; relative ones begin in workDir.
func Databases(texts []string, workDir string) (paths []string) {
	for _, text := range texts {
		for _, m := range DatabaseName().FindAllStringSubmatch(text, 8) {
			path := m[1] + m[2]
			if m[1] != "" {
				path = strings.Replace(path, "//", "/", 1)
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(workDir, path)
			}
			paths = append(paths, path)
		}
	}
	return paths
}
