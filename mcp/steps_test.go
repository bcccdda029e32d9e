package mcp_test

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// stepNamed matches a call that an answer names: its tool, and its arguments as "with server shop/web and until ready".
var stepNamed = regexp.MustCompile(`\bcall ([a-z_]+)(?: with ((?:[a-z_]+ [^\s,;:]+(?: and )?)+))?`)

// stepsIn returns the calls in a text, by their own words.
func stepsIn(text string) map[string]wrong {
	steps := map[string]wrong{}
	for _, m := range stepNamed.FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1) {
		args := given{}
		for pair := range strings.SplitSeq(strings.TrimSuffix(m[2], " and "), " and ") {
			if name, value, ok := strings.Cut(pair, " "); ok {
				args[name] = strings.Trim(value, `"'.`)
			}
		}
		if args["a"] == "reason" {
			delete(args, "a")
			args["reason"] = "it was advised"
		}
		steps[m[0]] = wrong{tool: m[1], args: args}
	}
	return steps
}

// worksAsNamed makes the calls that answers have named. Each names a tool and arguments that exist, and is understood:
// it may fail, but not as a wrong call.
func (a *agent) worksAsNamed(steps map[string]wrong) {
	a.T.Helper()
	list, err := a.client.ListTools(context.Background(), protocol.ListToolsRequest{})
	a.must(err)
	for _, text := range slices.Sorted(maps.Keys(steps)) {
		step := steps[text]
		at := slices.IndexFunc(list.Tools, func(t protocol.Tool) bool { return t.Name == step.tool })
		if at < 0 {
			a.T.Errorf("%q names no tool", text)
			continue
		}
		schema, _ := json.Marshal(list.Tools[at].InputSchema)
		whole := true
		for _, name := range list.Tools[at].InputSchema.Required {
			whole = whole && step.args[name] != nil
		}
		for name := range step.args {
			if !strings.Contains(string(schema), `"`+name+`"`) {
				a.T.Errorf("%q names an argument that %s does not have: %s", text, step.tool, name)
			}
		}
		if !whole || len(step.args) == 0 { // it is explained where it is advised
			continue
		}
		for _, limit := range []string{"timeout_s", "wait_s"} {
			if strings.Contains(string(schema), limit) {
				step.args[limit] = 1
			}
		}
		if r := a.call(step.tool, step.args); r.failed && (r.data["code"] == "invalid" || r.data["code"] == "not_found") {
			a.T.Errorf("%q does not work: %s", text, r.text)
		}
	}
}

// TestStepsThatAnswersNameWork: of failures, waits, tasks and searches.
func TestStepsThatAnswersNameWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agentNamed("one")
	steps := map[string]wrong{}
	for _, c := range []wrong{
		{tool: "start_server", args: given{"server": "bad"}},
		{tool: "start_server", args: given{"server": "slow", "timeout_s": 1}},
		{tool: "start_server", args: given{"server": "slow", "wait": "none"}},
		{tool: "start_server", args: given{"server": "quick"}}, {tool: "run_task", args: given{"task": "web"}},
		{tool: "diagnose", args: given{"server": "bad"}}, {tool: "diagnose", args: given{"server": "slow"}},
		{tool: "diagnose", args: given{"server": "chat"}},
		{tool: "run_task", args: given{"task": "quick", "wait_s": 20}},
		{tool: "run_task", args: given{"task": "long", "wait_s": 0}}, {tool: "run_task", args: given{"task": "long"}},
		{tool: "wait_for", args: given{"server": "bad", "until": "log", "pattern": "x", "timeout_s": 1}},
		{tool: "wait_for", args: given{"server": "chat", "until": "ready", "timeout_s": 1}},
		{tool: "wait_for", args: given{"server": "slow", "until": "exit", "timeout_s": 0}},
		{tool: "wait_for", args: given{"server": "lines", "until": "ready", "timeout_s": 0}},
		{tool: "get_server_logs", args: given{"server": "chat"}}, {tool: "check_edit"},
		{tool: "patch_config", args: given{"server": "slow", "port": "auto", "reason": "r"}},
		{tool: "patch_config", args: given{"action": "reset", "patch_id": "nosuch"}},
	} {
		maps.Copy(steps, stepsIn(a.call(c.tool, c.args).text))
	}
	t.Log(slices.Sorted(maps.Keys(steps)))
	if len(steps) < 8 {
		t.Errorf("only %d steps are named", len(steps))
	}
	w.agentNamed("two").worksAsNamed(steps)
}
