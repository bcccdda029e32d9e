package cli

import (
	"path/filepath"
	"runtime"
	"strings"
)

// entryForm is how a client gets in.
type entryForm int

const (
	viaURL    entryForm = iota // the address alone: consent in the browser
	viaHelper                  // the client runs devservers mcp headers for its key
	viaStdio                   // the client runs devservers mcp
)

// pair is one key of an entry, in the order in which it is written.
type pair struct {
	key   string
	value any // a string, a list of strings, or pairs of strings
}

// plainValue is a value of a pair as a parser would give it.
func plainValue(v any) any {
	switch v := v.(type) {
	case []string:
		list := []any{}
		for _, word := range v {
			list = append(list, word)
		}
		return list
	case []pair:
		all := map[string]any{}
		for _, m := range v {
			all[m.key] = plainValue(m.value)
		}
		return all
	}
	return v
}

// command is how a client runs this program. Clients pass few variables on, or were not started from a shell: those
// that say where the manager is have to stand in the entry.
type command struct {
	program string
	env     []pair
}

// bridge is the command in keys of its own.
func (c command) bridge() []pair {
	entry := []pair{{"command", c.program}, {"args", []string{"mcp"}}}
	if len(c.env) > 0 {
		entry = append(entry, pair{"env", c.env})
	}
	return entry
}

// headers is the command as one line for a shell.
func (c command) headers() string {
	var words []string
	if len(c.env) > 0 {
		words = append(words, "env")
	}
	for _, m := range c.env {
		words = append(words, shellWord(m.key+"="+m.value.(string)))
	}
	return strings.Join(append(words, shellWord(c.program), "mcp", "headers"), " ")
}

// mcpClient is one program that speaks MCP: where its configuration is, and how an entry of it looks.
type mcpClient struct {
	name, title string
	file        func(p *program) string
	section     string // the object, or table, that holds the entries
	toml        bool
	forms       map[entryForm]func(address string, run command) []pair
	next        map[entryForm]string
}

// serverName is what clients call us.
const serverName = "devservers"

// mcpClients are the clients that are known.
func mcpClients() []mcpClient {
	stdio := func(_ string, run command) []pair { return run.bridge() }
	url := func(key string) func(string, command) []pair {
		return func(address string, _ command) []pair { return []pair{{key, address}} }
	}
	typedURL := func(address string, _ command) []pair { return []pair{{"type", "http"}, {"url", address}} }
	typedStdio := func(_ string, run command) []pair { return append([]pair{{"type", "stdio"}}, run.bridge()...) }
	return []mcpClient{
		{name: "claude", title: "Claude Code", section: "mcpServers",
			file: func(p *program) string { return inHome(p, "CLAUDE_CONFIG_DIR", "", ".claude.json") },
			forms: map[entryForm]func(string, command) []pair{
				viaURL: typedURL,
				viaHelper: func(address string, run command) []pair {
					return []pair{{"type", "http"}, {"url", address}, {"headersHelper", run.headers()}}
				},
				viaStdio: typedStdio,
			},
			next: map[entryForm]string{viaURL: "claude mcp login devservers (or /mcp in a session), and click Allow"}},
		{name: "cursor", title: "Cursor", section: "mcpServers",
			file:  func(p *program) string { return inHome(p, "", ".cursor", "mcp.json") },
			forms: map[entryForm]func(string, command) []pair{viaURL: url("url"), viaStdio: stdio},
			next:  map[entryForm]string{viaURL: "in Cursor's settings, under MCP: connect devservers, and click Allow"}},
		{name: "vscode", title: "VS Code", section: "servers",
			file: func(p *program) string { return filepath.Join(p.appConfig("Code"), "User", "mcp.json") },
			forms: map[entryForm]func(string, command) []pair{
				viaURL:   typedURL,
				viaStdio: typedStdio,
			},
			next: map[entryForm]string{viaURL: "in VS Code: MCP: List Servers, start devservers, and click Allow"}},
		{name: "codex", title: "Codex", section: "mcp_servers", toml: true,
			file: func(p *program) string { return inHome(p, "CODEX_HOME", ".codex", "config.toml") },
			forms: map[entryForm]func(string, command) []pair{
				viaURL: url("url"),
				viaHelper: func(address string, run command) []pair {
					return []pair{{"url", address}, {"http_headers_helper", run.headers()}}
				},
				viaStdio: stdio,
			},
			next: map[entryForm]string{viaURL: "codex mcp login devservers, and click Allow"}},
		{name: "gemini", title: "Gemini CLI", section: "mcpServers",
			file:  func(p *program) string { return inHome(p, "", ".gemini", "settings.json") },
			forms: map[entryForm]func(string, command) []pair{viaURL: url("httpUrl"), viaStdio: stdio},
			next:  map[entryForm]string{viaURL: "/mcp auth devservers in a session, and click Allow"}},
		{name: "zed", title: "Zed", section: "context_servers",
			file:  func(p *program) string { return filepath.Join(p.configHome(), "zed", "settings.json") },
			forms: map[entryForm]func(string, command) []pair{viaURL: url("url"), viaStdio: stdio},
			next:  map[entryForm]string{viaURL: "in Zed's agent settings: sign in to devservers, and click Allow"}},
	}
}

func clientNames() (names []string) {
	for _, c := range mcpClients() {
		names = append(names, c.name)
	}
	return names
}

func (p *program) clientFile(c mcpClient) string { return c.file(p) }

// inHome is a file in a folder of the home directory, or in the one that the variable names.
func inHome(p *program, variable, dir, file string) string {
	if variable != "" && p.getenv(variable) != "" {
		return filepath.Join(p.getenv(variable), file)
	}
	return filepath.Join(p.getenv("HOME"), dir, file)
}

func (p *program) configHome() string {
	if dir := p.getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	return filepath.Join(p.getenv("HOME"), ".config")
}

// appConfig is where a desktop program keeps its configuration.
func (p *program) appConfig(name string) string {
	if runtime.GOOS == "darwin" {
		return filepath.Join(p.getenv("HOME"), "Library", "Application Support", name)
	}
	return filepath.Join(p.configHome(), name)
}

// shellWord quotes a path for a shell, if it has to be.
func shellWord(path string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+@=:", r)
	}
	if strings.ContainsFunc(path, func(r rune) bool { return !plain(r) }) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// text is the whole of a file that has nothing but the entry.
func (c mcpClient) text(entry []pair) (string, error) {
	data, err := c.put(nil, entry)
	return string(data), err
}

// put gives the file with the entry in it. What it cannot read, it does not change.
func (c mcpClient) put(file []byte, entry []pair) ([]byte, error) {
	if c.toml {
		return putTOML(file, c.section, serverName, entry)
	}
	return putJSON(file, c.section, serverName, entry)
}
