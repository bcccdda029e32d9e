package client

import (
	"os"
	"slices"
	"strings"
)

// anAgent is a coding agent that can be recognized by a variable that it sets in its shells.
type anAgent struct{ variable, name string }

// agents are the ones that are known. Some of them run commands in a terminal, so a terminal is no sign of a person.
var agents = []anAgent{
	{"CLAUDECODE", "claude-code"}, {"CODEX_THREAD_ID", "codex"}, {"CODEX_SANDBOX", "codex"}, {"CODEX_CI", "codex"},
	{"GEMINI_CLI", "gemini-cli"},
	{"CURSOR_AGENT", "cursor"}, {"OPENCODE", "opencode"}, {"QWEN_CODE", "qwen-code"}, {"AUGMENT_AGENT", "augment"},
	{"CLINE_ACTIVE", "cline"},
	{"ANTIGRAVITY_AGENT", "antigravity"}, {"COPILOT_CLI", "copilot"}, {"GOOSE_TERMINAL", "goose"},
	{"CRUSH", "crush"}, {"AMP_CURRENT_THREAD_ID", "amp"}, {"KIRO", "kiro"}, {"KIRO_SESSION_ID", "kiro"},
}

// namesAgent is a variable whose value is the name of any other agent.
const namesAgent = "AI_AGENT"

// mayNameAgent is a variable that some agents set to their name. Others use it for other things, so only known names
// count.
const mayNameAgent = "AGENT"

func isAgent(name string) bool {
	return slices.ContainsFunc(agents, func(a anAgent) bool { return a.name == name })
}

// Agent returns the name of the coding agent in whose shell a command runs, or "".
func Agent(getenv func(string) string) string {
	for _, a := range agents {
		if getenv(a.variable) != "" {
			return a.name
		}
	}
	if name := strings.ToLower(getenv(mayNameAgent)); isAgent(name) && getenv(namesAgent) == "" {
		return name
	}
	return getenv(namesAgent)
}

// ofAgent reports whether NAME=VALUE is a variable by which an agent's shell is recognized. Servers don't inherit it:
// what a person runs in them is not the agent's.
func ofAgent(pair string) bool {
	name, value, _ := strings.Cut(pair, "=")
	return name == namesAgent || name == mayNameAgent && isAgent(strings.ToLower(value)) ||
		slices.ContainsFunc(agents, func(a anAgent) bool { return a.variable == name })
}

// identify adds the headers that name who runs the command.
func identify(set func(name, value string)) {
	set("X-Devservers-Actor", "cli")
	if agent := Agent(os.Getenv); agent != "" {
		set("X-Devservers-Actor", "shell")
		set("X-Devservers-Client", agent)
	}
}
