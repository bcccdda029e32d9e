package cli

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"devservers/tests/fc"
)

// TestSearchCoversHosts: one search is about this machine and all hosts, names those that it can't reach, and shows an
// agent only what it may use.
func TestSearchCoversHosts(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "run", "box:shop/hello")
	if out := here.run("", "search", "hello there"); !strings.Contains(out, "box:shop/hello") {
		t.Errorf("search: %s", out)
	}
	agent := here.agent()
	if out, code := agent.fails("search", "hello there"); code != exitFailed || strings.Contains(out, "box:shop") {
		t.Errorf("an agent's search: %d %s", code, out)
	}
	here.run("", "host", "allow-agents", "box")
	if out := agent.run("", "search", "hello there"); !strings.Contains(out, "box:shop/hello") {
		t.Errorf("an agent's search of a host that it may use: %s", out)
	}
	there.block()
	_ = there.pipe().Signal(syscall.SIGKILL)
	fc.Until(t, "it happens", func() bool { return here.host().State == "unreachable" })
	away := "box was not searched: box is unreachable since"
	if out, _ := here.fails("search", "hello there"); !strings.Contains(out, away) {
		t.Errorf("search while the host is away: %s", out)
	}
}

// agent returns the place as an agent's shell has it.
func (p *place) agent() *place {
	return &place{p.As("CLAUDECODE=1"), p.home}
}

// TestLostHostIsTold: the history has a line when a host was lost, and one when it is back.
func TestLostHostIsTold(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	open := there.block()
	_ = there.pipe().Signal(syscall.SIGKILL)
	told := func(what string) func() bool {
		return func() bool {
			out := here.run("", "history")
			return strings.Contains(out, what) && strings.Contains(out, "the link") && strings.Contains(out, "add exec:")
		}
	}
	fc.Until(t, "it happens", told("lost"))
	open()
	fc.Until(t, "it happens", told("back"))
}

// TestTwoNamesOfOneManagerAreNoted: a host that was added twice is counted twice, so its line says it.
func TestTwoNamesOfOneManagerAreNoted(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	for _, args := range [][]string{{"host", "add", "twin", "exec:" + there.home + "/way"}, {"host", "check", "twin"}} {
		if out := here.run("", args...); !strings.Contains(out, "it is the same manager as box") {
			t.Errorf("%v: %s", args, out)
		}
	}
	here.run("", "host", "remove", "twin")
	if out := here.run("", "host", "check", "box"); strings.Contains(out, "the same manager") {
		t.Error(out)
	}
}

// TestBranchesOfAHost makes an environment of a branch of a project there, uses it, and removes it.
func TestBranchesOfAHost(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	git := exec.Command("sh", "-c", "git init -q -b main . && git add . && "+
		"git -c user.name=a -c user.email=a@b commit -qm x")
	git.Dir = there.home + "/shop"
	git.Env = there.Env
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	if out := here.run("", "up", "box:shop", "feature"); !strings.Contains(out, "box:shop@feature") ||
		!strings.Contains(out, "http://web.shop--feature.box.localhost:") {
		t.Errorf("up: %s", out)
	}
	for args, want := range map[string]string{"logs box:shop@feature/tick": "tick", "environments -p box:shop": "feature",
		"run box:shop@feature/hello": "hello there"} {
		if out := here.run("", strings.Fields(args)...); !strings.Contains(out, want) {
			t.Errorf("%s: %s", args, out)
		}
	}
	if out := here.run("", "down", "box:shop", "feature"); !strings.Contains(out, "box:shop@feature is gone") {
		t.Errorf("down: %s", out)
	}
	if out, _ := here.fails("exec", "box:shop/web", "--", "env"); !strings.Contains(out, "not on box") {
		t.Errorf("exec: %s", out)
	}
}
