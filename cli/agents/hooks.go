package agents

import (
	"encoding/json"
	"path/filepath"
	"slices"
)

// hooks is how a client runs a command before a shell command, when a model says that it is done, and when a session
// begins.
type hooks struct {
	file   func(d dirs) string
	before hookPoint
	stop   hookPoint
	begin  hookPoint
	next   string                                   // what the person does next
	whole  map[string]any                           // what a new file has besides
	entry  func(command string, of hookPoint) any   // an element of the list of a point
	says   func(point HookPoint, reason string) any // the answer that stops it, or tells a session that begins
	reads  func(input map[string]any) (h HookCall)  // what the client tells
}

// hookPoint is a list of hooks in a client's file.
type hookPoint struct{ event, matcher string }

// HookPoint is where in a session a hook runs.
type HookPoint int

// The points.
const (
	BeforeShell HookPoint = iota // a shell command is about to run
	Done                         // the model says that it is done
	Begun                        // a session begins
)

// HookCall is what a client tells a hook.
type HookCall struct {
	Point        HookPoint
	Known        bool // false: of no point that concerns us
	Session, Dir string
	Command      string // of the shell
}

// clientHooks are the clients that have hooks, by name.
var clientHooks = map[string]hooks{
	"claude": nested(func(d dirs) string { return d.inHome("CLAUDE_CONFIG_DIR", ".claude", "settings.json") }, "Bash", 5),
	"codex":  codexHooks(),
	"qwen": nested(func(d dirs) string { return d.inHome("", ".qwen", "settings.json") },
		"Bash|Shell|run_shell_command", 5000),
	"copilot": copilotHooks(),
	"gemini": {
		file:   func(d dirs) string { return d.inHome("", ".gemini", "settings.json") },
		before: hookPoint{"BeforeTool", "run_shell_command"}, stop: hookPoint{"AfterAgent", ""}, begin: sessionStart,
		entry: func(command string, of hookPoint) any { return nestedEntry(command, of, 5000) },
		says: func(point HookPoint, reason string) any {
			if point == Begun {
				return nestedContext(reason)
			}
			return map[string]any{"decision": "deny", "reason": reason}
		},
		reads: func(in map[string]any) HookCall { return readHook(in, "BeforeTool", "AfterAgent", sessionStart.event) },
	},
	"cursor": {
		file:   func(d dirs) string { return d.inHome("", ".cursor", "hooks.json") },
		before: hookPoint{"beforeShellExecution", ""}, stop: hookPoint{"stop", ""}, begin: hookPoint{"sessionStart", ""},
		whole: map[string]any{"version": 1},
		entry: func(command string, _ hookPoint) any { return map[string]any{"command": command} },
		says: func(point HookPoint, reason string) any {
			switch point {
			case Done:
				return map[string]any{"followup_message": reason}
			case Begun:
				return map[string]any{"additional_context": reason}
			}
			return map[string]any{"permission": "deny", "agent_message": reason, "user_message": reason}
		},
		reads: func(in map[string]any) HookCall { return readHook(in, "beforeShellExecution", "stop", "sessionStart") },
	},
}

// codexHooks is the format of Codex, which runs no hook that a person has not trusted.
func codexHooks() hooks {
	h := nested(func(d dirs) string { return d.inHome("CODEX_HOME", ".codex", "hooks.json") }, "Bash", 5)
	h.next = "/hooks in a session of Codex, and trust them: until then it runs none, without a word"
	return h
}

// copilotHooks is the format of Copilot CLI, which calls by Claude Code's names what is configured by them.
func copilotHooks() hooks {
	h := nested(func(d dirs) string {
		return d.inHome("COPILOT_HOME", ".copilot", filepath.Join("hooks", "devservers.json"))
	}, "Bash", 5)
	h.whole = map[string]any{"version": 1}
	h.entry = func(command string, of hookPoint) any {
		e := map[string]any{"type": "command", "command": command, "timeoutSec": 5}
		if of.matcher != "" {
			e["matcher"] = of.matcher
		}
		return e
	}
	block := h.says
	h.says = func(point HookPoint, reason string) any {
		switch point {
		case Done:
			return block(point, reason)
		case Begun:
			return map[string]any{"additionalContext": reason}
		}
		return map[string]any{"permissionDecision": "deny", "permissionDecisionReason": reason}
	}
	return h
}

// sessionStart is what most clients call the begin of a session.
var sessionStart = hookPoint{"SessionStart", ""}

// nestedContext tells a session that begins something, as Claude Code and others read it.
func nestedContext(text string) any {
	return map[string]any{"hookSpecificOutput": map[string]any{"hookEventName": sessionStart.event,
		"additionalContext": text}}
}

// nested is the format of Claude Code, which Codex and Qwen Code share. The time is in the client's own unit.
func nested(file func(d dirs) string, shell string, timeout int) hooks {
	return hooks{
		file: file, before: hookPoint{"PreToolUse", shell}, stop: hookPoint{"Stop", ""}, begin: sessionStart,
		entry: func(command string, of hookPoint) any { return nestedEntry(command, of, timeout) },
		says: func(point HookPoint, reason string) any {
			switch point {
			case Done:
				return map[string]any{"decision": "block", "reason": reason}
			case Begun:
				return nestedContext(reason)
			}
			return map[string]any{"hookSpecificOutput": map[string]any{"hookEventName": "PreToolUse",
				"permissionDecision": "deny", "permissionDecisionReason": reason}}
		},
		reads: func(in map[string]any) HookCall { return readHook(in, "PreToolUse", "Stop", sessionStart.event) },
	}
}

func nestedEntry(command string, of hookPoint, timeout int) any {
	e := map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command, "timeout": timeout}}}
	if of.matcher != "" {
		e["matcher"] = of.matcher
	}
	return e
}

// readHook reads what clients call by the same names.
func readHook(in map[string]any, before, done, begun string) (h HookCall) {
	text := func(of map[string]any, names ...string) string {
		for _, name := range names {
			if s, ok := of[name].(string); ok {
				return s
			}
		}
		return ""
	}
	tool, _ := in["tool_input"].(map[string]any)
	if quoted, ok := in["tool_input"].(string); ok {
		_ = json.Unmarshal([]byte(quoted), &tool)
	}
	h.Session, h.Dir = text(in, "session_id", "conversation_id"), text(in, "cwd")
	if roots, _ := in["workspace_roots"].([]any); len(roots) > 0 && h.Dir == "" {
		h.Dir, _ = roots[0].(string)
	}
	if h.Command = text(tool, "command"); h.Command == "" {
		h.Command = text(in, "command")
	}
	switch event := text(in, "hook_event_name"); event {
	case before:
		h.Point, h.Known = BeforeShell, true
	case done:
		h.Point, h.Known = Done, true
	case begun:
		h.Point, h.Known = Begun, true
	}
	return h
}

// HooksOf returns the names of the clients that have hooks.
func HooksOf() (names []string) {
	for _, name := range Names() {
		if _, ok := clientHooks[name]; ok {
			names = append(names, name)
		}
	}
	return names
}

// HasHooks reports whether the client has hooks that devservers knows.
func (c Client) HasHooks() bool { return slices.Contains(HooksOf(), c.Name) }

// ReadHook reads what the client tells a hook on standard input.
func (c Client) ReadHook(input []byte) (h HookCall, err error) {
	in := map[string]any{}
	if err := json.Unmarshal(input, &in); err != nil {
		return h, err
	}
	return clientHooks[c.Name].reads(in), nil
}

// Refusal returns what a hook prints to stop what it was asked about, or to tell a session that begins.
func (c Client) Refusal(point HookPoint, reason string) any {
	return clientHooks[c.Name].says(point, reason)
}

// HookFile returns the file with the client's hooks.
func (c Client) HookFile(getenv func(string) string) string {
	return clientHooks[c.Name].file(dirs{getenv})
}

// AfterHooks returns what the person does after hooks were added, or "".
func (c Client) AfterHooks() string { return clientHooks[c.Name].next }
