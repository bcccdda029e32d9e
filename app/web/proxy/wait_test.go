package proxy

import (
	"cmp"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"devservers/app"
)

func TestServerThatDoesNotServe(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	st := w.behind(app.Stopped, nil)
	st.URL = ""
	w.set(st)
	if answer, body := w.do(w.request("GET", "/", nil, "Accept", "text/html")); answer.StatusCode != 503 ||
		body != "shop/web is stopped|reload=false" {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
	st.State = app.Starting
	w.set(st)
	if answer, body := w.do(w.request("GET", "/", nil, "Accept", "text/html")); answer.StatusCode != 503 ||
		body != "shop/web is starting|reload=true" || answer.Header.Get("Retry-After") != "1" {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
	twin := st
	twin.Name = "WEB"
	w.set(st, twin)
	if answer, body := w.do(w.request("GET", "/", nil)); answer.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
	w.set()
	if answer, body := w.do(w.request("GET", "/", nil)); answer.StatusCode != 404 {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
	if w.started.Load() != 0 {
		t.Error("a stopped server was started")
	}
}

// TestRequestsOfProgramsWaitForASleepingServer sends 100 at once; each gets its answer.
func TestRequestsOfProgramsWaitForASleepingServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	st := w.behind(app.Sleeping, func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprint(rw, "awake") })
	address := st.URL
	st.URL = ""
	w.set(st)
	var once sync.Once
	w.onStart = func() { // as the supervisor does, whose starts join
		once.Do(func() {
			st.State = app.Starting
			w.set(st)
			st.State, st.URL = app.Ready, address
			w.set(st)
		})
	}
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if answer, body := w.do(w.request("GET", "/api", nil)); answer.StatusCode != 200 || body != "awake" {
				t.Errorf("%d %s", answer.StatusCode, body)
			}
		})
	}
	all.Wait()
}

func TestSocketsDoNotWake(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	st := w.behind(app.Sleeping, nil)
	st.URL = ""
	w.set(st)
	for _, header := range [][]string{{"Upgrade", "websocket", "Connection", "Upgrade"}, {"Accept", "text/event-stream"}} {
		if answer, body := w.do(w.request("GET", "/", nil, header...)); answer.StatusCode != 503 ||
			body != "shop/web is sleeping|reload=false" {
			t.Errorf("%d %s", answer.StatusCode, body)
		}
	}
	if w.started.Load() != 0 {
		t.Error("a socket woke the server")
	}
}

func TestClickStartsAServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	st := w.behind(app.Stopped, nil)
	st.URL = ""
	w.set(st)
	click := func(origin, mode, user string) *http.Response {
		r := w.request("POST", startPath, nil, "Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", mode,
			"Sec-Fetch-User", user)
		if origin = cmp.Or(origin, "http://"+r.Host); origin != "none" {
			r.Header.Set("Origin", origin)
		}
		r.Header.Set("Referer", "http://"+r.Host+"/cart?x=1")
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	for _, c := range [][3]string{{"none", "navigate", "?1"}, {"http://other.example", "navigate", "?1"},
		{"", "cors", "?1"}, {"", "navigate", ""}} {
		if answer := click(c[0], c[1], c[2]); answer.StatusCode != http.StatusForbidden {
			t.Errorf("%v: %d", c, answer.StatusCode)
		}
	}
	if w.started.Load() != 0 {
		t.Error("something else than a click started the server")
	}
	answer := click("", "navigate", "?1")
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/cart?x=1" {
		t.Errorf("%d %s", answer.StatusCode, answer.Header.Get("Location"))
	}
}
