package proxy

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"devservers/app"
)

func TestOwns(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"web.shop.localhost": true, "web.shop--x.localhost": true, "shop.localhost": false, "devservers.localhost": false,
		"localhost":                false,
		"web.devservers.localhost": false, "a.b.c.localhost": false, "web.shop.localhost.evil.com": false, "127.0.0.1": false,
	} {
		if Owns(host) != want {
			t.Errorf("%s: %v", host, !want)
		}
	}
}

func TestRequestIsPassedOnUnderItsName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Trailer", "Sum")
		rw.Header().Add("Set-Cookie", "a=1; Domain=shop.localhost")
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(rw, "%s %s %s host=%s fwd=%s,%s,%s,%s cookie=%q body=%s", r.Method, r.URL.EscapedPath(), r.URL.RawQuery,
			r.Host,
			r.Header.Get("X-Forwarded-Host"), r.Header.Get("X-Forwarded-Proto"), r.Header.Get("X-Forwarded-Port"), r.Header.Get("X-Forwarded-For"), r.Header.Get("Cookie"), body)
		rw.Header().Set("Sum", "7")
	})
	answer, body := w.do(w.request("PUT", "/a%2Fb/c?x=1&y", strings.NewReader("data"), "Cookie",
		"sid=1; devservers_session_7912=secret", "X-Forwarded-For", "6.6.6.6"))
	want := `PUT /a%2Fb/c x=1&y host=web.shop.localhost:7912 fwd=web.shop.localhost:7912,http,7912,127.0.0.1 cookie="sid=1" body=data`
	if body != want || answer.Header.Get("Set-Cookie") == "" || answer.Trailer.Get("Sum") != "7" {
		t.Errorf("got  %s\nwant %s\n%v %v", body, want, answer.Header, answer.Trailer)
	}
	if w.used.Load() != 1 {
		t.Error("a request is not use")
	}
}

func TestEventsArriveAsTheyAreSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	next := make(chan struct{})
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(rw, "data: one\n\n")
		rw.(http.Flusher).Flush()
		<-next
		fmt.Fprint(rw, "data: two\n\n")
	})
	answer, err := http.DefaultClient.Do(w.request("GET", "/", nil, "Accept", "text/event-stream"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	in := bufio.NewReader(answer.Body)
	if line, err := in.ReadString('\n'); line != "data: one\n" {
		t.Errorf("%q %v", line, err)
	}
	close(next)
	if rest, _ := io.ReadAll(in); !strings.Contains(string(rest), "two") {
		t.Errorf("%q", rest)
	}
	if w.used.Load() != 0 {
		t.Error("a stream that stays open counts as use")
	}
}

func TestWebSocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(rw, r, &websocket.AcceptOptions{Subprotocols: []string{"vite-hmr"},
			InsecureSkipVerify: true})
		if err != nil {
			return
		}
		kind, data, _ := c.Read(r.Context())
		_ = c.Write(r.Context(), kind, append([]byte("re: "), data...))
		_ = c.Close(websocket.StatusNormalClosure, "bye")
	})
	c, _, err := websocket.Dial(t.Context(), w.front.URL+"/hmr",
		&websocket.DialOptions{Host: "web.shop.localhost:7912", Subprotocols: []string{"vite-hmr"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if c.Subprotocol() != "vite-hmr" {
		t.Errorf("subprotocol %q", c.Subprotocol())
	}
	if err := c.Write(t.Context(), websocket.MessageText, []byte("hi")); err != nil {
		t.Fatal(err)
	}
	if _, data, err := c.Read(t.Context()); string(data) != "re: hi" {
		t.Errorf("%q %v", data, err)
	}
	if _, _, err := c.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
		t.Errorf("closed with %v", err)
	}
	if w.used.Load() != 0 {
		t.Error("a socket counts as use")
	}
}

func TestLargeBodiesBothWays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) { // an echo that answers while it reads
		_ = http.NewResponseController(rw).EnableFullDuplex()
		_, _ = io.Copy(rw, r.Body)
	})
	const size = 32 << 20
	answer, err := http.DefaultClient.Do(w.request("POST", "/", io.LimitReader(rand.Reader, size)))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if n, err := io.Copy(io.Discard, answer.Body); n != size || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

func TestClientThatLeavesEndsTheRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	begun, ended := make(chan struct{}), make(chan struct{})
	w.behind(app.Ready, func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		close(ended)
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if _, err := http.DefaultClient.Do(w.request("GET", "/", nil).WithContext(ctx)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	<-ended
}

func TestLoopIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		again := w.request("GET", "/again", nil)
		again.Header = r.Header.Clone()
		answer, body := w.do(again)
		rw.WriteHeader(answer.StatusCode)
		fmt.Fprint(rw, body)
	})
	if answer, body := w.do(w.request("GET", "/", nil)); answer.StatusCode != http.StatusLoopDetected {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}

func TestServerThatEndsTheConnection(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if answer, body := w.do(w.request("GET", "/", nil)); answer.StatusCode != 502 ||
		!strings.HasPrefix(body, "shop/web did not answer") {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}
