package mcp_test

import "testing"

// TestTasksTakeArgumentsWhereDeclared: each is one word of the command, whatever it contains.
func TestTasksTakeArgumentsWhereDeclared(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", "tasks:\n  test: {command: FC words first, arguments: true}\n  fixed: {command: FC words first}\n")
	a := w.agent("/mcp", false)
	r := a.ok("run_task", given{"task": "test", "arguments": []any{"two words", "$HOME; rm -rf *", "", 3}, "wait_s": 45})
	r.says(`\"first\" \"two words\" \"$HOME; rm -rf *\" \"\" \"3\"]`, `'two words' '$HOME; rm -rf *' '' 3`)
	a.ok("get_runs", given{"run": r.field("run")}).says(`arguments: "'two words'`)
	a.ok("get_runs", given{"kind": "task"}).says("shop/test #1 'two words'")
	a.fails("invalid", "run_task", given{"task": "fixed", "arguments": []any{"x"}}, "shop/fixed takes no arguments",
		"arguments: true", "devservers.yml")
	a.fails("invalid", "run_task", given{"task": "test", "arguments": []any{"\x00"}}, "NUL character")
	a.ok("get_runs", given{"server": "fixed"}).says("runs: []")
	a.ok("run_task", given{"task": "test", "wait_s": 45}).says(`[\"first\"]`)
}
