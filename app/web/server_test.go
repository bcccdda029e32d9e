package web

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"devservers/app"
)

var ref1 = app.Ref{Project: "shop", Name: "web"}

func appActor(kind app.ActorKind) app.Actor { return app.Actor{Kind: kind} }

func TestListenTakesBothAddressesAndNamesATakenPort(t *testing.T) {
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
	if err != nil {
		t.Fatalf("what failed before keeps the port: %v", err)
	}
	for _, l := range again {
		_ = l.Close()
	}
}

func TestTheServerHasLimits(t *testing.T) {
	s := New(newSupervisor(t), Options{})
	if s.http.ReadHeaderTimeout != 5*time.Second || s.http.IdleTimeout != time.Minute || s.http.MaxHeaderBytes != 32<<10 ||
		s.http.WriteTimeout != 0 || s.http.ReadTimeout != 0 {
		t.Errorf("%+v", s.http)
	}
}

func TestAReaderThatStandsStillIsDropped(t *testing.T) {
	s := New(newSupervisor(t), Options{})
	s.write = 100 * time.Millisecond
	ended := make(chan error, 1)
	s.http.Handler = s.outermost(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		out := begin(w, "text/plain")
		chunk := []byte(strings.Repeat("x", 64<<10))
		for {
			if _, err := out.Write(chunk); err != nil {
				ended <- err
				return
			}
		}
	}))
	listeners, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listeners...) }()
	c, err := net.Dial("tcp", listeners[0].Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("it is still served")
	}
	if err := s.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestADeadlineOfOneAnswerDoesNotEndTheNext(t *testing.T) {
	s := New(newSupervisor(t), Options{Token: testToken})
	s.write = 50 * time.Millisecond
	slow := make(chan struct{})
	s.http.Handler = s.outermost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-slow
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	listeners, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listeners...) }()
	client := &http.Client{Transport: &http.Transport{}}
	time.AfterFunc(3*s.write, func() { close(slow) })
	for _, path := range []string{"/", "/slow", "/"} {
		r, err := client.Get("http://" + listeners[0].Addr().String() + path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		_ = r.Body.Close()
	}
	client.CloseIdleConnections()
	_ = s.Close(context.Background())
	<-served
}

func TestEventsGiveTheStateAtOnceAndSayGoodbye(t *testing.T) {
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
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || got != "text/event-stream" || answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	in := bufio.NewReader(answer.Body)
	if event := readEvent(t, in); event["event"] != "statuses" || !strings.HasPrefix(event["data"], `[{"project":"shop","name":"web"`) || !strings.HasPrefix(event["id"], m.epoch+"-") {
		t.Fatalf("%v", event)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- m.Close(ctx) }()
	if event := readEvent(t, in); event["event"] != "shutdown" || event["id"] == "" {
		t.Errorf("%v", event)
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the stream goes on: %v", err)
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

func TestEventsCannotBeForged(t *testing.T) {
	for _, text := range []string{"", ":x", "a\nb", "10%\revent: evil", "a\r\n\r\nevent: evil", "\n\ndata: x"} {
		got := string(encodeEvent(text))
		if strings.ContainsRune(got, '\r') || got == "" || got[0] == ':' {
			t.Errorf("%q became %q", text, got)
		}
		for i, line := range strings.Split(got, "\n") {
			if i > 0 && !strings.HasPrefix(line, "data: ") {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

func TestManyEventStreamsEndWithTheServer(t *testing.T) {
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
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := m.Close(ctx); err != nil {
		t.Errorf("the streams hold the server up: %v", err)
	}
	for _, b := range bodies {
		_ = b.Close()
	}
}

func TestThisProcessIsAllowedAsAPeerAndOtherUsersAreNot(t *testing.T) {
	me := uint32(os.Getuid())
	for _, c := range []struct {
		peer peer
		want bool
	}{{peer{uid: me}, true}, {peer{uid: 0}, true}, {peer{uid: me + 1}, false}, {peer{uid: me, orphan: true}, false}, {peer{uid: 0, orphan: true}, false}} {
		if got := c.peer.allowed(me); got != c.want {
			t.Errorf("%+v: %v", c.peer, got)
		}
	}
	listeners, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range listeners {
		client, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		accepted, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		p, err := peerOf(addrPort(accepted.RemoteAddr()), addrPort(accepted.LocalAddr()))
		if err != nil && !errors.Is(err, errPeerUnknown) {
			t.Error(err)
		}
		if err == nil && (p.uid != me || p.orphan) {
			t.Errorf("%s: %+v, want uid %d", l.Addr(), p, me)
		}
		_ = client.Close()
		if p, err := peerOf(addrPort(accepted.RemoteAddr()), addrPort(accepted.LocalAddr())); err == nil && !p.orphan {
			t.Errorf("a closed socket still counts: %+v", p)
		}
		_, _ = accepted.Close(), l.Close()
	}
}

func TestARefusedPeerGetsNothing(t *testing.T) {
	m := serveWith(t, func(s *Server) {
		s.http.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, peerKey{}, func() error { return fail(app.CodeForbidden, "", "this manager belongs to another user") })
		}
	})
	for _, path := range []string{"/", "/healthz", "/static/style.css", "/api/status", "/nowhere"} {
		if got := m.do("GET", path, ""); got.StatusCode != 403 || got.problem(t).Code != app.CodeForbidden {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
}

func TestServeNeedsAListenerAndPortIsThatOfTheFirst(t *testing.T) {
	s := New(newSupervisor(t), Options{})
	if s.Serve() == nil {
		t.Error("it served nothing")
	}
	if got := s.origin("localhost"); got != "http://localhost:0" {
		t.Error(got)
	}
}
