package words

import (
	"fmt"
	"path/filepath"
)

// Path returns path as people write it: what is in the home directory begins with ~.
func Path(home, path string) string {
	if home == "" {
		return path
	}
	if rel, err := filepath.Rel(home, path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

// Files returns a short text that names files.
func Files(files []string) string {
	if len(files) == 1 {
		return files[0]
	}
	return fmt.Sprintf("%s and %d more", files[0], len(files)-1)
}
