package words

import "strings"

// clients are the names of agents as people write them, by how they call themselves.
var clients = map[string]string{
	"claude-code": "Claude Code", "claude-ai": "Claude", "claude": "Claude", "codex": "Codex", "codex-mcp-client": "Codex",
	"cursor": "Cursor", "cursor-vscode": "Cursor",
	"visual studio code": "VS Code", "vscode": "VS Code", "gemini-cli": "Gemini CLI",
	"gemini-cli-mcp-client": "Gemini CLI", "windsurf": "Windsurf", "zed": "Zed", "opencode": "OpenCode", "goose": "Goose",
	"qwen-code": "Qwen Code", "qwen-cli-mcp-client": "Qwen Code", "copilot": "Copilot CLI", "cline": "Cline",
	"kiro": "Kiro", "amp": "Amp", "crush": "Crush", "junie": "Junie",
}

// Client returns the name of a client as people write it. Others are as they call themselves: untrusted text.
func Client(name string) string {
	if known := clients[strings.ToLower(name)]; known != "" {
		return known
	}
	return Clean(name, 40)
}

// Actor returns who made a request, by the kind of its actor and the name of its client: "mcp (claude-code)", "cli",
// "its restart policy".
func Actor(kind, client string) string {
	switch {
	case client != "" && client != kind:
		return kind + " (" + client + ")"
	case kind == "crash":
		return "its restart policy"
	case kind == "link":
		return "the link"
	case kind == "watch":
		return "an edit of a watched file"
	case kind == "visit":
		return "a request for its host name"
	case kind == "idle":
		return "its idle timeout"
	}
	return kind
}
