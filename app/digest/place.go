package digest

import (
	"path"
	"strings"
)

// paths names files relative to the project's root.
type paths struct{ root, sub string }

func newPaths(root, dir string) paths {
	p := paths{root: strings.TrimSuffix(root, "/")}
	if rest, ok := strings.CutPrefix(dir, p.root+"/"); ok && p.root != "" {
		p.sub = rest
	}
	return p
}

// short returns a file relative to the project's root, if it is in it.
func (p paths) short(file string) string {
	file = strings.TrimPrefix(file, "file://")
	file, _, _ = strings.Cut(file, "?") // Vite's ?t=1700000000000
	if len(file) > maxMessage {
		return ""
	}
	switch {
	case strings.HasPrefix(file, "node:"):
		return ""
	case file == "" || strings.Contains(file, "://"):
	case path.IsAbs(file):
		if rest, ok := strings.CutPrefix(file, p.root+"/"); ok && p.root != "" {
			return rest
		}
	case strings.Contains(file, "/") || strings.Contains(file, "."):
		return path.Join(p.sub, file)
	}
	return file
}
