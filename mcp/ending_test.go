package mcp_test

import (
	"context"
	"testing"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
)

// The connections are closed right after End: a call that it has not answered by then gets no answer.
func TestEndingManagerAnswersWaitingCalls(t *testing.T) {
	t.Parallel()
	for _, legacy := range []bool{false, true} {
		w := newWorld(t)
		w.project("shop", shop)
		a := w.agent("/mcp", legacy)
		ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
		defer cancel()
		said := make(chan answer, 1)
		go func() {
			request := protocol.CallToolRequest{}
			request.Params.Name, request.Params.Arguments = "start_server", given{"server": "slow", "timeout_s": 45}
			request.Params.Meta = &protocol.Meta{ProgressToken: "t1"} // the answer is a stream
			r, err := a.client.CallTool(ctx, request)
			if err != nil {
				said <- answer{t: t, text: err.Error()}
				return
			}
			said <- a.read(r)
		}()
		w.Until(app.Ref{Project: "shop", Name: "slow"}, "starts",
			func(st app.Status) bool { return st.State == app.Starting })
		w.endpoint.End(ctx)
		w.close(true)
		got := <-said
		if got.says("being stopped or replaced", "keeps running"); !got.failed || got.data["code"] != "not_ready" {
			t.Errorf("legacy %t: %+v", legacy, got)
		}
		w.open()
		a.ok("list_projects", given{}).says("slow", "starting")
	}
}
