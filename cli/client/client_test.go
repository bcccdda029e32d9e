package client

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
	"devservers/app/base/home"
)

func TestErrorAnswer(t *testing.T) {
	body := `{"type":"urn:devservers:problem:port_in_use","title":"Conflict","status":409,"code":"port_in_use","detail":"port 8000 is in use","hint":"stop it","owner":{"port":8000,"pid":812,"kind":"foreign"}}`
	_, err := checked(&http.Response{StatusCode: 409, Status: "409 Conflict", Body: io.NopCloser(strings.NewReader(body))},
		nil)
	var failure *app.Error
	if !errors.As(err, &failure) || failure.Code != app.CodePortInUse || failure.Owner.PID != 812 {
		t.Errorf("got %#v", err)
	}
}

func TestErrorAnswerWithoutDetail(t *testing.T) {
	_, err := checked(&http.Response{StatusCode: 502, Status: "502 Bad Gateway",
		Body: io.NopCloser(strings.NewReader("<html>"))}, nil)
	if err == nil || !strings.Contains(err.Error(), "502 Bad Gateway") {
		t.Errorf("got %v", err)
	}
}

func TestEvents(t *testing.T) {
	stream := ": hello\n\nid: 1\nevent: statuses\ndata: [1]\n\n: beat\n\ndata: a\ndata:b\n\ndata: unfinished"
	var got []string
	if err := Events(strings.NewReader(stream), func(data []byte) { got = append(got, string(data)) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"[1]\n", "a\nb\n"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCleanEnv(t *testing.T) {
	got := CleanEnv([]string{"HOME=/h", "DEVSERVERS_RUN=x", "DEVSERVERS_TOKEN=y", "A=b=c"})
	if diff := cmp.Diff([]string{"HOME=/h", "A=b=c"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestManagerOutOfReachHasNotGoneAway: who holds the lock and has published runs, even if nothing answers here, as in a
// sandbox.
func TestManagerOutOfReachHasNotGoneAway(t *testing.T) {
	dir := t.TempDir()
	dirs := home.Dirs{Home: dir, Config: dir + "/config", State: dir + "/state", Data: dir + "/data"}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err == nil {
		err = errors.Join(dirs.Make(), l.Close()) // nobody listens there
	}
	if err != nil {
		t.Fatal(err)
	}
	me, err := home.Lock(dirs)
	if err == nil {
		err = me.Publish(home.Status{Running: true, PID: os.Getpid(), URL: "http://" + l.Addr().String(), Token: "secret",
			Socket: dirs.State + "/missing.sock"})
	}
	if err != nil {
		t.Fatal(err)
	}
	c, running, err := Finder{Dirs: dirs}.Running()
	if !running || err != nil {
		t.Fatal(running, err)
	}
	var failure *app.Error
	if err = c.Get(t.Context(), "/api/status", nil, nil); !errors.As(err, &failure) || failure.Code != app.CodeUnreachable {
		t.Errorf("out of reach: %v", err)
	}
	if err := me.Close(); err != nil {
		t.Fatal(err)
	}
	var away *Away
	if err = c.Get(t.Context(), "/api/status", nil, nil); !errors.As(err, &away) {
		t.Errorf("gone: %v", err)
	}
}
