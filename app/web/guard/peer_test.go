package guard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
)

func TestOnlyThisUserAndRootAreAllowedAsPeers(t *testing.T) {
	me := uint32(os.Getuid())
	for _, c := range []struct {
		peer peer
		want bool
	}{{peer{uid: me}, true}, {peer{uid: 0}, true}, {peer{uid: me + 1}, false}, {peer{uid: me, orphan: true},
		false}, {peer{uid: 0, orphan: true}, false}} {
		if got := c.peer.allowed(me); got != c.want {
			t.Errorf("%+v: %v", c.peer, got)
		}
	}
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Log(err) // a machine without IPv6
			continue
		}
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

func TestUserOfAUnixSocketIsKnown(t *testing.T) {
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	accepted, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	p, known, err := peerOfConn(accepted)
	if err != nil || !known || p.uid != uint32(os.Getuid()) {
		t.Errorf("%+v, %v, %v", p, known, err)
	}
	_ = accepted.Close()
	if err := judge(accepted); err == nil {
		t.Error("a connection whose user can't be told is let in")
	}
}

func TestRefusedPeerGetsNothing(t *testing.T) {
	refuse := func() error { return app.Failf(app.CodeForbidden, "", "this manager belongs to another user") }
	handler := onPort()
	for _, path := range []string{"/", "/healthz", "/static/style.css", "/api/status", "/nowhere"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = "localhost:7912"
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), peerKey{}, refuse)))
		if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), string(app.CodeForbidden)) {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
