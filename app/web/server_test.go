package web

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/record/history"
)

func appActor(kind app.ActorKind) app.Actor { return app.Actor{Kind: kind} }

func TestListen(t *testing.T) {
	t.Parallel()
	first, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	port := first[0].Addr().(*net.TCPAddr).Port
	for _, l := range first {
		at := l.Addr().(*net.TCPAddr)
		if !at.IP.IsLoopback() || at.Port != port {
			t.Errorf("listens on %s", at)
		}
	}
	_, err = Listen(port)
	if taken := (*PortInUse)(nil); !errors.As(err, &taken) || taken.Port != port {
		t.Errorf("%v", err)
	}
	_ = first[0].Close()
	if len(first) == 2 { // only [::1] is taken
		if _, err = Listen(port); err == nil {
			t.Error("half of the port was taken")
		}
		_ = first[1].Close()
	}
	again, err := Listen(port)
	for limit := time.Now().Add(patience); err != nil && time.Now().Before(limit); again, err = Listen(port) {
		time.Sleep(time.Millisecond) // a process that another test is just forking has the sockets, too
	}
	if err != nil {
		t.Fatalf("what failed before keeps the port: %v", err)
	}
	for _, l := range again {
		_ = l.Close()
	}
}

func TestServerLimits(t *testing.T) {
	t.Parallel()
	s := New(newHome(t).Sup, Options{})
	if s.http.ReadHeaderTimeout != 5*time.Second || s.http.IdleTimeout != time.Minute || s.http.MaxHeaderBytes != 32<<10 ||
		s.http.WriteTimeout != 0 || s.http.ReadTimeout != 0 {
		t.Errorf("%+v", s.http)
	}
}

func TestStatusStreamStartsWithTheStateAndEndsWithShutdown(t *testing.T) {
	t.Parallel()
	m := serve(t)
	r, _ := http.NewRequest("GET", m.origin("127.0.0.1")+"/api/status/stream", nil)
	r.Header.Set("Authorization", "Bearer "+testToken)
	r.Header.Set("Last-Event-ID", "not a number\\n")
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	answer, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || got != "text/event-stream" ||
		answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	in := bufio.NewReader(answer.Body)
	if event := readEvent(t, in); event["event"] != "statuses" ||
		!strings.HasPrefix(event["data"], `[{"project":"shop","name":"web"`) ||
		!strings.HasPrefix(event["id"], m.streams.Epoch()+"-") {
		t.Fatalf("%v", event)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- m.Close(ctx) }()
	if event := readEvent(t, in); event["event"] != "shutdown" || event["id"] == "" {
		t.Errorf("%v", event)
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the stream continues: %v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

func readEvent(t *testing.T, in *bufio.Reader) map[string]string {
	t.Helper()
	event := map[string]string{}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("%v after %v", err, event)
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if name == "" && len(event) > 0 {
			return event
		}
		event[name] = value
	}
}

func TestCloseEndsManyStreams(t *testing.T) {
	t.Parallel()
	m := serve(t)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	var bodies []io.Closer
	for range 50 {
		r, _ := http.NewRequest("GET", m.origin("127.0.0.1")+"/api/status/stream", nil)
		r.Header.Set("Authorization", "Bearer "+testToken)
		answer, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, answer.Body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := m.Close(ctx); err != nil {
		t.Errorf("the streams hold the server up: %v", err)
	}
	for _, b := range bodies {
		_ = b.Close()
	}
}

func TestServeNeedsAListener(t *testing.T) {
	t.Parallel()
	s := New(newHome(t).Sup, Options{})
	if s.Serve() == nil {
		t.Error("it served nothing")
	}
	if got := s.site.Origin("localhost"); got != "http://localhost:0" {
		t.Error(got)
	}
}

func TestHistoryNamesServersByTheirResolvedNames(t *testing.T) {
	t.Parallel()
	m := serve(t)
	view, err := m.sup.Project("shop")
	if err != nil {
		t.Fatal(err)
	}
	at := "/api/projects/" + url.PathEscape(view.Path)
	for _, path := range []string{"/servers/web/start?wait=none", "/servers/chat/pin", "/tasks/lines/run?wait=none"} {
		if got := m.do("POST", at+path, "{}"); got.StatusCode != 200 {
			t.Fatalf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
	if got := m.do("POST", at+"/trust", `{"sha256":"`+view.SHA256+`"}`); got.StatusCode != 200 {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	for _, target := range []string{"shop/web", "shop/chat", "shop/lines"} {
		entries, err := m.o.History.Query(history.Query{Target: target})
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: %+v %v", target, entries, err)
		}
	}
	if entries, err := m.o.History.Query(history.Query{Action: "trust"}); err != nil || len(entries) != 1 ||
		entries[0].Target != "shop" {
		t.Errorf("%+v %v", entries, err)
	}
}
