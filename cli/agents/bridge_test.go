package agents

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"devservers/app/base/home"
	"devservers/cli/client"
)

const modern = `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"some-agent","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}`

// bridgeTo makes a bridge to a handler, with one end of its pipes.
func bridgeTo(t *testing.T, handler http.HandlerFunc) (say io.WriteCloser, hear *bufio.Scanner) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/access/own" {
			_, _ = io.WriteString(w, `{"token":"own"}`)
			return
		}
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	c := client.New(home.Dirs{}, home.Status{URL: server.URL, Token: "t"})
	b := NewBridge(c, "/mcp", func(context.Context) (*client.Client, error) { return c, nil }, func(string) {})
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- b.Run(context.Background(), inRead, outWrite); outWrite.Close() }()
	t.Cleanup(func() {
		inWrite.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return inWrite, bufio.NewScanner(outRead)
}

func TestStreamBecomesLines(t *testing.T) {
	say, hear := bridgeTo(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": hello\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\n"+
			"data:  \"method\":\"notifications/progress\"}\n\n")
		if r.Header.Get("Mcp-Name") == "whole" {
			_, _ = io.WriteString(w, "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n\n")
		}
	})
	for name, want := range map[string]string{"whole": `"result"`, "torn": "went away"} {
		meta := strings.TrimSuffix(strings.TrimPrefix(modern, "{"), "}")
		fmt.Fprintf(say, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,%s}}`+"\n", name, meta)
		if !hear.Scan() || hear.Text() != `{"jsonrpc":"2.0","method":"notifications/progress"}` {
			t.Errorf("%s: %q", name, hear.Text())
		}
		if !hear.Scan() || !strings.Contains(hear.Text(), `"id":7`) || !strings.Contains(hear.Text(), want) {
			t.Errorf("%s: %q", name, hear.Text())
		}
	}
}

func TestBridgeEndsItsSession(t *testing.T) {
	sessions := make(chan string, 2)
	say, hear := bridgeTo(t, func(w http.ResponseWriter, r *http.Request) {
		sessions <- r.Method + r.Header.Get("X-Devservers-Session")
		if r.Method == http.MethodPost {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{}}`)
		}
	})
	fmt.Fprintln(say, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	hear.Scan()
	say.Close()
	first, last := <-sessions, <-sessions
	if name, ok := strings.CutPrefix(first, "POST"); !ok || name == "" || last != "DELETE"+name {
		t.Errorf("%q, then %q", first, last)
	}
}

func TestCancelClosesTheRequest(t *testing.T) {
	under, cancelled := make(chan bool), make(chan bool)
	say, hear := bridgeTo(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte("ping")) {
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":2,"result":{}}`)
			return
		}
		if r.Method == http.MethodDelete {
			return
		}
		close(under)
		<-r.Context().Done()
		close(cancelled)
	})
	fmt.Fprintln(say, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait_for"}}`)
	<-under
	fmt.Fprintln(say, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	<-cancelled
	fmt.Fprintln(say, `{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	if !hear.Scan() || !strings.Contains(hear.Text(), `"id":2`) { // a canceled request has no answer
		t.Errorf("%q", hear.Text())
	}
}

func TestRenewGivesUpWithItsContext(t *testing.T) {
	c := client.New(home.Dirs{}, home.Status{Token: "t"})
	started, release := make(chan bool), make(chan bool)
	b := NewBridge(c, "/mcp", func(context.Context) (*client.Client, error) {
		close(started)
		<-release
		return c, nil
	}, func(string) {})
	first := make(chan error, 1)
	go func() { first <- b.renew(t.Context(), c.Manager()) }()
	<-started
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.renew(ctx, c.Manager()); !errors.Is(err, context.Canceled) {
		t.Errorf("a message that waits for the restart got %v", err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Error(err)
	}
}
