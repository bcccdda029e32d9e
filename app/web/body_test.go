package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

func TestWritesTakeOnlyJSON(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for kind, want := range map[string]int{
		"application/json":                  202,
		"application/json; charset=UTF-8":   202,
		"Application/JSON":                  202,
		"application/json; charset=latin-1": 415,
		"text/plain":                        415,
		"text/plain;application/json":       415,
		"application/x-www-form-urlencoded": 415,
		"multipart/form-data; boundary=x":   415,
		"application/jsonx":                 415,
		";":                                 415,
		"":                                  415,
	} {
		got := m.do("POST", "/api/shutdown", `{"keep_servers":true}`, header("Content-Type", kind))
		if got.StatusCode != want {
			t.Errorf("%q: %d %s", kind, got.StatusCode, got.body)
		}
	}
	if got := m.do("POST", "/api/shutdown", "", header("Content-Type",
		"application/x-www-form-urlencoded")); got.StatusCode != 415 {
		t.Errorf("an empty form: %d", got.StatusCode)
	}
	if got := m.do("POST", "/api/shutdown", ""); got.StatusCode != 202 {
		t.Errorf("no body at all: %d", got.StatusCode)
	}
}

func TestInvalidBodiesAreRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for body, want := range map[string]int{
		`{}`:                                  202,
		" {\"keep_servers\":false}\n ":        202,
		`{"keep_servers":true}{}`:             400,
		`{"keep_servers":true} x`:             400,
		`{"keep_server":true}`:                400,
		`{"keep_servers":"yes"}`:              400,
		`[`:                                   400,
		`"x"`:                                 400,
		`{"keep_servers":tr`:                  400,
		`{"x":` + strings.Repeat("[", 20_000): 400,
		`{"keep_servers":` + strings.Repeat(" ", wire.MaxBody) + `true}`: 413,
	} {
		got := m.do("POST", "/api/shutdown", body)
		if got.StatusCode != want {
			t.Errorf("%.40q: %d %s", body, got.StatusCode, got.body)
		}
	}
}

// endless is a body of unknown length. It fits the sockets' buffers, so that the client is done sending when
// the connection is closed behind the answer.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left -= len(p); e.left < 0 {
		return 0, io.EOF
	}
	return copy(p, bytes.Repeat([]byte(" "), len(p))), nil
}

func TestBodyOfUnknownLengthIsLimited(t *testing.T) {
	t.Parallel()
	m := serve(t)
	got := m.do("POST", "/api/shutdown", "{}", func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(&endless{left: 2 << 20}), -1
	})
	if got.StatusCode != 413 || got.problem(t).Code != wire.CodeTooLarge {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestCompressedBodyIsRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte("{}"))
	_ = z.Close()
	if got := m.do("POST", "/api/shutdown", b.String(), header("Content-Encoding", "gzip")); got.StatusCode != 415 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestUnknownQueryParameterIsRefused(t *testing.T) {
	t.Parallel()
	m := serve(t)
	for query, want := range map[string]int{
		"limit=5": 200, "limit=-1": 400, "limit=x": 400, "limt=5": 400, "limit=1&limit=2": 400, "since=5m": 200,
		"since=yesterday": 400,
	} {
		if got := m.do("GET", "/api/history?"+query, ""); got.StatusCode != want {
			t.Errorf("%s: %d %s", query, got.StatusCode, got.body)
		}
	}
}

func TestOnlyTokenHoldersSendAnEnvironment(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	got := m.do("POST", "/api/projects/shop/servers/web/start", `{"env":{"PATH":"/tmp"}}`, cookie(c), m.onUI)
	if got.StatusCode != 403 || got.problem(t).Code != app.CodeForbidden {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func TestShutdown(t *testing.T) {
	t.Parallel()
	stopped := make(chan bool, 1)
	m := serve(t, func(o *Options) { o.Shutdown = func(keep bool) { stopped <- keep } })
	got := m.do("POST", "/api/shutdown", `{"keep_servers":true}`, header(guard.ActorHeader, "cli"),
		header(guard.ClientHeader, "zsh\u202e!"))
	if got.StatusCode != 202 || !<-stopped {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	var events []history.Entry
	if err := json.Unmarshal([]byte(m.do("GET", "/api/history", "").body), &events); err != nil {
		t.Fatal(err)
	}
	if len(events) != 1 || events[0].Action != "shutdown" || events[0].Actor != (app.Actor{Kind: "cli", Client: "zsh!"}) {
		t.Errorf("%+v", events)
	}
}

func TestOnlyTokenHoldersNameTheirActor(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	for _, who := range []struct {
		edits []func(*http.Request)
		want  app.ActorKind
	}{
		{[]func(*http.Request){header(guard.ActorHeader, "cli")}, "cli"},
		{[]func(*http.Request){header(guard.ActorHeader, "crash")}, "api"},
		{nil, "api"},
		{[]func(*http.Request){cookie(c), m.onUI, header(guard.ActorHeader, "cli")}, "ui"},
	} {
		if got := m.do("POST", "/api/shutdown", "{}", who.edits...); got.StatusCode != 202 {
			t.Fatalf("%d %s", got.StatusCode, got.body)
		}
		events, err := m.o.History.Query(history.Query{Limit: 1})
		if err != nil || events[0].Actor.Kind != who.want {
			t.Errorf("%v: %+v %v", who.want, events, err)
		}
	}
}

func TestPanicIsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	m := serveWith(t, func(s *Site) {
		s.http.Handler = s.guard.Outermost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/half" {
				_, _ = fmt.Fprint(w, strings.Repeat("x", 1<<20))
			}
			panic("oh no " + r.URL.Path)
		}))
	})
	got := m.do("GET", "/?secret="+testToken, "")
	p := got.problem(t)
	if got.StatusCode != 500 || p.Code != app.CodeInternal || p.ID == "" || strings.Contains(got.body, "oh no") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if log := m.log.String(); !strings.Contains(log, p.ID) || !strings.Contains(log, "oh no") ||
		strings.Contains(log, testToken) {
		t.Errorf("log: %s", log)
	}
	r, err := http.Get(m.origin("127.0.0.1") + "/half")
	if err == nil {
		_, err = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	if err == nil {
		t.Error("half an answer was taken for a whole one")
	}
	if m.problems.failures.Load() != 2 {
		t.Errorf("%d internal errors", m.problems.failures.Load())
	}
}
