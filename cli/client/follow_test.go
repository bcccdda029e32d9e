package client

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"testing"

	"devservers/app/base/home"
)

// TestFollowingWaitsForTheNextManager: the port of a manager that has ended may belong to another program, which
// refuses everything. That is not a reason to stop following.
func TestFollowingWaitsForTheNextManager(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `{"code":"forbidden","detail":"this is another user's manager"}`)
	}))
	defer stranger.Close()
	next := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_,
			_ = io.WriteString(w, "{}")
	}))
	defer next.Close()
	dirs := home.Dirs{State: t.TempDir()}
	c := New(dirs, home.Status{URL: stranger.URL, Token: "old"})
	defer c.http.CloseIdleConnections()

	absences := 0
	f := Following{Client: c, Path: "/api/events", Query: url.Values{}}
	f.Absent = func(error) {
		absences++
		manager, err := home.Lock(dirs)
		if err == nil {
			err = manager.Publish(home.Status{Running: true, PID: os.Getpid(), URL: next.URL, Token: "new"})
		}
		if err != nil {
			t.Error(err)
		}
		t.Cleanup(func() { _ = manager.Close() })
	}
	f.Stream = func(ctx context.Context) (over bool, err error) {
		body, err := c.Stream(ctx, f.Path, f.Query)
		if err != nil {
			return false, err
		}
		return true, body.Close()
	}
	if err := f.Run(t.Context()); err != nil || absences != 1 || c.Manager().Token != "new" {
		t.Errorf("%v, away %d times, follows %s", err, absences, c.Manager().URL)
	}
}
