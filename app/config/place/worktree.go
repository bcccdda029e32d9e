package place

import (
	"os"
	"path/filepath"
	"strings"

	"devservers/app/config/naming"
)

// maxBranch is how much of a branch's name goes into a project's id.
const maxBranch = 40

// WorktreeBranch returns what a linked git worktree adds to its project's id: the branch, in characters that an id may
// contain, or the short commit if no branch is checked out. It returns "" if dir is not in a linked worktree. It reads
// git's files (gitrepository-layout(5)) and runs nothing.
func WorktreeBranch(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Lstat(filepath.Join(at, ".git"))
		if err == nil && info.Mode().IsRegular() {
			return branchOf(at)
		}
		if err == nil || filepath.Dir(at) == at {
			return ""
		}
	}
}

// branchOf reads the .git file of a linked worktree. A submodule has one too, but not under worktrees/.
func branchOf(dir string) string {
	link, err := ReadFile(filepath.Join(dir, ".git"), 4<<10)
	path, ok := strings.CutPrefix(strings.TrimSpace(string(link)), "gitdir:")
	if err != nil || !ok {
		return ""
	}
	gitDir := strings.TrimSpace(path)
	if !filepath.IsAbs(gitDir) {
		gitDir = filepath.Join(dir, gitDir)
	}
	if filepath.Base(filepath.Dir(gitDir)) != "worktrees" {
		return ""
	}
	if name := headName(gitDir); name != "" {
		return name
	}
	return branchName(filepath.Base(gitDir))
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
