package mcp_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
)

// BenchmarkAnswer measures answers over a kept connection: the two eras of MCP, a call of
// which progress is wanted, and the JSON API, each reading the state of a project with a server that is up and four
// that are not.
func BenchmarkAnswer(b *testing.B) {
	w := newWorld(b)
	w.project("shop", shop)
	_, err := w.Sup.Start(b.Context(), app.Ref{Project: "shop", Name: "web"}, supervisor.StartOptions{Actor: person})
	w.must(err)
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{}`
	post := func(body string, headers ...string) func(*testing.B) {
		return func(b *testing.B) { w.answers(b, "POST", "/mcp", body, headers...) }
	}
	b.Run("MCP-sessions", post(call+`}}`, "Mcp-Session-Id", w.initialize(), "Mcp-Protocol-Version", "2025-11-25"))
	b.Run("MCP-progress", post(call+`,"_meta":{"progressToken":1}}}`, "Mcp-Session-Id", w.initialize(),
		"Mcp-Protocol-Version", "2025-11-25"))
	b.Run("MCP-2026-07-28", post(call+`,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "list_projects"))
	b.Run("JSON", func(b *testing.B) { w.answers(b, "GET", "/api/projects/shop/servers", "") })
}

// answers measures many requests, and reports the median and the 99th percentile in milliseconds.
func (w *world) answers(b *testing.B, method, path, body string, headers ...string) {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	ask := func() {
		r, err := http.NewRequestWithContext(b.Context(), method, w.url()+path, strings.NewReader(body))
		w.must(err)
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer, err := transport.RoundTrip(r)
		w.must(err)
		got, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != 200 || !strings.Contains(string(got), "ready") &&
			!strings.Contains(string(got), "shop/web") {
			b.Fatalf("%v %d %s", err, answer.StatusCode, got)
		}
	}
	ask()
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		ask()
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	at := func(share float64) float64 {
		return took[int(share*float64(len(took)-1))].Seconds() * 1000
	}
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
}

// BenchmarkFiftyServers measures reading tools in a world of 50 servers, of which one is up.
func BenchmarkFiftyServers(b *testing.B) {
	w := newWorld(b)
	w.project("shop", shop)
	for p := range 9 {
		w.project(fmt.Sprintf("more%d", p), "servers:\n"+
			strings.ReplaceAll("  aN: {command: FC echo}\n  bN: {command: FC echo}\n  cN: {command: FC echo}\n"+
				"  dN: {command: FC echo}\n  eN: {command: FC echo}\n", "N", fmt.Sprint(p)))
	}
	_, err := w.Sup.Start(b.Context(), app.Ref{Project: "shop", Name: "web"}, supervisor.StartOptions{Actor: person})
	w.must(err)
	id := w.initialize()
	for tool, args := range map[string]string{
		"list_projects": `{}`, "get_server_logs": `{"server":"shop/web"}`, "get_errors": `{"server":"shop/web"}`,
		"get_runs": `{"server":"shop/web"}`, "diagnose": `{"server":"shop/web"}`,
	} {
		b.Run(tool, func(b *testing.B) {
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + `}}`
			w.answers(b, "POST", "/mcp", body, "Mcp-Session-Id", id, "Mcp-Protocol-Version", "2025-11-25")
		})
	}
}
