package environment

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/environment/copies"
)

// BusyVariable is set for git while up makes a worktree: a hook of git that calls setup has nothing to do then.
const BusyVariable = "DEVSERVERS_UP"

// git runs git in a repository.
type git struct {
	tools copies.Tools
	top   string      // of the main checkout
	turn  *sync.Mutex // of the repository, for commands about its worktrees
}

// git returns git of a project's repository, in the environment of the project.
func (e *Environments) git(p ground) git {
	turn, _ := e.turns.LoadOrStore(p.git.Top, &sync.Mutex{})
	return git{e.tools(context.Background(), p), p.git.Top, turn.(*sync.Mutex)}
}

// tools returns how programs run for a project: in the environment of its main checkout, holding the lock of ctx.
func (e *Environments) tools(ctx context.Context, p ground) copies.Tools {
	t := copies.Tools{Dir: p.git.Top}
	t.Lock, _ = ctx.Value(lockKey{}).(*os.File)
	env, err := e.environOf(p.main, "")
	if err != nil || env == nil {
		for name, value := range e.sup.Files.OwnEnv() {
			t.Env = append(t.Env, name+"="+value)
		}
		return t
	}
	for _, v := range env.List() {
		if !strings.HasPrefix(v, "GIT_") { // of a hook that runs us
			t.Env = append(t.Env, v)
		}
	}
	return t
}

// in runs git in a directory. A file system monitor of git would outlive it and hold the lock. Commands about worktrees
// take turns: each reads the files of all of them, and fails over those of one that another command is making.
func (g git) in(ctx context.Context, dir string, args ...string) (string, error) {
	if args[0] == "worktree" {
		g.turn.Lock()
		defer g.turn.Unlock()
	}
	return g.tools.Call(ctx, "git", append([]string{"-c", "core.fsmonitor=false", "-C", dir}, args...)...)
}

// branchOf returns the branch of a checkout, or its short commit.
func (g git) branchOf(ctx context.Context, top string) string {
	if name, err := g.in(ctx, top, "symbolic-ref", "--quiet", "--short", "HEAD"); err == nil {
		return name
	}
	commit, _ := g.in(ctx, top, "rev-parse", "--short", "HEAD")
	return commit
}

// worktreeOf returns the checkout that has a branch, or "".
func (g git) worktreeOf(ctx context.Context, branch string) (string, error) {
	if strings.HasPrefix(branch, "-") {
		return "", app.Failf(app.CodeInvalid, "name a branch", "%q is not a branch", branch)
	}
	if _, err := g.in(ctx, g.top, "check-ref-format", "--branch", branch); err != nil {
		return "", app.Failf(app.CodeInvalid, "name a branch", "%q is not a branch: %v", branch, err)
	}
	top, err := g.listed(ctx, branch)
	if _, missing := os.Stat(top); missing != nil || hidden(top) {
		return "", err // its directory is missing, or a killed call has not finished it
	}
	return top, err
}

// listed returns the checkout that git lists for a branch, also if its directory is missing.
func (g git) listed(ctx context.Context, branch string) (string, error) {
	list, err := g.in(ctx, g.top, "worktree", "list", "--porcelain")
	top := ""
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if dir, ok := strings.CutPrefix(line, "worktree "); ok {
			top = dir
		} else if line == "branch refs/heads/"+branch {
			return top, err
		}
	}
	return "", err
}

// forgetMissing removes the worktree that git lists for a branch if its directory is gone. A locked one may be on a
// disk that is not there now.
func (g git) forgetMissing(ctx context.Context, branch string) error {
	top, err := g.listed(ctx, branch)
	if _, missing := os.Stat(top); err != nil || top == "" || !errors.Is(missing, fs.ErrNotExist) {
		return err
	}
	if _, err = g.in(ctx, g.top, "worktree", "remove", "--force", top); err != nil {
		return app.Failf(app.CodeConflict, "unlock it if it will not come back: git worktree unlock "+top,
			"%s is checked out in %s, which is missing: %v", branch, top, err)
	}
	return nil
}

// isNew reports whether git has no such branch, here or at a remote; start must be a commit if it is given.
func (g git) isNew(ctx context.Context, branch, start string) (bool, error) {
	if start != "" {
		if _, err := g.in(ctx, g.top, "rev-parse", "--verify", "--quiet", "--end-of-options", start+"^{commit}"); err != nil {
			return false, app.Failf(app.CodeInvalid, "name a branch, tag or commit", "%q is not a commit", start)
		}
	}
	if _, err := g.in(ctx, g.top, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return false, app.Failf(app.CodeInvalid, "commit something first", "the repository has no commit")
	}
	if g.has(ctx, branch) {
		return false, nil
	}
	remote, err := g.in(ctx, g.top, "for-each-ref", "--format=%(refname)", "refs/remotes/*/"+branch)
	return remote == "", err
}

func (g git) has(ctx context.Context, branch string) bool {
	_, err := g.in(ctx, g.top, "rev-parse", "--verify", "--quiet", "refs/heads/"+branch)
	return err == nil
}

// checkout makes the worktree: under another name, so that what is in its place is always whole.
// What still runs from a removed one in its place would go on in that.
func (e *Environments) checkout(ctx context.Context, j *job, p ground, a app.Actor) (string, error) {
	g := e.git(p)
	g.tools = e.tools(ctx, p)
	g.tools.Env = append(g.tools.Env, BusyVariable+"=1")
	b := j.now()
	if err := g.clear(ctx, j); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(b.Top, ".git")); err == nil {
		return "exists", nil
	}
	if !b.Made {
		return "", app.Failf(app.CodeNotFound, "make it again: devservers up "+b.Branch, "the worktree %s is gone", b.Top)
	}
	if _, err := e.stopAll(ctx, b, a); err != nil {
		return "", err
	}
	if err := g.forgetMissing(ctx, b.Branch); err != nil {
		return "", err
	}
	above := filepath.Dir(b.Top)
	if err := os.MkdirAll(above, 0o755); err != nil {
		return "", err
	}
	hidden, err := os.MkdirTemp(above, ".devservers-")
	if err != nil {
		return "", err
	}
	temp := filepath.Join(hidden, filepath.Base(b.Top))
	if err := j.change(func(b *settings.Branch) { b.Temp, b.Copied, b.Inputs = temp, nil, nil }); err != nil {
		return "", err
	}
	if err := g.add(ctx, b, temp); err != nil {
		return "", errors.Join(err, g.clear(ctx, j))
	}
	testStep("checked out")
	if _, err := g.in(ctx, p.git.Top, "worktree", "move", temp, b.Top); err != nil {
		return "", errors.Join(err, g.clear(ctx, j))
	}
	return b.Top, g.clear(ctx, j)
}

// add adds a worktree. A branch that a killed call has made is there already.
func (g git) add(ctx context.Context, b settings.Branch, temp string) error {
	args := []string{"worktree", "add", "--quiet", temp, b.Branch}
	if b.Created && !g.has(ctx, b.Branch) {
		args = []string{"worktree", "add", "--quiet", "-b", b.Branch, temp}
		if b.From != "" {
			args = append(args, b.From)
		}
	}
	_, err := g.in(ctx, g.top, args...)
	return err
}

// clear removes what a checkout or removal has left under another name. If it was given its place just before the
// manager died, git may not know yet.
func (g git) clear(ctx context.Context, j *job) error {
	b := j.now()
	if b.Temp == "" {
		return nil
	}
	if _, err := os.Lstat(b.Temp); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(b.Top); err == nil {
			if _, err := g.in(ctx, g.top, "worktree", "repair", b.Top); err != nil {
				return err
			}
		}
	}
	if err := g.unlist(ctx, b.Temp); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Dir(b.Temp)); err != nil {
		return err
	}
	return j.change(func(b *settings.Branch) { b.Temp = "" })
}

// unlist removes a worktree that git lists, also if its directory is gone.
func (g git) unlist(ctx context.Context, top string) error {
	listed, err := g.in(ctx, g.top, "worktree", "list", "--porcelain")
	if err != nil || !slices.Contains(strings.Split(listed, "\n"), "worktree "+top) {
		return err
	}
	_, err = g.in(ctx, g.top, "worktree", "remove", "--force", "--force", top)
	return err
}
