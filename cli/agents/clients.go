package agents

import (
	"path/filepath"
	"slices"
)

// Clients returns the known clients.
func Clients() []Client {
	return []Client{
		{Name: "claude", Title: "Claude Code", section: "mcpServers",
			file: func(d dirs) string { return d.inHome("CLAUDE_CONFIG_DIR", "", ".claude.json") },
			forms: ways{
				ViaURL:    typedURL,
				ViaHelper: helped(typedURL, "headersHelper", "claude-code"),
				ViaStdio:  typedStdio,
			},
			Next: map[Form]string{ViaURL: "claude mcp login devservers (or /mcp in a session), and click Allow"}},
		{Name: "cursor", Title: "Cursor", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", ".cursor", "mcp.json") },
			forms: ways{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Cursor's settings, under MCP: connect devservers, and click Allow"}},
		{Name: "vscode", Title: "VS Code", section: "servers",
			file:  func(d dirs) string { return filepath.Join(d.appConfig("Code"), "User", "mcp.json") },
			forms: ways{ViaURL: typedURL, ViaStdio: typedStdio},
			Next:  map[Form]string{ViaURL: "in VS Code: MCP: List Servers, start devservers, and click Allow"}},
		{Name: "codex", Title: "Codex", section: "mcp_servers", put: putTOML,
			file: func(d dirs) string { return d.inHome("CODEX_HOME", ".codex", "config.toml") },
			forms: ways{
				ViaURL:    url("url"),
				ViaHelper: helped(url("url"), "http_headers_helper", "codex"),
				ViaStdio:  stdio,
			},
			Next: map[Form]string{ViaURL: "codex mcp login devservers, and click Allow"}},
		{Name: "gemini", Title: "Gemini CLI", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", ".gemini", "settings.json") },
			forms: ways{ViaURL: url("httpUrl"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "/mcp auth devservers in a session, and click Allow"}},
		{Name: "zed", Title: "Zed", section: "context_servers",
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "zed", "settings.json") },
			forms: ways{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Zed's agent settings: sign in to devservers, and click Allow"}},
		opencode("opencode", "opencode", false),
		opencode("opencode2", "opencode 2", true),
		{Name: "windsurf", Title: "Windsurf", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", filepath.Join(".codeium", "windsurf"), "mcp_config.json") },
			forms: ways{ViaURL: url("serverUrl"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Windsurf's settings, under MCP: connect devservers, and click Allow"}},
		{Name: "copilot", Title: "Copilot CLI", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("COPILOT_HOME", ".copilot", "mcp-config.json") },
			forms: ways{ViaURL: copilotURL, ViaStdio: copilotStdio},
			Next:  map[Form]string{ViaURL: "/mcp show devservers in a session, sign in, and click Allow"}},
		{Name: "claude-desktop", Title: "Claude Desktop", section: "mcpServers",
			file:  func(d dirs) string { return filepath.Join(d.appConfig("Claude"), "claude_desktop_config.json") },
			forms: ways{ViaStdio: stdio},
			Next:  map[Form]string{ViaStdio: "restart Claude Desktop"}},
		{Name: "qwen", Title: "Qwen Code", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", ".qwen", "settings.json") },
			forms: ways{ViaURL: url("httpUrl"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "/mcp auth devservers in a session, and click Allow"}},
		{Name: "cline", Title: "Cline", section: "mcpServers",
			file: func(d dirs) string {
				return d.named("CLINE_MCP_SETTINGS_PATH", ".cline", "data", "settings", "cline_mcp_settings.json")
			},
			forms: ways{ViaURL: url("url", Pair{"type", "streamableHttp"}), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Cline's MCP servers: sign in to devservers, and click Allow"}},
		{Name: "goose", Title: "Goose", section: "extensions", put: putYAML,
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "goose", "config.yaml") },
			forms: ways{ViaURL: gooseURL, ViaStdio: gooseStdio},
			Next:  map[Form]string{ViaURL: "start a session, and click Allow"}},
		{Name: "kiro", Title: "Kiro", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", filepath.Join(".kiro", "settings"), "mcp.json") },
			forms: ways{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Kiro's MCP servers: sign in to devservers, and click Allow"}},
		{Name: "amp", Title: "Amp", section: "amp.mcpServers",
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "amp", "settings.json") },
			forms: ways{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "start a session, and click Allow"}},
		{Name: "crush", Title: "Crush", section: "mcp",
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "crush", "crush.json") },
			forms: ways{ViaURL: typedURL, ViaStdio: typedStdio},
			Next:  map[Form]string{ViaURL: "start a session; if it can't sign in, use --stdio"}},
		{Name: "junie", Title: "Junie", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", filepath.Join(".junie", "mcp"), "mcp.json") },
			forms: ways{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Junie's MCP settings: sign in to devservers, and click Allow"}},
	}
}

// stdio is the entry of most clients that run the command.
func stdio(_ string, run Command) []Pair { return run.bridge() }

func typedStdio(_ string, run Command) []Pair {
	return append([]Pair{{"type", "stdio"}}, run.bridge()...)
}

// url returns what makes an entry of pairs and the address below key.
func url(key string, pairs ...Pair) way {
	return func(address string, _ Command) []Pair { return append(slices.Clone(pairs), Pair{key, address}) }
}

func typedURL(address string, _ Command) []Pair { return []Pair{{"type", "http"}, {"url", address}} }

// helped adds the command that prints headers to what entry makes.
func helped(entry way, key, client string) way {
	return func(address string, run Command) []Pair {
		return append(entry(address, run), Pair{key, run.headers(client)})
	}
}

// allTools is what Copilot CLI wants to be told about each server.
var allTools = Pair{"tools", []string{"*"}}

func copilotURL(address string, run Command) []Pair { return append(typedURL(address, run), allTools) }

func copilotStdio(_ string, run Command) []Pair {
	return append(append([]Pair{{"type", "local"}}, run.bridge()...), allTools)
}

// opencode returns the row of opencode. Version 2 has its servers one level deeper in the same file.
func opencode(name, title string, second bool) Client {
	c := Client{Name: name, Title: title, section: "mcp", newer: "servers", second: second,
		file: func(d dirs) string { return filepath.Join(d.configHome(), "opencode", "opencode.json") },
		forms: ways{
			ViaURL:   func(address string, _ Command) []Pair { return []Pair{{"type", "remote"}, {"url", address}} },
			ViaStdio: func(_ string, run Command) []Pair { return run.local() },
		},
		Next: map[Form]string{ViaURL: "opencode mcp auth devservers, and click Allow"}}
	return c
}

// gooseURL and gooseStdio are the entries of an extension of Goose.
func gooseURL(address string, _ Command) []Pair {
	return append(gooseExtension("streamable_http"), Pair{"uri", address})
}

func gooseStdio(_ string, run Command) []Pair {
	entry := append(gooseExtension("stdio"), Pair{"cmd", run.Program}, Pair{"args", []string{"mcp"}})
	if len(run.Env) > 0 {
		entry = append(entry, Pair{"envs", run.Env})
	}
	return entry
}

func gooseExtension(kind string) []Pair {
	return []Pair{{"type", kind}, {"name", serverName}, {"description", "Dev servers of this machine"}, {"enabled", true}}
}

// Names returns the names of the known clients.
func Names() (names []string) {
	for _, c := range Clients() {
		names = append(names, c.Name)
	}
	return names
}

// Find returns the client of this name.
func Find(name string) (Client, bool) {
	all := Clients()
	at := slices.IndexFunc(all, func(c Client) bool { return c.Name == name })
	if at < 0 {
		return Client{}, false
	}
	return all[at], true
}
