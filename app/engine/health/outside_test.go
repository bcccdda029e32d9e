package health

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/tests/configtest"
	"devservers/tests/fc"
)

// listening returns a port on which this process listens, and a function that ends that.
func listening(t *testing.T) (port int, end func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(fc.FreePort(t)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().(*net.TCPAddr).Port, func() { _ = l.Close() }
}

// declared reads a server from a devservers.yml.
func declared(t *testing.T, keys string) config.Server {
	t.Helper()
	dir := configtest.TempDir(t)
	if err := os.WriteFile(filepath.Join(dir, config.FileName),
		[]byte("project: shop\nservers:\n  db: {managed: false, "+keys+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := config.Load(filepath.Join(dir, config.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return p.Servers[0]
}

func TestPortIsLookedAt(t *testing.T) {
	t.Parallel()
	port, end := listening(t)
	owners := &Owners{}
	for _, keys := range []string{"port: ", "ready: {tcp: "} {
		server := declared(t, keys+strconv.Itoa(port)+strings.Repeat("}", strings.Count(keys, "{")))
		seen := LookOutside(t.Context(), server, owners)
		if !seen.Serves || seen.Port != port || seen.URL != "http://localhost:"+strconv.Itoa(port) ||
			!strings.Contains(seen.By, strconv.Itoa(os.Getpid())) {
			t.Errorf("%s: %+v", keys, seen)
		}
	}
	end() // another test's process has the socket until it executes its program
	server, limit := declared(t, "port: "+strconv.Itoa(port)), time.Now().Add(10*time.Second)
	seen := LookOutside(t.Context(), server, owners)
	for seen.Serves && time.Now().Before(limit) {
		time.Sleep(10 * time.Millisecond)
		seen = LookOutside(t.Context(), server, owners)
	}
	if seen != (Sighting{Port: port}) {
		t.Errorf("nothing listens: %+v", seen)
	}
	if by := owners.Of(port); by != "" {
		t.Errorf("the port is still of %s", by)
	}
}

func TestURLIsAsked(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	back := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
	}))
	defer back.Close()
	server := declared(t, `ready: {http: "`+back.URL+`/healthz"}`)
	for code, want := range map[int]bool{200: true, 302: true, 404: false, 503: false} {
		status = code
		if seen := LookOutside(t.Context(), server, &Owners{}); seen.Serves != want || want && seen.URL != back.URL {
			t.Errorf("%d: %+v", code, seen)
		}
	}
	status = 200
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if seen := LookOutside(ended, server, &Owners{}); seen.Serves {
		t.Error("it serves after the end")
	}
}

func TestUsualPortsHaveASchemeOfTheirOwn(t *testing.T) {
	t.Parallel()
	for port, want := range map[int]string{5432: "postgres", 6379: "redis", 8000: "http"} {
		if got := scheme(port); got != want {
			t.Errorf("%d: %s", port, got)
		}
	}
}

func TestAdoptedServersSurviveTheManager(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "adopted.json")
	a := OpenAdopted(file)
	web, api := app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "api"}
	for _, ref := range []app.Ref{web, api, web} {
		if err := a.Set(ref, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Set(api, false); err != nil {
		t.Fatal(err)
	}
	if next := OpenAdopted(file); !next.Has(web) || next.Has(api) {
		t.Error("the next manager follows others")
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if OpenAdopted(file).Has(web) {
		t.Error("a damaged file names servers")
	}
}

func TestStoppedServerWhosePortIsServedIsShownAsExternal(t *testing.T) {
	t.Parallel()
	by := map[int]string{8000: "python3 manage.py runserver (PID 7)"}
	st := app.Status{Project: "shop", Name: "web", State: app.Stopped, Location: app.Location{Port: 8000}}
	shown := ShownOutside(st, by)
	if shown.State != app.External || !strings.Contains(shown.Reason, "manage.py") {
		t.Errorf("%+v", shown)
	}
	other, task, up := st, st, st
	other.Port, task.Kind, up.State = 8001, config.KindTask, app.Ready
	for _, unchanged := range []app.Status{other, task, up} {
		if got := ShownOutside(unchanged, by); got.State != unchanged.State {
			t.Errorf("%+v", got)
		}
	}
}

func TestAnswerOfAStartSaysWhoServes(t *testing.T) {
	t.Parallel()
	st := app.Status{Project: "shop", Name: "db"}
	answer, err := Sighting{Serves: true, Port: 5432, URL: "postgres://localhost:5432", By: "postgres (PID 7)"}.Answer(st)
	if err != nil || !strings.Contains(answer.Message, "postgres (PID 7)") {
		t.Errorf("%v %q", err, answer.Message)
	}
	if _, err := (Sighting{Port: 5432}).Answer(st); err == nil ||
		!strings.Contains(err.Error(), "shop/db does not serve") {
		t.Error(err)
	}
	if err := NotOurs(st.Ref()); err.Code != app.CodeInvalid || !strings.Contains(err.Error(), "only follows it") {
		t.Error(err)
	}
}
