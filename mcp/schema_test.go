package mcp_test

import (
	"context"
	"encoding/json"
	"testing"

	"devservers/mcp"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/tiktoken-go/tokenizer"
)

// tokens counts as a current model does.
func tokens(t testing.TB, s string) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	n, err := codec.Count(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestToolsAndInstructionsStayBelow1800Tokens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	list, err := w.agent("/mcp", false).client.ListTools(context.Background(), protocol.ListToolsRequest{})
	if err != nil || len(list.Tools) < 9 {
		t.Fatalf("%v %+v", err, list)
	}
	all := tokens(t, mcp.Instructions)
	t.Logf("%-16s %4d tokens", "instructions", all)
	for _, tool := range list.Tools {
		schema, _ := json.Marshal(tool.InputSchema)
		n := tokens(t, tool.Name) + tokens(t, tool.Description) + tokens(t, string(schema))
		t.Logf("%-16s %4d tokens", tool.Name, n)
		all += n
		if a := tool.Annotations; a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil ||
			a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s: hints are missing: %+v", tool.Name, a)
		}
		if (tool.Name == "start_server" || tool.Name == "check_edit") && (tool.Meta == nil || tool.Meta.AdditionalFields["anthropic/alwaysLoad"] != true) {
			t.Errorf("%+v", tool.Meta)
		}
	}
	t.Logf("%-16s %4d tokens", "all", all)
	if all > 1800 {
		t.Errorf("%d tokens, more than 1800", all)
	}
}
