package proxy

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/coder/websocket"

	"devservers/app"
)

// overTLS makes the front of w a TLS server.
func (w *world) overTLS() *http.Client {
	w.front.Close()
	w.front = httptest.NewTLSServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.Serve(rw, r, (&url.URL{Host: r.Host}).Hostname())
	}))
	w.t.Cleanup(w.front.Close)
	return w.front.Client()
}

func TestRequestOverTLSSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	client := w.overTLS()
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("Strict-Transport-Security", "max-age=600")
		rw.Header().Set("Set-Cookie", "sid=1; Secure")
		rw.Header().Set("Was", fmt.Sprint(r.Header.Get("X-Forwarded-Proto"), " ", r.Header.Get("X-Forwarded-Port"), " ",
			r.Host))
	})
	for host, want := range map[string]string{"web.shop.localhost:7913": "https 7913 web.shop.localhost:7913",
		"web.shop.localhost": "https 443 web.shop.localhost"} {
		r := w.request("GET", "/", nil)
		r.Host = host
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.Header.Get("Was") != want || answer.Header.Get("Set-Cookie") != "sid=1; Secure" {
			t.Errorf("%v, want %s", answer.Header, want)
		}
		if answer.Header.Get("Strict-Transport-Security") != "" {
			t.Error("browsers would never use the plain named URL again")
		}
	}
}

func TestWebSocketOverTLS(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	client := w.overTLS()
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(rw, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
		if err != nil {
			return
		}
		kind, data, _ := c.Read(r.Context())
		_ = c.Write(r.Context(), kind, append([]byte("re: "), data...))
		_ = c.Close(websocket.StatusNormalClosure, "")
	})
	c, _, err := websocket.Dial(t.Context(), w.front.URL+"/hmr",
		&websocket.DialOptions{HTTPClient: client, Host: "web.shop.localhost:7913"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if err := c.Write(t.Context(), websocket.MessageText, []byte("hi")); err != nil {
		t.Fatal(err)
	}
	if _, data, err := c.Read(t.Context()); string(data) != "re: hi" {
		t.Errorf("%q %v", data, err)
	}
}
