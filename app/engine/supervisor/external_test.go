package supervisor_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// TestExternalServer has a server on a database that devservers doesn't run, before and after something serves there.
func TestExternalServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.Project("app", fmt.Sprintf("servers:\n  db: {managed: false, port: %d}\n"+
		"  web: {command: FC say up, ready: {log: up}, depends_on: [db]}\n", port))
	db, web := app.Ref{Project: id, Name: "db"}, app.Ref{Project: id, Name: "web"}
	_, err := w.Start(db)
	if e := apptest.Failure(t, err, app.CodeNotReady); !strings.Contains(e.Detail, "nothing serves it") {
		t.Error(e)
	}
	_, err = w.Start(web)
	if e := apptest.Failure(t, err, app.CodeDependency); !strings.Contains(e.Detail, "db") {
		t.Error(e)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	st := w.Until(db, "external", func(s app.Status) bool { return s.State == app.External })
	if !st.Unmanaged || !strings.Contains(st.Reason, fmt.Sprintf("PID %d", os.Getpid())) || st.URL == "" {
		t.Errorf("%+v", st)
	}
	w.MustStart(web)
	if r := w.MustStart(db); r.Changed || !strings.HasPrefix(r.Message, "db is external at http://localhost:") {
		t.Errorf("%+v", r)
	}
	for _, end := range []func() (app.Result, error){
		func() (app.Result, error) {
			return w.Sup.Stop(t.Context(), db, asMe)
		},
		func() (app.Result, error) {
			return w.Sup.Restart(t.Context(), db, asMe)
		},
	} {
		_, err := end()
		apptest.Failure(t, err, app.CodeInvalid)
	}
	l.Close()
	w.Until(db, "stopped", func(s app.Status) bool {
		return s.State == app.Stopped && strings.HasPrefix(s.Reason, "nothing serves it")
	})
}

func TestExternalServerIsCheckedByItsURL(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	back := httptest.NewServer(http.NotFoundHandler())
	defer back.Close()
	id := w.Project("app", "servers:\n  auth: {managed: false, ready: {http: \""+back.URL+"/healthz\"}}\n")
	ref := app.Ref{Project: id, Name: "auth"}
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeNotReady)
	back.Config.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	if st := w.Until(ref, "external", func(s app.Status) bool { return s.State == app.External }); st.URL != back.URL {
		t.Errorf("%+v", st)
	}
}

func TestAdoptFollowsWhatServesThePort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.Project("app", fmt.Sprintf("servers:\n  a: {command: 'FC listen \"127.0.0.1:$PORT\"', port: %d}\n", port))
	ref := app.Ref{Project: id, Name: "a"}
	_, err := w.Sup.Adopt(ref, apptest.Me)
	apptest.Failure(t, err, app.CodeNotReady)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if st, _ := w.Sup.Status(ref); st.State != app.External || st.Unmanaged ||
		!strings.Contains(st.Reason, fmt.Sprintf("PID %d", os.Getpid())) {
		t.Errorf("before: %+v", st)
	}
	_, err = w.Sup.Adopt(ref, app.Actor{Kind: app.ActorMCP, Client: "agent"})
	apptest.Failure(t, err, app.CodeNeedsHuman)
	if r, err := w.Sup.Adopt(ref, apptest.Me); err != nil || !r.Changed {
		t.Fatal(r, err)
	}
	followed := func(s app.Status) bool { return s.State == app.External && s.Unmanaged && s.URL != "" }
	w.Until(ref, "followed", followed)
	w.Close(true)
	w.Open()
	w.Until(ref, "followed by the next manager", followed)
	if r := w.MustStart(ref); r.Changed {
		t.Errorf("%+v", r)
	}
	if r := w.Stop(ref); !r.Changed {
		t.Errorf("%+v", r)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err != nil {
		t.Error(err)
	} else {
		c.Close()
	}
	if _, err := w.Sup.Adopt(ref, apptest.Me); err != nil {
		t.Fatal(err)
	}
	l.Close()
	w.Until(ref, "free again", func(s app.Status) bool { return !s.Unmanaged && s.State == app.Stopped })
	if r := w.MustStart(ref); r.State != app.Ready {
		t.Errorf("%+v", r)
	}
}
