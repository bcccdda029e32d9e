package environment

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// removes reports whether a removal takes the checkout: ours, unless it is the place of another project, too.
func (e *Environments) removes(b settings.Branch, a Removal) bool {
	for _, other := range e.records.All() {
		if other.Top == b.Top && other.Dir != b.Dir {
			return false
		}
	}
	return (b.Made || a.Remove) && !a.Keep
}

// pinned returns why an agent can't remove an environment: a person has pinned one of its servers.
func (e *Environments) pinned(b settings.Branch, a Removal) error {
	v, err := e.sup.Project(b.ID)
	if err != nil || !a.Actor.IsAgent() {
		return nil
	}
	for _, st := range v.Members() {
		if st.Pinned {
			return app.Failf(app.CodeNeedsHuman, "ask the person who pinned it", "%s is pinned", st.Ref())
		}
	}
	return nil
}

// mostNamed is how many unsaved files an error names.
const mostNamed = 5

// unsaved returns an error that names work in the worktree that is in no commit, or in no branch.
func (e *Environments) unsaved(ctx context.Context, p ground, b settings.Branch) error {
	if _, err := os.Stat(b.Top); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	g := e.git(p)
	if b.Temp != "" || !fileExists(filepath.Join(b.Top, ".git")) { // it never was whole
		return nil
	}
	args := []string{"status", "--porcelain", "--untracked-files=all", "--", ".",
		":(exclude,glob)**/*.devservers-part*", ":(exclude,glob)**/*.devservers-part/**"}
	for _, path := range p.ours(b) {
		args = append(args, ":(exclude,literal)"+filepath.ToSlash(filepath.Join(p.rel, path)))
	}
	list, err := g.in(ctx, b.Top, args...)
	if err != nil {
		return app.Failf(app.CodeConflict, "check it, or use --force", "git can't tell whether %s has uncommitted work: %v",
			b.Top, err)
	}
	if list != "" {
		lines := strings.Split(list, "\n")
		fail := app.Failf(app.CodeConflict, "commit or stash it, or discard it: devservers down "+b.Branch+" --force",
			"%s has uncommitted work: %s", b.Top, words.Count(len(lines), "file"))
		fail.Output = lines[:min(len(lines), mostNamed)]
		return fail
	}
	if on, err := g.in(ctx, b.Top, "branch", "--all", "--contains", "HEAD", "--format=%(refname)"); err == nil &&
		!strings.Contains(on, "refs/") {
		return app.Failf(app.CodeConflict, "make a branch of it: git -C "+b.Top+" switch -c NAME",
			"the commits of %s are on no branch", b.Top)
	}
	return nil
}

func fileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ours returns the paths in the project that we have put there: they may be in no commit and are no work, unless they
// were changed and git doesn't ignore them.
func (p ground) ours(b settings.Branch) (paths []string) {
	for path, c := range b.Copied {
		info, err := os.Stat(filepath.Join(p.dir, path))
		if err == nil && (info.IsDir() || sameFiles(p, path)) && c.Files > 0 {
			paths = append(paths, path)
		}
	}
	for _, f := range b.Forks {
		if rel, err := filepath.Rel(p.dir, f.Path); err == nil && f.Path != "" && filepath.IsLocal(rel) && f.Done {
			paths = append(paths, rel, rel+"-wal", rel+"-shm", rel+"-journal")
		}
	}
	if file := filepath.Base(p.main.File()); sameFiles(p, file) {
		paths = append(paths, file)
	}
	return paths
}

// sameFiles reports whether a file has the content that it has in the main checkout.
func sameFiles(p ground, path string) bool {
	return digest(p.main.Reg.Path, []string{path}) == digest(p.dir, []string{path})
}
