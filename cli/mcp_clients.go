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
	value any // a string or a list of strings
}

// mcpClient is one program that speaks MCP: where its configuration is, and how an entry of it looks.
type mcpClient struct {
	name, title string
	file        func(p *program) string
	section     string // the object, or table, that holds the entries
	toml        bool
	forms       map[entryForm]func(address, program string) []pair
	next        map[entryForm]string
}

// serverName is what clients call us.
const serverName = "devservers"

// mcpClients are the clients that are known.
func mcpClients() []mcpClient {
	stdio := func(_, program string) []pair { return []pair{{"command", program}, {"args", []string{"mcp"}}} }
	url := func(key string) func(string, string) []pair {
		return func(address, _ string) []pair { return []pair{{key, address}} }
	}
	return []mcpClient{
		{name: "claude", title: "Claude Code", section: "mcpServers",
			file: func(p *program) string { return inHome(p, "CLAUDE_CONFIG_DIR", "", ".claude.json") },
			forms: map[entryForm]func(string, string) []pair{
				viaURL: func(address, _ string) []pair { return []pair{{"type", "http"}, {"url", address}} },
				viaHelper: func(address, program string) []pair {
					return []pair{{"type", "http"}, {"url", address}, {"headersHelper", shellWord(program) + " mcp headers"}}
				},
				viaStdio: func(_, program string) []pair {
					return []pair{{"type", "stdio"}, {"command", program}, {"args", []string{"mcp"}}}
				},
			},
			next: map[entryForm]string{viaURL: "claude mcp login devservers (or /mcp in a session), and click Allow"}},
		{name: "cursor", title: "Cursor", section: "mcpServers",
			file:  func(p *program) string { return inHome(p, "", ".cursor", "mcp.json") },
			forms: map[entryForm]func(string, string) []pair{viaURL: url("url"), viaStdio: stdio},
			next:  map[entryForm]string{viaURL: "in Cursor's settings, under MCP: connect devservers, and click Allow"}},
		{name: "vscode", title: "VS Code", section: "servers",
			file: func(p *program) string { return filepath.Join(p.appConfig("Code"), "User", "mcp.json") },
			forms: map[entryForm]func(string, string) []pair{
				viaURL: func(address, _ string) []pair { return []pair{{"type", "http"}, {"url", address}} },
				viaStdio: func(_, program string) []pair {
					return []pair{{"type", "stdio"}, {"command", program}, {"args", []string{"mcp"}}}
				},
			},
			next: map[entryForm]string{viaURL: "in VS Code: MCP: List Servers, start devservers, and click Allow"}},
		{name: "codex", title: "Codex", section: "mcp_servers", toml: true,
			file: func(p *program) string { return inHome(p, "CODEX_HOME", ".codex", "config.toml") },
			forms: map[entryForm]func(string, string) []pair{
				viaURL: url("url"),
				viaHelper: func(address, program string) []pair {
					return []pair{{"url", address}, {"http_headers_helper", shellWord(program) + " mcp headers"}}
				},
				viaStdio: stdio,
			},
			next: map[entryForm]string{viaURL: "codex mcp login devservers, and click Allow"}},
		{name: "gemini", title: "Gemini CLI", section: "mcpServers",
			file:  func(p *program) string { return inHome(p, "", ".gemini", "settings.json") },
			forms: map[entryForm]func(string, string) []pair{viaURL: url("httpUrl"), viaStdio: stdio},
			next:  map[entryForm]string{viaURL: "/mcp auth devservers in a session, and click Allow"}},
		{name: "zed", title: "Zed", section: "context_servers",
			file:  func(p *program) string { return filepath.Join(p.configHome(), "zed", "settings.json") },
			forms: map[entryForm]func(string, string) []pair{viaURL: url("url"), viaStdio: stdio},
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
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+@", r)
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
