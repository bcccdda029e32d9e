//go:build real && linux

package mcp_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/tests/apptest/npm"
)

// The official suite, once for the last revision with sessions and once for the one without. testdata/conformance lists
// expected failures and why; the suite also reports entries that no longer fail.
func TestConformanceSuitePasses(t *testing.T) {
	suite := npm.Installed(t, "testdata/conformance")
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(revision, func(t *testing.T) {
			w := newWorld(t)
			w.endpoint.AddFixtures(func(s *mcpgo.MCPServer) { addFixtures(s) })
			expected, err := filepath.Abs("testdata/conformance/" + revision + ".yml")
			w.must(err)
			ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
			defer cancel()
			run := exec.CommandContext(ctx, npm.Node(t),
				filepath.Join(suite, "@modelcontextprotocol/conformance/dist/index.js"),
				"server", "--url", w.signedIn()+"/mcp", "--requirements", revision, "--expected-failures", expected)
			run.Dir = t.TempDir()
			out, err := run.CombinedOutput()
			t.Logf("%s", out)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// signedIn is a proxy that adds the token, since the suite cannot send one. It changes nothing else but its own name,
// which becomes the manager's.
func (w *world) signedIn() string {
	target := strings.TrimPrefix(w.url(), "http://")
	transport := &http.Transport{}
	s := httptest.NewUnstartedServer(nil)
	own := s.Listener.Addr().String()
	proxy := &httputil.ReverseProxy{
		Transport: transport, FlushInterval: -1,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", target
			r.Out.Host = rename(r.In.Host, own, target)
			if origin := r.In.Header.Get("Origin"); origin != "" {
				r.Out.Header.Set("Origin", rename(origin, own, target))
			}
			r.Out.Header.Set("Authorization", "Bearer "+token)
		},
	}
	s.Config.Handler = http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		// an answer that comes while the proxy still looks for the body's end would be cut off
		body, err := io.ReadAll(r.Body)
		w.check(err)
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(out, r)
	})
	s.Start()
	w.T.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
		transport.CloseIdleConnections()
	})
	return strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
}

// rename replaces the proxy's name, in either spelling, by the manager's.
func rename(s, own, target string) string {
	_, port, _ := net.SplitHostPort(own)
	for _, name := range []string{"localhost:" + port, "127.0.0.1:" + port} {
		if rest, ok := strings.CutSuffix(s, name); ok {
			return rest + target
		}
	}
	return s
}
