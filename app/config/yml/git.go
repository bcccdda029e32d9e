package yml

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const gitTimeout = 5 * time.Second

// repository asks git about the work tree that holds a directory. It uses only commands that read objects: those that
// look at files of the work tree can run what its configuration and attributes name.
type repository string

func (r repository) ask(args ...string) (string, error) { return AskGit(string(r), "", args...) }

// AskGit returns what git prints about a directory. Nothing that the repository's configuration names is run.
func AskGit(dir, input string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "-c", "core.fsmonitor=false", "-c",
		"core.hooksPath=/dev/null"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1")
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	return strings.TrimSuffix(string(out), "\n"), err
}

// head returns the commit that is checked out.
func (r repository) head() (string, error) {
	return r.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
}

// headAt returns the newest commit of HEAD from before a time.
func (r repository) headAt(t time.Time) (string, error) {
	return r.ask("rev-list", "-1", "--before="+strconv.FormatInt(t.Unix(), 10), "HEAD")
}

// beyond returns how many commits HEAD has that another one lacks, and the files that they change, from the top.
func (r repository) beyond(other string) (commits int, files []string, err error) {
	count, err := r.ask("rev-list", "--count", "HEAD", "^"+other)
	if err != nil {
		return 0, nil, err
	}
	if commits, err = strconv.Atoi(count); err != nil || commits == 0 {
		return commits, nil, err
	}
	names, err := r.ask("diff", "--name-only", "-z", "--no-ext-diff", "--no-textconv", "--no-renames", other+"...HEAD")
	return commits, strings.FieldsFunc(names, func(c rune) bool { return c == 0 }), err
}

// content returns a file as a commit has it; "" if it has none.
func (r repository) content(commit, file string) string {
	rel, err := filepath.Rel(string(r), file)
	if err != nil || commit == "" {
		return ""
	}
	text, err := r.ask("cat-file", "blob", commit+":./"+filepath.ToSlash(rel))
	if err != nil {
		return ""
	}
	return text + "\n"
}
