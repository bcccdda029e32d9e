package words

import "path/filepath"

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
