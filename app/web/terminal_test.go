package web

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/coder/websocket"

	"devservers/app"
)

func (m *manager) dial(ctx context.Context, name, run, query string, h http.Header, host ...string) (*websocket.Conn,
	*http.Response, error) {
	address := fmt.Sprintf("ws://127.0.0.1:%d/p/shop/%s/runs/%s/socket?%s", m.Port(), name, run, query)
	transport := &http.Transport{DisableKeepAlives: true}
	m.t.Cleanup(transport.CloseIdleConnections)
	o := &websocket.DialOptions{HTTPHeader: h, HTTPClient: &http.Client{Transport: transport}}
	if len(host) > 0 {
		o.Host = fmt.Sprintf("%s:%d", host[0], m.Port())
	}
	return websocket.Dial(ctx, address, o)
}

func TestForeignPagesCannotOpenTerminals(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.run("lines")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, h := range []http.Header{
		{},
		{"Authorization": {"Bearer " + testToken}, "Origin": {"http://localhost:3000"}},
		{"Authorization": {"Bearer " + testToken}, "Origin": {"null"}},
	} {
		conn, answer, err := m.dial(ctx, "lines", run, "", h)
		if err == nil {
			_ = conn.CloseNow()
			t.Errorf("%v: it was opened", h)
		} else if answer == nil || answer.StatusCode != 401 && answer.StatusCode != 403 {
			t.Errorf("%v: %v %v", h, answer, err)
		}
	}
}

func TestSocketSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.run("lines")
	for path, want := range map[string]int{
		"/p/shop/lines/runs/" + run + "/socket":        400,
		"/p/shop/lines/runs/" + run + "/socket?from=x": 400,
		"/p/shop/lines/runs/1qebj00000/socket":         400,
		"/p/shop/nobody/runs/" + run + "/socket":       404,
	} {
		got := m.do("GET", path, "")
		if got.StatusCode != want || got.problem(t).Code == app.CodeInternal {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
}
func TestClosingTheManagerClosesTerminals(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.ask(servers+"chat/start", "{}").Run
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := m.dial(ctx, "chat", run, "", http.Header{"Authorization": {"Bearer " + testToken}})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(ctx); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, _, err = conn.Read(ctx)
	}
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("%v", err)
	}
}
