package yml

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxBranch is how much of a branch's name goes into a project's id.
const maxBranch = 40

// Checkout is a work tree of a git repository.
type Checkout struct {
	Top    string // its directory
	GitDir string // the repository's .git, the same for all of its work trees
}

// CheckoutOf returns the work tree that holds dir, and false if there is none. A linked work tree counts only if its
// repository lists it: its .git names a directory whose gitdir file names it in turn (gitrepository-layout(5)).
func CheckoutOf(dir string) (Checkout, bool) {
	top, info := gitRoot(dir)
	if info == nil {
		return Checkout{}, false
	}
	link := filepath.Join(top, ".git")
	if info.IsDir() {
		return Checkout{top, link}, true
	}
	gitDir := worktreeDir(top)
	if gitDir == "" || linkOf(gitDir) != link {
		return Checkout{}, false
	}
	return Checkout{top, filepath.Dir(filepath.Dir(gitDir))}, true
}

// Linked reports whether c is a linked work tree, and not the repository's main one.
func (c Checkout) Linked() bool { return filepath.Join(c.Top, ".git") != c.GitDir }

// Main returns the place of a path of c in the repository's main work tree; "" if it has none, as a bare repository.
func (c Checkout) Main(path string) string {
	rel, err := filepath.Rel(c.Top, path)
	if err != nil || !filepath.IsLocal(rel) || filepath.Base(c.GitDir) != ".git" {
		return ""
	}
	return filepath.Join(filepath.Dir(c.GitDir), rel)
}

// Removed reports whether dir was in a linked work tree that its repository no longer lists. main is a directory in
// another work tree of the repository.
func Removed(dir, main string) bool {
	own, ok := CheckoutOf(main)
	if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) || !ok {
		return false
	}
	list, err := filepath.Glob(filepath.Join(own.GitDir, "worktrees", "*", "gitdir"))
	for _, file := range list {
		if top := filepath.Dir(linkOf(filepath.Dir(file))); Within(top, dir) {
			return false
		}
	}
	return err == nil
}

// linkOf returns the .git file of the work tree that a directory below worktrees/ is about; "" if it can't be read.
func linkOf(gitDir string) string {
	named, err := ReadFile(filepath.Join(gitDir, "gitdir"), 4<<10)
	if err != nil {
		return ""
	}
	back := strings.TrimSpace(string(named))
	if !filepath.IsAbs(back) {
		back = filepath.Join(gitDir, back)
	}
	return back
}

// gitRoot returns the nearest directory with a .git, and what that is.
func gitRoot(dir string) (string, os.FileInfo) {
	for at := dir; ; at = filepath.Dir(at) {
		if info, err := os.Lstat(filepath.Join(at, ".git")); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			return at, info
		}
		if filepath.Dir(at) == at {
			return "", nil
		}
	}
}

// WorktreeBranch returns what a linked git worktree adds to its project's id: the branch, in characters that an id may
// contain, or the short commit if no branch is checked out. It returns "" if dir is not in a linked worktree. It reads
// git's files (gitrepository-layout(5)) and runs nothing.
func WorktreeBranch(dir string) string {
	top, info := gitRoot(dir)
	if info == nil || info.IsDir() {
		return ""
	}
	gitDir := worktreeDir(top)
	if gitDir == "" {
		return ""
	}
	if name := headName(gitDir); name != "" {
		return name
	}
	return branchName(filepath.Base(gitDir))
}

// worktreeDir returns what the .git file of a linked worktree names. A submodule also has one, but not under
// worktrees/: then it returns "".
func worktreeDir(top string) string {
	link, err := ReadFile(filepath.Join(top, ".git"), 4<<10)
	path, ok := strings.CutPrefix(strings.TrimSpace(string(link)), "gitdir:")
	if err != nil || !ok {
		return ""
	}
	gitDir := strings.TrimSpace(path)
	if !filepath.IsAbs(gitDir) {
		gitDir = filepath.Join(top, gitDir)
	}
	if filepath.Base(filepath.Dir(gitDir)) != "worktrees" {
		return ""
	}
	return gitDir
}

// headName reads HEAD: "ref: refs/heads/feature/x", or a commit. With the reftable format it holds a placeholder.
func headName(gitDir string) string {
	head, err := ReadFile(filepath.Join(gitDir, "HEAD"), 4<<10)
	text := strings.TrimSpace(string(head))
	if err != nil || text == "ref: refs/heads/.invalid" {
		return ""
	}
	if ref, ok := strings.CutPrefix(text, "ref:"); ok {
		return branchName(strings.TrimPrefix(strings.TrimSpace(ref), "refs/heads/"))
	}
	return branchName(text[:min(len(text), 7)])
}

func branchName(s string) string {
	name := Suggest(s)
	return strings.TrimRight(name[:min(len(name), maxBranch)], "-.")
}

// Linked returns the directories of the linked work trees that a repository lists, also those that are missing.
func Linked(gitDir string) (tops []string) {
	list, _ := filepath.Glob(filepath.Join(gitDir, "worktrees", "*", "gitdir")) // the pattern is well-formed
	for _, file := range list {
		if link := linkOf(filepath.Dir(file)); link != "" {
			tops = append(tops, filepath.Dir(link))
		}
	}
	return tops
}
