package guard

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

// slowly serves handle with a deadline of write for each write.
func slowly(t *testing.T, write time.Duration, handle http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(New(Options{Write: write, Answers: refusals{}}).Outermost(handle))
	t.Cleanup(server.Close)
	return server
}

func TestClientThatStopsReadingIsDropped(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	server := slowly(t, 100*time.Millisecond, func(w http.ResponseWriter, _ *http.Request) {
		chunk := []byte(strings.Repeat("x", 64<<10))
		for {
			if _, err := w.Write(chunk); err != nil {
				ended <- err
				return
			}
		}
	})
	c, err := net.Dial("tcp", server.Listener.Addr().String())
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
	case <-time.After(time.Minute):
		t.Error("it is still served")
	}
}

func TestDeadlineOfOneAnswerDoesNotEndTheNext(t *testing.T) {
	t.Parallel()
	const write = 500 * time.Millisecond
	slow := make(chan struct{})
	server := slowly(t, write, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-slow
		}
		w.WriteHeader(http.StatusNoContent)
	})
	time.AfterFunc(2*write, func() { close(slow) })
	for _, path := range []string{"/", "/slow", "/"} {
		r, err := server.Client().Get(server.URL + path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		_ = r.Body.Close()
	}
}

func TestSlowBodyIsCut(t *testing.T) {
	t.Parallel()
	for name, handle := range map[string]http.HandlerFunc{
		"refused": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
		"read": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.WriteHeader(http.StatusNoContent)
		},
	} {
		for _, body := range []string{"Content-Length: 1000", "Transfer-Encoding: chunked"} {
			t.Run(name+" "+body, func(t *testing.T) {
				t.Parallel()
				server := httptest.NewServer(New(Options{Write: time.Minute, Body: 100 * time.Millisecond,
					Answers: refusals{}}).Outermost(handle))
				t.Cleanup(server.Close)
				c, err := net.Dial("tcp", server.Listener.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\n"+body+"\r\n\r\n3")
				_ = c.SetReadDeadline(time.Now().Add(time.Minute))
				if _, err := io.ReadAll(c); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestDeadlineOfABodyDoesNotEndTheWaitAfterIt(t *testing.T) {
	t.Parallel()
	const body = 500 * time.Millisecond
	server := httptest.NewServer(New(Options{Write: time.Minute, Body: body,
		Answers: refusals{}}).Outermost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		select {
		case <-r.Context().Done():
			w.WriteHeader(http.StatusGatewayTimeout)
		case <-time.After(2 * body):
			w.WriteHeader(http.StatusNoContent)
		}
	})))
	t.Cleanup(server.Close)
	for range 2 { // on one connection
		r, err := server.Client().Post(server.URL, "text/plain", strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusNoContent {
			t.Errorf("status %d", r.StatusCode)
		}
	}
}
