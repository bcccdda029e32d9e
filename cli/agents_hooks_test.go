//go:build real && agents && linux && amd64

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest/npm"
)

// hookProject prints what is written into said.log, like a server that reloads.
const hookProject = `project: crash
servers:
  web: {command: ./web}
`

// What the server prints after an edit.
const (
	brokenBuild = "app.py changed, reloading.\nTraceback (most recent call last):\n" +
		"  File \"app.py\", line 9, in price\n    return PRICES[item]\nKeyError: 'tea'\n"
	goodBuild = "app.py changed, reloading.\nSystem check identified no issues (0 silenced).\n"
)

// Each agent with hooks: a shell command that starts a declared server doesn't run. "done" is stopped once while an
// edit is broken, in each session, and let through when it is not.
func TestRealAgentsObeyTheirHooks(t *testing.T) {
	modules := npm.Installed(t, "testdata/agents")
	for _, a := range agentCLIs {
		t.Run(a.name, func(t *testing.T) { newAgentSession(t, a, modules, "--stdio").withHooks() })
	}
}

func (s *agentSession) withHooks() {
	s.Must("mcp", "install", "--client", s.agentCLI.name, "--stdio", "--hooks")
	s.File(crashProject+"/devservers.yml", hookProject)
	s.File(crashProject+"/app.py", "first\n")
	program := s.File(crashProject+"/web", "#!/bin/sh\ntouch said.log\nexec tail -n +1 -f said.log\n")
	if err := os.Chmod(program, 0o700); err != nil {
		s.T.Fatal(err)
	}
	s.Must("trust", "--yes")
	look := step{tool: "list_projects", args: dict{}}
	broken := look
	broken.before = func() { s.edit(brokenBuild, app.VerdictBroken) }
	s.work(s.shell("./web"), step{tool: "start_server", args: dict{"server": "crash/web"}}, broken)
	s.T.Logf("told: %.400q", s.model.told)
	if len(s.model.told) != 3 || !strings.Contains(s.model.told[0], "call start_server with server=crash/web") ||
		!strings.Contains(s.model.told[1], "ready") {
		s.T.Errorf("the model is told %q; it was offered %v", s.model.told, s.model.offered)
	}
	s.spoke(2)
	if last := s.model.asked[len(s.model.asked)-1]; !strings.Contains(last, "broke crash/web (at app.py:9)") {
		s.T.Errorf("the model doesn't hear what is broken: %.3000s", last)
	}
	s.work(look)
	s.spoke(2)
	s.edit(goodBuild, app.VerdictOK)
	s.work(look)
	s.spoke(1)
}

// Each agent with hooks that begins in a new git worktree has it set up, and its model hears of that at once.
func TestRealAgentsSetUpTheirWorktree(t *testing.T) {
	modules := npm.Installed(t, "testdata/agents")
	for _, a := range agentCLIs {
		t.Run(a.name, func(t *testing.T) {
			s := newAgentSession(t, a, modules, "--stdio")
			s.Must("mcp", "install", "--client", a.name, "--stdio", "--hooks")
			s.File(crashProject+"/devservers.yml", hookProject+"worktree: {copy: [.env]}\n")
			s.Must("trust", "--yes")
			s.in = "feature"
			for _, args := range [][]string{{"init", "-q"}, {"add", "devservers.yml"}, {"commit", "-qm", "first"},
				{"worktree", "add", "-qb", "feature", "../feature"}} {
				cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
				cmd.Dir = filepath.Join(s.Dirs.Home, crashProject)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			s.File(crashProject+"/.env", "A=1\n")
			s.work(step{tool: "list_projects", args: dict{}})
			if len(s.model.asked) == 0 || !strings.Contains(s.model.asked[0], "devservers is setting up this git worktree") {
				t.Errorf("the model doesn't hear of it: %.3000s", s.model.asked)
			}
			s.Until("it is set up", func() bool { return readAll(filepath.Join(s.Dirs.Home, "feature", ".env")) == "A=1" })
		})
	}
}

// spoke checks how often the model said that it is done.
func (s *agentSession) spoke(want int) {
	s.T.Helper()
	if s.model.spoke != want {
		s.T.Errorf("the model was done %d times, not %d", s.model.spoke, want)
	}
}

// edit changes a source file until that is noticed, lets the server print, and waits for the verdict.
func (s *agentSession) edit(printed, verdict string) {
	s.T.Helper()
	dir := filepath.Join(s.Dirs.Home, crashProject)
	check := func() app.EditPage {
		out, _ := s.Call("check", "--timeout", "1ms", "--json")
		return decode[app.EditPage](s.T, out)
	}
	number := func() int {
		if e := check().Edit; e != nil {
			return e.Number
		}
		return 0
	}
	before, writes := number(), 0
	s.Until("the edit is noticed", func() bool {
		writes++
		s.File(crashProject+"/app.py", fmt.Sprintf("%s %d\n", verdict, writes))
		return number() != before
	})
	f, err := os.OpenFile(filepath.Join(dir, "said.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		s.T.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(printed); err != nil {
		s.T.Fatal(err)
	}
	s.Until("the edit is "+verdict, func() bool { return check().State == verdict })
}
