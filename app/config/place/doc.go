// Package place decides which directories and files devservers uses: a project lies inside the home directory, its
// working directories and files lie inside the project, symlinks resolved. It also names the branch of a git worktree.
// It knows nothing of the content of files.
package place
