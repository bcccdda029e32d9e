//go:build real && agents && linux && amd64

package cli

import (
	"regexp"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest/npm"
)

// agentCLI is a coding agent that runs in a terminal.
type agentCLI struct {
	name    string // as in mcp install --client
	program string // in node_modules
	words   dialect
	forms   []string // of mcp install that it knows
	login   []string // its command line that opens the browser
	asks    string   // what it asks in the terminal before it does
	leaves  int      // its exit code after that
	work    func(m *model) []string
	own     func(m *model) []string // its variables
	shell   func(command string) step
}

var agentCLIs = []agentCLI{
	{
		name: "claude", program: "@anthropic-ai/claude-code-linux-x64/claude", words: anthropic{},
		forms: []string{"--stdio", "--helper", ""}, login: []string{"mcp", "login", "devservers"},
		work:  func(*model) []string { return []string{"-p", "go", "--allowedTools", "mcp__devservers,Bash"} },
		shell: func(command string) step { return step{tool: "Bash", args: dict{"command": command}} },
		own: func(m *model) []string {
			return []string{"ANTHROPIC_BASE_URL=" + m.url, "ANTHROPIC_API_KEY=none", "DISABLE_AUTOUPDATER=1",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"}
		},
	},
	{
		name: "codex", program: ".bin/codex", words: openai{},
		forms: []string{"--stdio", "--helper", ""}, login: []string{"mcp", "login", "devservers"},
		work: func(m *model) []string {
			provider := `model_providers.here={name="here", base_url="` + m.url +
				`/v1", wire_api="responses", env_key="HERE_KEY"}`
			return []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-c", provider,
				"-c", "model_provider=here", "-c", "model=none", "go"}
		},
		own:   func(*model) []string { return []string{"HERE_KEY=none"} },
		shell: func(command string) step { return step{tool: codexShell, args: dict{"cmd": command}} },
	},
	{
		name: "gemini", program: ".bin/gemini", words: google{},
		forms: []string{"--stdio", withToken, ""}, login: []string{"-p", "/mcp auth devservers"}, asks: `\[Y/n\]`,
		leaves: 42, // its commands are for its own prompt; this one does its work outside of it, too
		work:   func(*model) []string { return []string{"-m", "gemini-2.5-flash", "-y", "-p", "go"} },
		shell:  func(command string) step { return step{tool: "run_shell_command", args: dict{"command": command}} },
		own: func(m *model) []string {
			return []string{"GOOGLE_GEMINI_BASE_URL=" + m.url, "GEMINI_API_KEY=none", "GEMINI_CLI_TRUST_WORKSPACE=true"}
		},
	},
}

// Each agent, in each way that mcp install connects it, starts a server, looks at it and stops one, in one session that
// sees the manager killed and replaced; killed and not there for one call; and replaced while a call waits. It works
// with a model that follows a script.
func TestRealAgentsWorkOverRestartsOfTheManager(t *testing.T) {
	modules := npm.Installed(t, "testdata/agents")
	for _, a := range agentCLIs {
		for _, form := range a.forms {
			t.Run(a.name+form, func(t *testing.T) { newAgentSession(t, a, modules, form).overRestarts(form == "--stdio") })
		}
	}
}

// overRestarts is the session; bridged tells that the agent starts a manager itself when there is none.
func (s *agentSession) overRestarts(bridged bool) {
	look := step{tool: "list_projects", args: dict{}}
	replaced, gone, back, cut, after := look, look, look, step{tool: "start_server", args: dict{"server": "crash/slow"}},
		look
	replaced.before = func() { s.KillManager(); s.Must("register") }
	gone.before = s.endManager
	back.before = func() { s.Must("register") }
	done := make(chan struct{})
	cut.before = func() { go s.replaceDuring("slow", done) }
	after.before = func() { <-done }
	said := s.work(look, step{tool: "start_server", args: dict{"server": "crash/web"}}, replaced, gone, back, cut, after,
		step{tool: "stop_server", args: dict{"server": "crash/slow"}})
	want := []string{"stopped", "http://localhost:", "ready", "", "ready", "being stopped or replaced", "starting",
		"slow is stopped"}
	if bridged {
		want[3] = "ready"
	}
	s.heard(want, said)
	if run := s.runs("web"); len(run) != 1 || !strings.Contains(s.model.told[4], run[0]) {
		s.T.Errorf("the server was restarted, or the last answer is not about its run: %v", run)
	}
	if got := s.Must("history", "--json"); !strings.Contains(got, `"action": "start"`) ||
		!regexp.MustCompile(`"client": "[^"]*`+s.name).MatchString(strings.ToLower(got)) { // an address, without a network
		s.T.Errorf("the history does not name it: %s", got)
	}
}

// replaceDuring replaces the manager, as an update does, while a call waits for the server's start.
func (s *agentSession) replaceDuring(server string, done chan<- struct{}) {
	defer close(done)
	s.testHome.Until(server+" starts", func() bool { return s.servers()[server].State == app.Starting })
	s.Must("stop", "--keep-servers")
	s.Must("register")
}

// heard checks what the model was told by its calls, and what it said in the end.
func (s *agentSession) heard(want []string, said string) {
	s.T.Helper()
	told := s.model.told
	if len(told) != len(want) {
		s.T.Fatalf("it made %d calls of %d: %q\n%s", len(told), len(want), told, said)
	}
	s.T.Logf("with no manager the model is told: %.300s", told[3])
	for i, text := range want {
		if !strings.Contains(told[i], text) {
			s.T.Errorf("call %d: the model is told %q", i+1, told[i])
		}
	}
	if !strings.Contains(said, "The tool says: ") || !strings.Contains(said, want[len(want)-1]) {
		s.T.Errorf("the model's last words are missing: %s", said)
	}
}
