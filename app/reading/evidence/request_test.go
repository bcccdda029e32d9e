package evidence

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"devservers/app/digest"
)

// TestAnswerMustBeWhole: a page that doesn't end is no answer, nor is anything that breaks off. A stream has no end.
func TestAnswerMustBeWhole(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind := map[string]string{"/page": "text/html", "/stream": "text/event-stream", "/cut": "application/json"}[r.URL.Path]
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte("begun"))
		_ = http.NewResponseController(w).Flush()
		if r.URL.Path == "/cut" {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
	}))
	t.Cleanup(s.Close)
	for path, want := range map[string]string{"/page": "it did not answer in time", "/stream": "",
		"/cut": "the connection was dropped"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		got := get(ctx, s.URL, path, acceptPage)
		cancel()
		if got.Said != want || got.Failed() != (want != "") {
			t.Errorf("%s: %q, failed %v", path, got.Said, got.Failed())
		}
	}
}

// TestRedirectsAreFollowed: the page that a redirect leads to is the answer, and a circle is none. A cookie may end it.
func TestRedirectsAreFollowed(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := r.Cookie("seen")
		switch {
		case r.URL.Path == "/broken":
			http.Redirect(w, r, "/error", http.StatusFound)
		case r.URL.Path == "/error":
			http.Error(w, "no", http.StatusInternalServerError)
		case r.URL.Path == "/circle", r.URL.Path == "/cookie" && err != nil:
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		case r.URL.Path == "/away":
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
		}
	}))
	t.Cleanup(s.Close)
	for path, want := range map[string]string{
		"/broken": "GET /broken led to /error, which answered 500",
		"/circle": "GET /circle: it redirects in a circle",
		"/cookie": "GET /cookie led to /cookie, which answered 200",
		"/away":   "GET /away answered 302",
	} {
		got := get(t.Context(), s.URL, path, acceptPage)
		if got.Text() != want || got.Failed() != (path == "/broken" || path == "/circle") {
			t.Errorf("%s: %s, failed %v", path, got.Text(), got.Failed())
		}
	}
}

// TestErrorNamesTheEditedFile: an error of a file that names another one may end with an edit of that.
func TestErrorNamesTheEditedFile(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"Failed to resolve './dep.js' from './src/main.js'": true,
		`Cannot find module "../lib/dep" (main.js)`:         true,
		"dep is not defined":                                false,
		"Failed to resolve './depot.js'":                    false,
	} {
		if got := Naming([]string{"src/dep.js"})(digest.Error{Message: message}); got != want {
			t.Errorf("%s: %v", message, got)
		}
	}
}

func TestTitleOfAnErrorPageIsEnough(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<head><title>NameError: x is\n not defined // Debugger</title></head><h1>NameError</h1>": "NameError: x is not defined // Debugger",
		"<title>Error</title><pre>Cannot find module &#39;x&#39;</pre>":                           "Error Cannot find module 'x'",
	} {
		if got := textOf([]byte(body)); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
