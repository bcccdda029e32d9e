package environment

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/yml"
)

// The bounds of what is read of .worktreeinclude.
const (
	includeFile = ".worktreeinclude"
	mostCopied  = 30
)

// included returns what .worktreeinclude lists, in the syntax of .gitignore: files and directories that are there and
// that git ignores. Coding agents copy them into new worktrees.
func included(dir string) (paths []string) {
	if _, err := os.Stat(filepath.Join(dir, includeFile)); err != nil {
		return nil
	}
	listed, _ := yml.AskGit(dir, "", "ls-files", "-z", "--others", "--ignored", "--directory",
		"--exclude-from="+includeFile)
	ignored, _ := yml.AskGit(dir, listed, "check-ignore", "-z", "--stdin") // it fails if nothing is ignored
	for _, path := range strings.Split(ignored, "\x00") {
		if path = strings.TrimSuffix(path, "/"); path != "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths[:min(len(paths), mostCopied)]
}

// isOdd reports whether a character of a path has to be quoted in a list of YAML.
func isOdd(r rune) bool {
	plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._/-", r)
	return !plain
}
