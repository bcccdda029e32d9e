package agents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var hookRun = Command{Program: "/opt/my tools/devservers"}

// TestHooksAreAddedOnce compares whole files, and adds the hooks of an update in place of the old ones.
func TestHooksAreAddedOnce(t *testing.T) {
	t.Parallel()
	const mine = `{
  // my own
  "theme": "dark",
  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}, // end
}
`
	c := clientNamed(t, "claude")
	got, err := c.withHooks([]byte(mine), hookRun)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"// my own", "// end", "say done", `"matcher":"Bash"`,
		`'/opt/my tools/devservers' mcp hook --client claude`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	if again, err := c.withHooks(got, hookRun); err != nil || string(again) != string(got) {
		t.Errorf("%v\n%s", err, again)
	}
	moved, err := c.withHooks(got, Command{Program: "/usr/bin/devservers"})
	if err != nil || strings.Contains(string(moved), "my tools") || strings.Count(string(moved), hookMark) != 3 {
		t.Errorf("%v\n%s", err, moved)
	}
	for _, odd := range []string{"[]", `{"hooks": 1}`, `{"hooks": {"Stop": {}}}`, "{"} {
		if got, err := c.withHooks([]byte(odd), hookRun); err == nil {
			t.Errorf("%s became %s", odd, got)
		}
	}
}

// TestEachClientWithHooksReadsItsOwnCalls writes the file of each client, and answers what it sends.
func TestEachClientWithHooksReadsItsOwnCalls(t *testing.T) {
	t.Parallel()
	for name, calls := range map[string][2]string{
		"claude": {`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"Bash","tool_input":{"command":"npm run dev"}}`,
			`{"hook_event_name":"Stop","session_id":"s","cwd":"/w","stop_hook_active":false}`},
		"codex": {`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"Bash","tool_input":{"command":"npm run dev"}}`,
			`{"hook_event_name":"Stop","session_id":"s","cwd":"/w"}`},
		"qwen": {`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":"npm run dev"}}`,
			`{"hook_event_name":"Stop","session_id":"s","cwd":"/w"}`},
		"copilot": {`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/w","tool_name":"Bash","tool_input":"{\"command\":\"npm run dev\"}"}`,
			`{"hook_event_name":"Stop","session_id":"s","cwd":"/w","stop_reason":"end_turn","stop_hook_active":false}`},
		"gemini": {`{"hook_event_name":"BeforeTool","session_id":"s","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":"npm run dev"}}`,
			`{"hook_event_name":"AfterAgent","session_id":"s","cwd":"/w","prompt_response":"done"}`},
		"cursor": {`{"hook_event_name":"beforeShellExecution","conversation_id":"s","workspace_roots":["/w"],"command":"npm run dev"}`,
			`{"hook_event_name":"stop","conversation_id":"s","workspace_roots":["/w"],"status":"completed"}`},
	} {
		c := clientNamed(t, name)
		before, err := c.ReadHook([]byte(calls[0]))
		if err != nil || before != (HookCall{BeforeShell, true, "s", "/w", "npm run dev"}) {
			t.Errorf("%s: %v %+v", name, err, before)
		}
		done, err := c.ReadHook([]byte(calls[1]))
		if err != nil || done != (HookCall{Done, true, "s", "/w", ""}) {
			t.Errorf("%s: %v %+v", name, err, done)
		}
		begin := `{"hook_event_name":"SessionStart","session_id":"s","cwd":"/w","source":"startup"}`
		if name == "cursor" {
			begin = `{"hook_event_name":"sessionStart","conversation_id":"s","workspace_roots":["/w"]}`
		}
		if begun, err := c.ReadHook([]byte(begin)); err != nil || begun != (HookCall{Begun, true, "s", "/w", ""}) {
			t.Errorf("%s: %v %+v", name, err, begun)
		}
		if other, _ := c.ReadHook([]byte(`{"hook_event_name":"SessionEnd"}`)); other.Known {
			t.Errorf("%s: %+v", name, other)
		}
		file := filepath.Join(t.TempDir(), "deep", "hooks.json")
		if changed, _, err := c.PutHooks(file, hookRun); err != nil || !changed {
			t.Errorf("%s: %v %v", name, changed, err)
		}
		text, _ := os.ReadFile(file)
		if !json.Valid(text) || strings.Count(string(text), hookMark+name) != 3 {
			t.Errorf("%s: %s", name, text)
		}
	}
}
