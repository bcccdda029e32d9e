package place

import (
	"os"
	"path/filepath"
	"strings"

	"devservers/app/config/naming"
)

// maxBranch is how much of a branch's name goes into a project's id.
const maxBranch = 40

// Checkout is a work tree of a git repository.
type Checkout struct {
	Top    string // its directory
	GitDir string // the repository's .git, the same for all of its work trees
}

// CheckoutOf returns the work tree that holds dir, and false if there is none. A linked work tree counts only if its
// repository knows it: its .git names a directory whose gitdir file names it in turn (gitrepository-layout(5)).
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
	named, err := ReadFile(filepath.Join(gitDir, "gitdir"), 4<<10)
	back := strings.TrimSpace(string(named))
	if !filepath.IsAbs(back) {
		back = filepath.Join(gitDir, back)
	}
	if gitDir == "" || err != nil || back != link {
		return Checkout{}, false
	}
	return Checkout{top, filepath.Dir(filepath.Dir(gitDir))}, true
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

// worktreeDir returns what the .git file of a linked worktree names. A submodule has one too, but not under worktrees/:
// then it returns "".
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
	name := naming.Suggest(s)
	return strings.TrimRight(name[:min(len(name), maxBranch)], "-.")
}
