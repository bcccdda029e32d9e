package agents

import (
	"path/filepath"
	"slices"
	"strings"
)

// Form is how a client gets in.
type Form int

// The forms of an entry.
const (
	ViaURL    Form = iota // the address alone: consent in the browser
	ViaHelper             // the client runs devservers mcp headers for its credentials
	ViaStdio              // the client runs devservers mcp
)

// Pair is one key of an entry, in the order in which it is written.
type Pair struct {
	Key   string
	Value any // a string, a list of strings, or pairs of strings
}

// plainValue returns the value of a pair as a parser would.
func plainValue(v any) any {
	switch v := v.(type) {
	case []string:
		list := []any{}
		for _, word := range v {
			list = append(list, word)
		}
		return list
	case []Pair:
		all := map[string]any{}
		for _, m := range v {
			all[m.Key] = plainValue(m.Value)
		}
		return all
	}
	return v
}

// Command is how a client runs this program. Clients pass few variables on, or aren't started from a shell, so the
// entry has to contain the ones that locate the manager.
type Command struct {
	Program string
	Env     []Pair
}

// placeVariables are the environment variables that locate the manager.
var placeVariables = []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "DEVSERVERS_PORT"}

// Place returns those of placeVariables that are set.
func Place(getenv func(string) string) (env []Pair) {
	for _, name := range placeVariables {
		if value := getenv(name); value != "" {
			env = append(env, Pair{name, value})
		}
	}
	return env
}

// bridge returns the keys of an entry that runs the command.
func (c Command) bridge() []Pair {
	entry := []Pair{{"command", c.Program}, {"args", []string{"mcp"}}}
	if len(c.Env) > 0 {
		entry = append(entry, Pair{"env", c.Env})
	}
	return entry
}

// local is bridge as opencode writes it.
func (c Command) local() []Pair {
	entry := []Pair{{"type", "local"}, {"command", []string{c.Program, "mcp"}}}
	if len(c.Env) > 0 {
		entry = append(entry, Pair{"environment", c.Env})
	}
	return entry
}

// headers returns the command that prints headers, as one line for a shell.
func (c Command) headers(client string) string {
	var words []string
	if len(c.Env) > 0 {
		words = append(words, "env")
	}
	for _, m := range c.Env {
		words = append(words, shellWord(m.Key+"="+m.Value.(string)))
	}
	return strings.Join(append(words, shellWord(c.Program), "mcp", "headers", "--client", client), " ")
}

// Client is a program that speaks MCP: where its configuration is, and how an entry in it looks.
type Client struct {
	Name, Title string
	Next        map[Form]string // what the person does after an entry was written

	file    func(d dirs) string
	section string   // the object, or table, that holds the entries
	newer   string   // an object in the section that holds them instead, where the file has it
	put     putEntry // nil = the file is JSON
	second  bool     // a second row of a client, which is not looked for
	forms   map[Form]func(address string, run Command) []Pair
}

// putEntry returns a file with section.name set to the entry. All else stays.
type putEntry = func(file []byte, section, name string, entry []Pair) ([]byte, error)

// serverName is the key of our entry.
const serverName = "devservers"

// Clients returns the known clients.
func Clients() []Client {
	stdio := func(_ string, run Command) []Pair { return run.bridge() }
	url := func(key string) func(string, Command) []Pair {
		return func(address string, _ Command) []Pair { return []Pair{{key, address}} }
	}
	typedURL := func(address string, _ Command) []Pair { return []Pair{{"type", "http"}, {"url", address}} }
	typedStdio := func(_ string, run Command) []Pair { return append([]Pair{{"type", "stdio"}}, run.bridge()...) }
	return []Client{
		{Name: "claude", Title: "Claude Code", section: "mcpServers",
			file: func(d dirs) string { return d.inHome("CLAUDE_CONFIG_DIR", "", ".claude.json") },
			forms: map[Form]func(string, Command) []Pair{
				ViaURL: typedURL,
				ViaHelper: func(address string, run Command) []Pair {
					return []Pair{{"type", "http"}, {"url", address}, {"headersHelper", run.headers("claude-code")}}
				},
				ViaStdio: typedStdio,
			},
			Next: map[Form]string{ViaURL: "claude mcp login devservers (or /mcp in a session), and click Allow"}},
		{Name: "cursor", Title: "Cursor", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", ".cursor", "mcp.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Cursor's settings, under MCP: connect devservers, and click Allow"}},
		{Name: "vscode", Title: "VS Code", section: "servers",
			file: func(d dirs) string { return filepath.Join(d.appConfig("Code"), "User", "mcp.json") },
			forms: map[Form]func(string, Command) []Pair{
				ViaURL:   typedURL,
				ViaStdio: typedStdio,
			},
			Next: map[Form]string{ViaURL: "in VS Code: MCP: List Servers, start devservers, and click Allow"}},
		{Name: "codex", Title: "Codex", section: "mcp_servers", put: putTOML,
			file: func(d dirs) string { return d.inHome("CODEX_HOME", ".codex", "config.toml") },
			forms: map[Form]func(string, Command) []Pair{
				ViaURL: url("url"),
				ViaHelper: func(address string, run Command) []Pair {
					return []Pair{{"url", address}, {"http_headers_helper", run.headers("codex")}}
				},
				ViaStdio: stdio,
			},
			Next: map[Form]string{ViaURL: "codex mcp login devservers, and click Allow"}},
		{Name: "gemini", Title: "Gemini CLI", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", ".gemini", "settings.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("httpUrl"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "/mcp auth devservers in a session, and click Allow"}},
		{Name: "zed", Title: "Zed", section: "context_servers",
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "zed", "settings.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Zed's agent settings: sign in to devservers, and click Allow"}},
		opencode("opencode", "opencode", false),
		opencode("opencode2", "opencode 2", true),
		{Name: "windsurf", Title: "Windsurf", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", filepath.Join(".codeium", "windsurf"), "mcp_config.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("serverUrl"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Windsurf's settings, under MCP: connect devservers, and click Allow"}},
		{Name: "copilot", Title: "Copilot CLI", section: "mcpServers",
			file: func(d dirs) string { return d.inHome("COPILOT_HOME", ".copilot", "mcp-config.json") },
			forms: map[Form]func(string, Command) []Pair{
				ViaURL: func(address string, run Command) []Pair { return append(typedURL(address, run), allTools) },
				ViaStdio: func(_ string, run Command) []Pair {
					return append(append([]Pair{{"type", "local"}}, run.bridge()...), allTools)
				},
			},
			Next: map[Form]string{ViaURL: "/mcp show devservers in a session, sign in, and click Allow"}},
		{Name: "claude-desktop", Title: "Claude Desktop", section: "mcpServers",
			file:  func(d dirs) string { return filepath.Join(d.appConfig("Claude"), "claude_desktop_config.json") },
			forms: map[Form]func(string, Command) []Pair{ViaStdio: stdio},
			Next:  map[Form]string{ViaStdio: "restart Claude Desktop"}},
		{Name: "qwen", Title: "Qwen Code", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", ".qwen", "settings.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("httpUrl"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "/mcp auth devservers in a session, and click Allow"}},
		{Name: "cline", Title: "Cline", section: "mcpServers",
			file: func(d dirs) string {
				return d.named("CLINE_MCP_SETTINGS_PATH", ".cline", "data", "settings", "cline_mcp_settings.json")
			},
			forms: map[Form]func(string, Command) []Pair{
				ViaURL: func(address string, _ Command) []Pair {
					return []Pair{{"type", "streamableHttp"}, {"url", address}}
				},
				ViaStdio: stdio,
			},
			Next: map[Form]string{ViaURL: "in Cline's MCP servers: sign in to devservers, and click Allow"}},
		{Name: "goose", Title: "Goose", section: "extensions", put: putYAML,
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "goose", "config.yaml") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: gooseURL, ViaStdio: gooseStdio},
			Next:  map[Form]string{ViaURL: "start a session, and click Allow"}},
		{Name: "kiro", Title: "Kiro", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", filepath.Join(".kiro", "settings"), "mcp.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Kiro's MCP servers: sign in to devservers, and click Allow"}},
		{Name: "amp", Title: "Amp", section: "amp.mcpServers",
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "amp", "settings.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "start a session, and click Allow"}},
		{Name: "crush", Title: "Crush", section: "mcp",
			file:  func(d dirs) string { return filepath.Join(d.configHome(), "crush", "crush.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: typedURL, ViaStdio: typedStdio},
			Next:  map[Form]string{ViaURL: "start a session; if it can't sign in, use --stdio"}},
		{Name: "junie", Title: "Junie", section: "mcpServers",
			file:  func(d dirs) string { return d.inHome("", filepath.Join(".junie", "mcp"), "mcp.json") },
			forms: map[Form]func(string, Command) []Pair{ViaURL: url("url"), ViaStdio: stdio},
			Next:  map[Form]string{ViaURL: "in Junie's MCP settings: sign in to devservers, and click Allow"}},
	}
}

// allTools is what Copilot CLI wants to be told about each server.
var allTools = Pair{"tools", []string{"*"}}

// opencode returns the row of opencode. Version 2 has its servers one level deeper in the same file.
func opencode(name, title string, second bool) Client {
	c := Client{Name: name, Title: title, section: "mcp", newer: "servers", second: second,
		file: func(d dirs) string { return filepath.Join(d.configHome(), "opencode", "opencode.json") },
		forms: map[Form]func(string, Command) []Pair{
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

// File returns the path of the client's configuration.
func (c Client) File(getenv func(string) string) string { return c.file(dirs{getenv}) }

// Entry returns what the client's file has to contain about devservers; false if the client doesn't know the form.
func (c Client) Entry(form Form, address string, run Command) ([]Pair, bool) {
	build := c.forms[form]
	if build == nil {
		return nil, false
	}
	return build(address, run), true
}

// Knows reports whether the client can get in like this.
func (c Client) Knows(form Form) bool { return c.forms[form] != nil }

// shellWord quotes a word for a shell, if necessary.
func shellWord(path string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+@=:", r)
	}
	if strings.ContainsFunc(path, func(r rune) bool { return !plain(r) }) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// Text returns a file that contains nothing but the entry.
func (c Client) Text(entry []Pair) (string, error) {
	data, err := c.with(nil, entry)
	return string(data), err
}

// with returns the file with the entry in it. It doesn't change what it can't read.
func (c Client) with(file []byte, entry []Pair) ([]byte, error) {
	switch {
	case c.put != nil:
		return c.put(file, c.section, serverName, entry)
	case c.newer != "" && (c.second || hasObject(file, c.section, c.newer)):
		return putJSONIn(file, []string{c.section, c.newer}, serverName, entry)
	}
	return putJSON(file, c.section, serverName, entry)
}
