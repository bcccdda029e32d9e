package environment

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The bounds of what is read of .worktreeinclude.
const (
	includeFile = ".worktreeinclude"
	includeTime = 5 * time.Second
	mostCopied  = 30
)

// included returns what .worktreeinclude lists, in the syntax of .gitignore: files and directories that are there and
// that git ignores. Coding agents copy them into new worktrees.
func included(dir string) (paths []string) {
	if _, err := os.Stat(filepath.Join(dir, includeFile)); err != nil {
		return nil
	}
	listed := askGit(dir, "", "ls-files", "-z", "--others", "--ignored", "--directory", "--exclude-from="+includeFile)
	for _, path := range strings.Split(askGit(dir, listed, "check-ignore", "-z", "--stdin"), "\x00") {
		if path = strings.TrimSuffix(path, "/"); path != "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths[:min(len(paths), mostCopied)]
}

// askGit returns what git prints about a directory, or "". Nothing that the repository's configuration names is run.
func askGit(dir, input string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), includeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "-c", "core.fsmonitor=false", "-c",
		"core.hooksPath=/dev/null"}, args...)...)
	cmd.Env, cmd.Stdin = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0"), bytes.NewBufferString(input)
	out, _ := cmd.Output() // check-ignore fails if nothing is ignored
	return string(out)
}

// isOdd reports whether a character of a path has to be quoted in a list of YAML.
func isOdd(r rune) bool {
	plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._/-", r)
	return !plain
}
