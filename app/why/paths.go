package why

import (
	"os"
	"path/filepath"
)

// near returns the first of these files in the working directory or one above it, up to the project's, or "".
func (c *clues) near(names ...string) (path string) {
	for dir := c.dir; ; dir = filepath.Dir(dir) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path
			}
		}
		if rel, err := filepath.Rel(c.projectDir, dir); err != nil || rel == "." || !filepath.IsLocal(rel) {
			return ""
		}
	}
}

// shown returns path as people in the project write it.
func (c *clues) shown(path string) string {
	if rel, err := filepath.Rel(c.projectDir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// in returns command with a cd to the directory of file, if that is not the project's.
func (c *clues) in(file, command string) string {
	if dir := filepath.Dir(file); file != "" && dir != c.projectDir {
		return "cd " + c.shown(dir) + " && " + command
	}
	return command
}

// maxRead is the size in bytes up to which files of the project are read.
const maxRead = 1 << 20

// read returns the text of a file, or "" if it can't be read or is too large.
func read(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRead {
		return ""
	}
	data, _ := os.ReadFile(path)
	return string(data)
}
