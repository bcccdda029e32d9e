package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"devservers/app/web/guard"
)

// TestSigningOutEndsStreamsAndTerminals: what a session has open ends with it, in other tabs too.
func TestSigningOutEndsStreamsAndTerminals(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.run("lines")
	mine, other := m.signIn(), m.signIn()
	as := func(c *http.Cookie) func(*http.Request) {
		return func(r *http.Request) { cookie(c)(r); m.onUI(r) }
	}
	events, stays := m.listenTo("/stream", "", as(mine)), m.listenTo("/stream", "", as(other))
	nextEvent(t, events, "event: tab")
	nextEvent(t, stays, "event: tab")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, _, err := m.dial(ctx, "lines", run, "", http.Header{"Cookie": {mine.Name + "=" + mine.Value}}, guard.UIHost)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	if got := m.do("POST", "/logout", "", as(mine)); got.StatusCode != 204 {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	for open := true; open; {
		select {
		case _, open = <-events:
		case <-ctx.Done():
			t.Fatal("the stream stayed open")
		}
	}
	for err == nil {
		_, _, err = conn.Read(ctx)
	}
	if ctx.Err() != nil {
		t.Error("the terminal stayed open")
	}
	if got := m.do("GET", "/api/status", "", as(other)); got.StatusCode != 200 {
		t.Errorf("the other browser: %d", got.StatusCode)
	}
	select {
	case event, open := <-stays:
		if !open {
			t.Errorf("the other browser's stream ended: %s", event)
		}
	default:
	}
	if websocket.CloseStatus(err) == websocket.StatusGoingAway {
		t.Errorf("%v", err)
	}
}

// TestPlantedCookieLocksNobodyOut: a page under our name and another port can set a cookie of our name, which the
// browser sends first.
func TestPlantedCookieLocksNobodyOut(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	if !strings.HasSuffix(c.Name, "_"+strconv.Itoa(m.Port())) {
		t.Errorf("the cookie %s does not name the port", c.Name)
	}
	planted := func(r *http.Request) {
		anonymous(r)
		m.onUI(r)
		r.Header.Set("Cookie", c.Name+"=planted; "+c.Name+"=\"; "+c.Name+"="+c.Value+"; "+c.Name+"=")
	}
	if got := m.do("GET", "/api/status", "", planted); got.StatusCode != 200 {
		t.Errorf("with planted cookies: %d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", "/logout", "", planted); got.StatusCode != 204 {
		t.Errorf("signing out: %d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", "/api/status", "", planted); got.StatusCode != 401 {
		t.Errorf("after signing out: %d", got.StatusCode)
	}
}
