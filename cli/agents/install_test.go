package agents

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
)

const address = "http://localhost:7912/mcp"

func clientNamed(t *testing.T, name string) Client {
	t.Helper()
	c, ok := Find(name)
	if !ok {
		t.Fatal(name)
	}
	return c
}

// TestEntries compares what is written into an empty file.
func TestEntries(t *testing.T) {
	run := Command{Program: "/opt/my tools/devservers"}
	want := map[string][3]string{
		"claude": {
			ViaURL:    `{"mcpServers":{"devservers":{"type":"http","url":"http://localhost:7912/mcp"}}}`,
			ViaHelper: `{"mcpServers":{"devservers":{"type":"http","url":"http://localhost:7912/mcp","headersHelper":"'/opt/mytools/devservers'mcpheaders--clientclaude-code"}}}`,
			ViaStdio:  `{"mcpServers":{"devservers":{"type":"stdio","command":"/opt/mytools/devservers","args":["mcp"]}}}`,
		},
		"cursor": {ViaURL: `{"mcpServers":{"devservers":{"url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"vscode": {ViaURL: `{"servers":{"devservers":{"type":"http","url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"servers":{"devservers":{"type":"stdio","command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"codex": {
			ViaURL:    `[mcp_servers.devservers]url="http://localhost:7912/mcp"`,
			ViaHelper: `[mcp_servers.devservers]url="http://localhost:7912/mcp"http_headers_helper="'/opt/mytools/devservers'mcpheaders--clientcodex"`,
			ViaStdio:  `[mcp_servers.devservers]command="/opt/mytools/devservers"args=["mcp"]`,
		},
		"gemini": {ViaURL: `{"mcpServers":{"devservers":{"httpUrl":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"zed": {ViaURL: `{"context_servers":{"devservers":{"url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"context_servers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"opencode": {ViaURL: `{"mcp":{"devservers":{"type":"remote","url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcp":{"devservers":{"type":"local","command":["/opt/mytools/devservers","mcp"]}}}`},
		"windsurf": {ViaURL: `{"mcpServers":{"devservers":{"serverUrl":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"copilot": {ViaURL: `{"mcpServers":{"devservers":{"type":"http","url":"http://localhost:7912/mcp","tools":["*"]}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"type":"local","command":"/opt/mytools/devservers","args":["mcp"],"tools":["*"]}}}`},
		"claude-desktop": {ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"qwen": {ViaURL: `{"mcpServers":{"devservers":{"httpUrl":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"cline": {ViaURL: `{"mcpServers":{"devservers":{"type":"streamableHttp","url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"kiro": {ViaURL: `{"mcpServers":{"devservers":{"url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"amp": {ViaURL: `{"amp.mcpServers":{"devservers":{"url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"amp.mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"crush": {ViaURL: `{"mcp":{"devservers":{"type":"http","url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcp":{"devservers":{"type":"stdio","command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"junie": {ViaURL: `{"mcpServers":{"devservers":{"url":"http://localhost:7912/mcp"}}}`,
			ViaStdio: `{"mcpServers":{"devservers":{"command":"/opt/mytools/devservers","args":["mcp"]}}}`},
		"opencode2": {ViaURL: `{"mcp":{"servers":{"devservers":{"type":"remote","url":"http://localhost:7912/mcp"}}}}`,
			ViaStdio: `{"mcp":{"servers":{"devservers":{"type":"local","command":["/opt/mytools/devservers","mcp"]}}}}`},
		"goose": {ViaURL: `extensions:devservers:type:"streamable_http"name:"devservers"description:"Devserversofthismachine"enabled:trueuri:"http://localhost:7912/mcp"`,
			ViaStdio: `extensions:devservers:type:"stdio"name:"devservers"description:"Devserversofthismachine"enabled:truecmd:"/opt/mytools/devservers"args:["mcp"]`},
	}
	for _, c := range Clients() {
		for form := ViaURL; form <= ViaStdio; form++ {
			var got string
			if build := c.forms[form]; build != nil {
				text, err := c.Text(build(address, run))
				if err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
				got = strings.Join(strings.Fields(text), "")
			}
			if got != want[c.Name][form] {
				t.Errorf("%s %d: %s", c.Name, form, got)
			}
		}
	}
}

// TestPutChangesOnlyTheEntry compares whole files before and after.
func TestPutChangesOnlyTheEntry(t *testing.T) {
	cases := map[string]struct{ client, before, after string }{
		"comments, tabs and trailing commas stay": {"zed", `// my settings
{
	"theme": "One Dark", // dark
	/* agents */
	"context_servers": {
		"other": { "command":"x","args":[ ] }, // mine
	},
	"vim_mode": true, // last
}
`, `// my settings
{
	"theme": "One Dark", // dark
	/* agents */
	"context_servers": {
		"other": { "command":"x","args":[ ] }, // mine
		"devservers": {
			"url": "http://localhost:7912/mcp"
		},
	},
	"vim_mode": true, // last
}
`},
		"a comment stays with its line": {"cursor", "{\n  \"a\": 1 // one\n}\n", `{
  "a": 1, // one
  "mcpServers": {
    "devservers": {
      "url": "http://localhost:7912/mcp"
    }
  }
}
`},
		"an older entry is replaced": {"gemini", `{
    "mcpServers": {
        "devservers": {"command": "old"}, "other": {"httpUrl": "http://x/"}
    },
    "z": "\u00e9"
}`, `{
    "mcpServers": {
        "devservers": {
            "httpUrl": "http://localhost:7912/mcp"
        }, "other": {"httpUrl": "http://x/"}
    },
    "z": "\u00e9"
}`},
		"one that is right stays as it is written": {"vscode",
			"{\"servers\": {\"devservers\": {\"url\": \"http://localhost:7912/mcp\",\n  /* it */ \"type\": \"http\"}}}",
			"{\"servers\": {\"devservers\": {\"url\": \"http://localhost:7912/mcp\",\n  /* it */ \"type\": \"http\"}}}"},
		"all in one line": {"claude", `{"n":1}`, `{"n":1, "mcpServers": {"devservers": {"type": "http", "url": "http://localhost:7912/mcp"}}}`},
		"a byte order mark": {"cursor", "\ufeff{\n}\n",
			"\ufeff{\n  \"mcpServers\": {\n    \"devservers\": {\n      \"url\": \"http://localhost:7912/mcp\"\n    }\n  }\n}\n"},
		"an empty section": {"cursor", "{\n  \"mcpServers\": {}\n}\n",
			"{\n  \"mcpServers\": {\n    \"devservers\": {\n      \"url\": \"http://localhost:7912/mcp\"\n    }\n  }\n}\n"},
		"TOML is appended to": {"codex", "model = \"o\" # the best\n[mcp_servers.other]\ncommand = \"x\"",
			"model = \"o\" # the best\n[mcp_servers.other]\ncommand = \"x\"\n\n[mcp_servers.devservers]\n" +
				"url = \"http://localhost:7912/mcp\"\n"},
		"a table of TOML is replaced, not what is below it": {"codex", `[mcp_servers."devservers"] # old
command = "x"
args = ["a",
  "b"]

# tools
[mcp_servers.devservers.tools]
start_server = "approve"
[profiles.x]
note = """
[mcp_servers.devservers]
"""
`, `[mcp_servers.devservers]
url = "http://localhost:7912/mcp"

# tools
[mcp_servers.devservers.tools]
start_server = "approve"
[profiles.x]
note = """
[mcp_servers.devservers]
"""
`},
	}
	for name, c := range cases {
		client := clientNamed(t, c.client)
		got, err := client.with([]byte(c.before), client.forms[ViaURL](address, Command{}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.after, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		again, err := client.with(got, client.forms[ViaURL](address, Command{}))
		if err != nil || string(again) != string(got) {
			t.Errorf("%s: a second time changes it: %v\n%s", name, err, again)
		}
	}
}

// TestEntryLocatesTheManager: clients pass on few variables, Codex hardly more than HOME and PATH.
func TestEntryLocatesTheManager(t *testing.T) {
	run := Command{"/bin/devservers", []Pair{{"XDG_STATE_HOME", "/my state"}, {"DEVSERVERS_PORT", "7999"}}}
	for name, want := range map[string]string{
		"claude": `"env": { "XDG_STATE_HOME": "/my state", "DEVSERVERS_PORT": "7999" }`,
		"codex":  `env = { XDG_STATE_HOME = "/my state", DEVSERVERS_PORT = "7999" }`,
	} {
		c := clientNamed(t, name)
		text, err := c.Text(c.forms[ViaStdio]("", run))
		if err != nil || !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%v %s", err, text)
		}
		again, err := c.with([]byte(text), c.forms[ViaStdio]("", run))
		if err != nil || string(again) != text {
			t.Errorf("a second time changes it: %v %s", err, again)
		}
	}
	if got := run.headers("codex"); got != "env 'XDG_STATE_HOME=/my state' DEVSERVERS_PORT=7999 /bin/devservers mcp "+
		"headers --client codex" {
		t.Error(got)
	}
}

func TestPutLeavesUnreadableFiles(t *testing.T) {
	cases := map[string]struct{ client, text, says string }{
		"half of it":      {"claude", `{"mcpServers": {`, "not JSON"},
		"a list":          {"cursor", `[]`, "not a JSON object"},
		"another section": {"cursor", `{"mcpServers": []}`, `"mcpServers" is not an object`},
		"half of a TOML":  {"codex", "a = [\n", "line"},
		"an inline table": {"codex", `mcp_servers = {other = {url = "x"}}`, "no place for"},
		"dotted keys":     {"codex", "mcp_servers.devservers.url = \"x\"\n", "not written as a table"},
		"inside of a string": {"codex", "a = '''\n[mcp_servers.devservers]\n'''\n[mcp_servers.devservers]\nurl = 'x'\n",
			"no place for"},
	}
	for name, c := range cases {
		client := clientNamed(t, c.client)
		file := filepath.Join(t.TempDir(), "config")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		changed, _, err := client.Put(file, client.forms[ViaURL](address, Command{}))
		if err == nil || changed || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if data, _ := os.ReadFile(file); string(data) != c.text {
			t.Errorf("%s: it was changed: %s", name, data)
		}
	}
}

func TestPutKeepsLinkModeAndBackup(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "mcp.json")
	if err := os.WriteFile(real, []byte(`{"a": 1}`), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	client := clientNamed(t, "cursor")
	changed, backup, err := client.Put(link, client.forms[ViaURL](address, Command{}))
	if err != nil || !changed {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is gone: %v %v", info, err)
	}
	for file, want := range map[string]string{real: `"devservers"`, backup: `{"a": 1}`} {
		data, err := os.ReadFile(file)
		info, _ := os.Stat(file)
		if err != nil || !strings.Contains(string(data), want) || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: %v %s %v", file, err, data, info.Mode())
		}
	}
	if changed, backup, err = client.Put(link, client.forms[ViaURL](address, Command{})); changed || backup != "" ||
		err != nil {
		t.Errorf("a second time: %t %q %v", changed, backup, err)
	}
}

func FuzzPutTOML(f *testing.F) {
	f.Add("[mcp_servers.devservers]\nurl='x'\n")
	f.Add("[mcp_servers.devservers]\na=1\nenv.x=''\n[mcp_servers.devservers.env]\n")
	f.Add("a='''\n[mcp_servers.devservers]\n'''")
	f.Fuzz(func(t *testing.T, text string) {
		entry := []Pair{{"url", address}}
		after, err := putTOML([]byte(text), "mcp_servers", serverName, entry)
		if err != nil {
			return
		}
		if all, err := parseTOML(after); err != nil || tableAt(all, "mcp_servers", serverName)["url"] != address {
			t.Errorf("%q became %q: %v", text, after, err)
		}
	})
}

func FuzzPutJSON(f *testing.F) {
	f.Add(`{"mcpServers":{},}`)
	f.Add("{//\n}")
	f.Add("{\"mcpServers\":{\"devservers\":{\"a\":null,//x\n\"url\":2 /*y*/,}}}")
	f.Fuzz(func(t *testing.T, text string) {
		after, err := putJSON([]byte(text), "mcpServers", serverName, []Pair{{"url", address}})
		if err != nil {
			return
		}
		root, err := hujson.Parse(bytes.TrimPrefix(after, byteOrderMark))
		if err != nil {
			t.Fatalf("%q became %q: %v", text, after, err)
		}
		servers, _ := plainOf(&root)["mcpServers"].(map[string]any)
		if entry, _ := servers[serverName].(map[string]any); entry["url"] != address {
			t.Errorf("%q became %q", text, after)
		}
	})
}

func TestFoundClientsHaveAProgramOrAConfiguration(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{".codeium/windsurf", "bin"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"bin/opencode": 0o755, "bin/gemini": 0o644, ".claude.json": 0o600} {
		if err := os.WriteFile(filepath.Join(home, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	getenv := func(name string) string { return map[string]string{"HOME": home, "PATH": home + "/bin"}[name] }
	var got []string
	for _, c := range Found(getenv) {
		got = append(got, c.Name)
	}
	if strings.Join(got, " ") != "claude opencode windsurf" {
		t.Error(got)
	}
}

// TestNewerOpencodeKeepsItsServersDeeper: the file itself tells which version it is for.
func TestNewerOpencodeKeepsItsServersDeeper(t *testing.T) {
	c := clientNamed(t, "opencode")
	entry := []Pair{{"type", "remote"}, {"url", address}}
	got, err := c.with([]byte("{\n  \"mcp\": {\n    \"servers\": {\n      \"a\": {\"type\": \"local\"}\n    }\n  }\n}\n"), entry)
	want := "{\n  \"mcp\": {\n    \"servers\": {\n      \"a\": {\"type\": \"local\"},\n      \"devservers\": {\n" +
		"        \"type\": \"remote\",\n        \"url\": \"" + address + "\"\n      }\n    }\n  }\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestYAMLKeepsOtherLines compares whole files of Goose before and after.
func TestYAMLKeepsOtherLines(t *testing.T) {
	c := clientNamed(t, "goose")
	const own = "    type: \"streamable_http\"\n    name: \"devservers\"\n    description: \"Dev servers of this machine\"\n" +
		"    enabled: true\n    uri: \"" + address + "\"\n"
	cases := map[string][2]string{
		"empty":      {"", "extensions:\n  devservers:\n" + own},
		"others":     {"GOOSE_MODE: auto # mine\nextensions:\n  # builtin\n  developer:\n    enabled: true\nlast: 1\n", "GOOSE_MODE: auto # mine\nextensions:\n  devservers:\n" + own + "  # builtin\n  developer:\n    enabled: true\nlast: 1\n"},
		"an old one": {"extensions:\n  devservers:\n    type: sse\n    uri: x\n  z:\n    enabled: false\n", "extensions:\n  devservers:\n" + own + "  z:\n    enabled: false\n"},
		"no end":     {"a: 1", "a: 1\nextensions:\n  devservers:\n" + own},
	}
	for name, both := range cases {
		got, err := c.with([]byte(both[0]), gooseURL(address, Command{}))
		if err != nil || string(got) != both[1] {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
		if again, err := c.with(got, gooseURL(address, Command{})); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s again: %v\n%s", name, err, again)
		}
	}
	for _, odd := range []string{"extensions: {a: {enabled: true}}\n", "extensions: [\n", "- a\n"} {
		if got, err := c.with([]byte(odd), gooseURL(address, Command{})); err == nil {
			t.Errorf("%q became %s", odd, got)
		}
	}
}
