package supervisor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// inGit runs git in a directory.
func inGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v %s", args, err, out)
	}
}

// TestAgentStartsNoUnknownBranch: a work tree is trusted as another one with the same devservers.yml is. If it would
// run other code, or has other commits, an agent's start waits for a person, over every door.
func TestAgentStartsNoUnknownBranch(t *testing.T) {
	fc.Needs(t, "git")
	t.Parallel()
	w := newWorld(t)
	w.Project("app", "servers:\n  web: {command: ./run.sh, ready: {log: up}}\n  lib: {command: ./run.sh, ready: {log: up}}\n")
	w.Script("app", "run.sh", "echo up; sleep 1000")
	main := filepath.Join(w.Dirs.Home, "app")
	inGit(t, main, "init", "-q", "-b", "main")
	inGit(t, main, "add", ".")
	inGit(t, main, "commit", "-qm", "first")
	checkout := func(branch, file, text string) (app.Ref, string) {
		t.Helper()
		dir := filepath.Join(w.Dirs.Home, branch)
		inGit(t, main, "worktree", "add", "-q", "-b", branch, dir)
		if file != "" {
			w.Files(branch, map[string]string{file: text})
			inGit(t, dir, "add", ".")
			inGit(t, dir, "commit", "-qm", "more")
		}
		v, _, err := w.Sup.Register(dir)
		if err != nil {
			t.Fatal(err)
		}
		return app.Ref{Project: v.ID, Name: "web"}, dir
	}
	start := func(ref app.Ref, kind app.ActorKind) error {
		_, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: app.Actor{Kind: kind, Client: "claude-code"}})
		return err
	}
	same, sameDir := checkout("same", "", "")
	evil, evilDir := checkout("evil", "run.sh", "#!/bin/sh\ntouch ran; echo up; sleep 1000\n")
	other, _ := checkout("other", "lib.js", "evil()\n")
	for _, kind := range []app.ActorKind{app.ActorMCP, app.ActorShell} {
		if err := start(same, kind); err != nil {
			t.Errorf("%s: a branch without anything new: %v", kind, err)
		}
		for ref, want := range map[app.Ref]string{evil: "in run.sh", other: "it has 1 commit"} {
			if e := apptest.Failure(t, start(ref, kind), app.CodeNeedsHuman); !strings.Contains(e.Detail, want) {
				t.Errorf("%s: %s: %s", kind, ref, e.Detail)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(evilDir, "ran")); err == nil {
		t.Error("it has run")
	}
	review, err := w.Sup.Files.Review(evil.Project)
	if err != nil || !review.Unrun || !strings.Contains(review.Diff, "+touch ran; echo up") {
		t.Errorf("the review shows %+v, %v", review, err)
	}
	if err := w.Sup.Files.Trust(evil.Project, review.SHA256, asMe.Actor); err != nil {
		t.Fatal(err)
	}
	if err := start(evil, app.ActorMCP); err != nil {
		t.Errorf("after a click: %v", err)
	}
	if err := start(other, app.ActorCLI); err != nil {
		t.Fatal(err)
	}
	if err := start(app.Ref{Project: other.Project, Name: "lib"}, app.ActorMCP); err != nil {
		t.Errorf("after a person's start: %v", err)
	}
	w.Stop(evil)
	inGit(t, evilDir, "checkout", "-q", "--detach", "other") // the click was for another branch
	apptest.Failure(t, start(evil, app.ActorShell), app.CodeNeedsHuman)
	w.Stop(same)
	w.Files("same", map[string]string{"run.sh": "#!/bin/sh\necho other; sleep 1000\n"})
	apptest.Failure(t, start(same, app.ActorShell), app.CodeNeedsHuman)
	inGit(t, sameDir, "checkout", "-q", "--", "run.sh")
	inGit(t, sameDir, "checkout", "-q", "--detach", "evil")
	apptest.Failure(t, start(same, app.ActorShell), app.CodeNeedsHuman)
}

// TestRunTellsChangedCode: a run for an agent tells which of the files that it runs have changed since a person last
// decided, also after a crash; a person's start makes them known.
func TestRunTellsChangedCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: ./run.sh, ready: {log: up}}\n")
	w.Files("shop", map[string]string{"run.sh": "#!/bin/sh\n./step.sh\n", "step.sh": "#!/bin/sh\necho up; sleep 1000\n",
		"notes.txt": "x"})
	for _, name := range []string{"run.sh", "step.sh"} {
		if err := os.Chmod(filepath.Join(w.Dirs.Home, "shop", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ref := app.Ref{Project: id, Name: "web"}
	start := func(kind app.ActorKind) string {
		t.Helper()
		o := supervisor.StartOptions{Actor: app.Actor{Kind: kind, Client: "claude-code"}}
		if _, err := w.Sup.Restart(t.Context(), ref, o); err != nil {
			t.Fatal(err)
		}
		st, err := w.Sup.Status(ref)
		if err != nil || st.ChangedCode == nil {
			return ""
		}
		return strings.Join(st.ChangedCode.Files, " ")
	}
	if got := start(app.ActorCLI) + start(app.ActorShell); got != "" {
		t.Errorf("nothing has changed, and it tells %q", got)
	}
	w.Files("shop", map[string]string{"step.sh": "#!/bin/sh\necho up; sleep 2000\n", "notes.txt": "y"})
	if got := start(app.ActorShell); got != "step.sh" {
		t.Errorf("it tells %q", got)
	}
	w.Close(true)
	w.Open()
	if st, _ := w.Sup.Status(ref); st.ChangedCode == nil || st.For.Client != "claude-code" {
		t.Errorf("the next manager knows %+v", st.ChangedCode)
	}
	if got := start(app.ActorMCP); got != "step.sh" {
		t.Errorf("again it tells %q", got)
	}
	if got := start(app.ActorCLI) + start(app.ActorMCP); got != "" {
		t.Errorf("a person has started it, and it tells %q", got)
	}
}
