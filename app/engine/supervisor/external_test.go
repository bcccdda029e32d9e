package supervisor

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/fc"
)

// TestExternalServer has a server on a database that devservers doesn't run, before and after something serves there.
func TestExternalServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.project("app", fmt.Sprintf("servers:\n  db: {managed: false, port: %d}\n"+
		"  web: {command: FC say up, ready: {log: up}, depends_on: [db]}\n", port))
	db, web := app.Ref{Project: id, Name: "db"}, app.Ref{Project: id, Name: "web"}
	_, err := w.start(db)
	if e := failure(t, err, app.CodeNotReady); !strings.Contains(e.Detail, "nothing serves it") {
		t.Error(e)
	}
	_, err = w.start(web)
	if e := failure(t, err, app.CodeDependency); !strings.Contains(e.Detail, "db") {
		t.Error(e)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	st := w.until(db, "external", func(s app.Status) bool { return s.State == app.External })
	if !st.Unmanaged || !strings.Contains(st.Reason, fmt.Sprintf("PID %d", os.Getpid())) || st.URL == "" {
		t.Errorf("%+v", st)
	}
	w.mustStart(web)
	if r := w.mustStart(db); r.Changed || !strings.HasPrefix(r.Message, "db is external at http://localhost:") {
		t.Errorf("%+v", r)
	}
	for _, end := range []func() (app.Result, error){
		func() (app.Result, error) { return w.sup.Stop(t.Context(), db, StartOptions{Actor: me}) },
		func() (app.Result, error) { return w.sup.Restart(t.Context(), db, StartOptions{Actor: me}) },
	} {
		_, err := end()
		failure(t, err, app.CodeInvalid)
	}
	l.Close()
	w.until(db, "stopped", func(s app.Status) bool {
		return s.State == app.Stopped && strings.HasPrefix(s.Reason, "nothing serves it")
	})
}

func TestExternalServerIsCheckedByItsURL(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	back := httptest.NewServer(http.NotFoundHandler())
	defer back.Close()
	id := w.project("app", "servers:\n  auth: {managed: false, ready: {http: \""+back.URL+"/healthz\"}}\n")
	ref := app.Ref{Project: id, Name: "auth"}
	_, err := w.start(ref)
	failure(t, err, app.CodeNotReady)
	back.Config.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	if st := w.until(ref, "external", func(s app.Status) bool { return s.State == app.External }); st.URL != back.URL {
		t.Errorf("%+v", st)
	}
}

func TestAdoptFollowsWhatServesThePort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	id := w.project("app", fmt.Sprintf("servers:\n  a: {command: 'FC listen \"127.0.0.1:$PORT\"', port: %d}\n", port))
	ref := app.Ref{Project: id, Name: "a"}
	_, err := w.sup.Adopt(ref, me)
	failure(t, err, app.CodeNotReady)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if st, _ := w.sup.Status(ref); st.State != app.External || st.Unmanaged ||
		!strings.Contains(st.Reason, fmt.Sprintf("PID %d", os.Getpid())) {
		t.Errorf("before: %+v", st)
	}
	_, err = w.sup.Adopt(ref, app.Actor{Kind: app.ActorMCP, Client: "agent"})
	failure(t, err, app.CodeNeedsHuman)
	if r, err := w.sup.Adopt(ref, me); err != nil || !r.Changed {
		t.Fatal(r, err)
	}
	followed := func(s app.Status) bool { return s.State == app.External && s.Unmanaged && s.URL != "" }
	w.until(ref, "followed", followed)
	w.close(true)
	w.open()
	w.until(ref, "followed by the next manager", followed)
	if r := w.mustStart(ref); r.Changed {
		t.Errorf("%+v", r)
	}
	if r := w.stop(ref); !r.Changed {
		t.Errorf("%+v", r)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err != nil {
		t.Error(err)
	} else {
		c.Close()
	}
	if _, err := w.sup.Adopt(ref, me); err != nil {
		t.Fatal(err)
	}
	l.Close()
	w.until(ref, "free again", func(s app.Status) bool { return !s.Unmanaged && s.State == app.Stopped })
	if r := w.mustStart(ref); r.State != app.Ready {
		t.Errorf("%+v", r)
	}
}
