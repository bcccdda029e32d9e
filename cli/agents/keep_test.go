package agents

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPutKeepsAddedKeys compares whole files before and after: what fits the new entry stays as it is written.
func TestPutKeepsAddedKeys(t *testing.T) {
	run := Command{"/bin/devservers", []Pair{{"XDG_STATE_HOME", "/s"}}}
	cases := map[string]struct {
		client        string
		form          Form
		before, after string
	}{
		"settings of the client, in their places and with comments": {"gemini", ViaURL, `{
  "mcpServers": {
    "devservers": {
      "command": "old", // a bridge
      "timeout": 5000, // slow
      "args": ["mcp"],
      "trust": true /* mine */
    }
  }
}
`, `{
  "mcpServers": {
    "devservers": {
      "timeout": 5000, // slow
      "trust": true, /* mine */
      "httpUrl": "http://localhost:7912/mcp"
    }
  }
}
`},
		"nothing that goes with a command": {"claude", ViaURL,
			`{"mcpServers": {"devservers": {"type": "stdio", "command": "x", "env": {"A": "1"}, "alwaysAllow": ["list_projects"]}}}`,
			`{"mcpServers": {"devservers": {"type": "http", "alwaysAllow": ["list_projects"], "url": "http://localhost:7912/mcp"}}}`},
		"nothing that goes with an address": {"cursor", ViaStdio,
			`{"mcpServers": {"devservers": {"disabled": true, "url": "http://x/", "headers": {"A": "1"}}}}`,
			`{"mcpServers": {"devservers": {"disabled": true, "command": "/bin/devservers", "args": ["mcp"], "env": {"XDG_STATE_HOME": "/s"}}}}`},
		"variables, but none that say where another manager is": {"vscode", ViaStdio, `{
	"servers": {
		"devservers": {
			"type": "stdio",
			"command": "old",
			"env": {
				"DEVSERVERS_PORT": "7999",
				"LANG": "C"
			},
			"dev": {"watch": "*"},
		},
	},
}
`, `{
	"servers": {
		"devservers": {
			"type": "stdio",
			"command": "/bin/devservers",
			"env": {
				"XDG_STATE_HOME": "/s",
				"LANG": "C"
			},
			"dev": {"watch": "*"},
			"args": ["mcp"],
		},
	},
}
`},
		"statements of a table, with their comments": {"codex", ViaHelper, `[mcp_servers.devservers]
command = "old"
args = [
  "mcp", # a bridge
]
# it is slow
startup_timeout_sec = 20 # seconds
enabled_tools = ["list_projects",
  "start_server"]
env.LANG = "C"

[mcp_servers.devservers.tools.start_server]
approval_mode = "approve"
`, `[mcp_servers.devservers]
url = "http://localhost:7912/mcp"
http_headers_helper = "env XDG_STATE_HOME=/s /bin/devservers mcp headers --client codex"
# it is slow
startup_timeout_sec = 20 # seconds
enabled_tools = ["list_projects",
  "start_server"]

[mcp_servers.devservers.tools.start_server]
approval_mode = "approve"
`},
		"a table of variables": {"codex", ViaStdio, `[mcp_servers.devservers]
command = "old"
enabled = false
[mcp_servers.devservers.env]
LANG = "C"
[model]
`, `[mcp_servers.devservers]
command = "/bin/devservers"
args = ["mcp"]
env = { XDG_STATE_HOME = "/s", LANG = "C" }
enabled = false
[model]
`},
		"no table of variables for an address": {"codex", ViaURL, `[mcp_servers.devservers]
command = "old"
[ mcp_servers . "devservers".env ]
LANG = "C"
`, `[mcp_servers.devservers]
url = "http://localhost:7912/mcp"
`},
	}
	for name, c := range cases {
		client := clientNamed(t, c.client)
		entry := client.forms[c.form](address, run)
		got, err := client.with([]byte(c.before), entry)
		if diff := cmp.Diff(c.after, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
		again, err := client.with(got, entry)
		if err != nil || string(again) != string(got) {
			t.Errorf("%s: a second time changes it: %v\n%s", name, err, again)
		}
	}
}
