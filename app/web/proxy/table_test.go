package proxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"devservers/app"
)

// socketsOf behave as their path says.
func socketsOf(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/refused" {
		http.Error(rw, "no sockets here", http.StatusForbidden)
		return
	}
	c, err := websocket.Accept(rw, r, &websocket.AcceptOptions{Subprotocols: []string{"a", "b"}, InsecureSkipVerify: true})
	if err != nil {
		return
	}
	defer c.CloseNow()
	c.SetReadLimit(8 << 20)
	switch r.URL.Path {
	case "/echo":
		for {
			kind, data, err := c.Read(r.Context())
			if err != nil || c.Write(r.Context(), kind, data) != nil {
				return
			}
		}
	case "/closes":
		_ = c.Close(4001, "own code")
	case "/pings":
		background := c.CloseRead(r.Context())
		if c.Ping(background) == nil {
			_ = c.Close(websocket.StatusNormalClosure, "ponged")
		}
	case "/aborts":
		panic(http.ErrAbortHandler)
	}
}

func TestWebSockets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, socketsOf)
	open := func(t *testing.T, path string, protocols ...string) *websocket.Conn {
		t.Helper()
		c, _, err := websocket.Dial(t.Context(), w.front.URL+path,
			&websocket.DialOptions{Host: "web.shop.localhost:7912", Subprotocols: protocols})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.CloseNow() })
		c.SetReadLimit(8 << 20)
		return c
	}
	t.Run("the server's choice of subprotocols", func(t *testing.T) {
		if got := open(t, "/echo", "b", "c").Subprotocol(); got != "b" {
			t.Errorf("%q", got)
		}
	})
	t.Run("text, binary, empty and large messages", func(t *testing.T) {
		c := open(t, "/echo")
		for kind, data := range map[websocket.MessageType][]byte{websocket.MessageText: []byte("héllo"),
			websocket.MessageBinary: bytes.Repeat([]byte{0, 255, 10}, 1<<20)} {
			for _, message := range [][]byte{data, {}} {
				if err := c.Write(t.Context(), kind, message); err != nil {
					t.Fatal(err)
				}
				if gotKind, got, err := c.Read(t.Context()); err != nil || gotKind != kind || !bytes.Equal(got, message) {
					t.Errorf("%v: %d bytes, %v", gotKind, len(got), err)
				}
			}
		}
	})
	t.Run("pings of the client", func(t *testing.T) {
		c := open(t, "/echo")
		if err := c.Ping(c.CloseRead(t.Context())); err != nil {
			t.Error(err)
		}
	})
	for path, want := range map[string]websocket.StatusCode{"/closes": 4001, "/pings": websocket.StatusNormalClosure,
		"/aborts": -1} {
		t.Run("the end of "+path, func(t *testing.T) {
			if _, _, err := open(t, path).Read(t.Context()); err == nil || websocket.CloseStatus(err) != want {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("a refusal", func(t *testing.T) {
		_, answer, err := websocket.Dial(t.Context(), w.front.URL+"/refused",
			&websocket.DialOptions{Host: "web.shop.localhost:7912"})
		if err == nil || answer == nil || answer.StatusCode != http.StatusForbidden {
			t.Errorf("%v %v", answer, err)
		}
	})
}

// raw sends text to the proxy, and returns all that it answers until it closes the connection.
func (w *world) raw(text string) string {
	w.t.Helper()
	c, err := net.Dial("tcp", w.front.Listener.Addr().String())
	if err != nil {
		w.t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, text); err != nil {
		w.t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	all, err := io.ReadAll(c)
	if err != nil {
		w.t.Errorf("%v after %q", err, all)
	}
	return string(all)
}

const rawHost = "Host: web.shop.localhost:7912\r\nConnection: close\r\n"

func TestBodiesKeepTheirForm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
			rw.WriteHeader(http.StatusNoContent)
		case "/same":
			rw.Header().Set("ETag", `"x"`)
			rw.WriteHeader(http.StatusNotModified)
		case "/length":
			rw.Header().Set("Content-Length", "5")
			_, _ = io.WriteString(rw, "hello") // of HEAD nothing is sent
		default:
			body, _ := io.ReadAll(r.Body)
			rw.(http.Flusher).Flush()
			fmt.Fprintf(rw, "%s %v %q %s", r.Proto, r.TransferEncoding, body, r.Trailer.Get("Sum"))
		}
	})
	for _, c := range []struct{ name, request, want, never string }{
		{"a chunked upload with a trailer", "POST / HTTP/1.1\r\n" + rawHost +
			"Trailer: Sum\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nSum: 7\r\n\r\n",
			`HTTP/1.1 [chunked] "abcde" 7`, "Content-Length"},
		{"a chunked answer", "GET / HTTP/1.1\r\n" + rawHost + "\r\n", "Transfer-Encoding: chunked", "Content-Length"},
		{"HTTP/1.0", "GET / HTTP/1.0\r\nHost: web.shop.localhost:7912\r\n\r\n", "HTTP/1.1 []", "chunked"},
		{"an answer of HTTP/1.0", "GET / HTTP/1.0\r\nHost: web.shop.localhost:7912\r\n\r\n", "HTTP/1.0 200 OK", "chunked"},
		{"HEAD", "HEAD /length HTTP/1.1\r\n" + rawHost + "\r\n", "Content-Length: 5", "hello"},
		{"a known length", "GET /length HTTP/1.1\r\n" + rawHost + "\r\n", "Content-Length: 5", "chunked"},
		{"204", "GET /empty HTTP/1.1\r\n" + rawHost + "\r\n", "204 No Content", "Content-Length"},
		{"304", "GET /same HTTP/1.1\r\n" + rawHost + "If-None-Match: \"x\"\r\n\r\n", "304 Not Modified", "Content-Length"},
		{"another method", "PROPFIND / HTTP/1.1\r\n" + rawHost + "Content-Length: 2\r\n\r\nhi", `"hi"`, "405"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := w.raw(c.request); !strings.Contains(got, c.want) || strings.Contains(got, c.never) {
				t.Errorf("got %q\nwant %q, never %q", got, c.want, c.never)
			}
		})
	}
}

// TestServerDecidesAboutTheBody has clients that send a body only after 100 Continue.
func TestServerDecidesAboutTheBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/refuses" {
			rw.Header().Set("Connection", "close")
			http.Error(rw, "too much", http.StatusRequestEntityTooLarge)
			return
		}
		body, _ := io.ReadAll(r.Body)
		_, _ = rw.Write(body)
	})
	for path, want := range map[string]string{"/refuses": "HTTP/1.1 413", "/takes": "HTTP/1.1 100"} {
		c, err := net.Dial("tcp", w.front.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\n%sExpect: 100-continue\r\nContent-Length: 4\r\n\r\n", path, rawHost)
		in := bufio.NewReader(c)
		if line, err := in.ReadString('\n'); !strings.HasPrefix(line, want) {
			t.Errorf("%s: %q %v", path, line, err)
		}
		if path == "/takes" {
			_, _ = io.WriteString(c, "body")
			if rest, _ := io.ReadAll(in); !strings.Contains(string(rest), "200 OK") || !strings.Contains(string(rest), "body") {
				t.Errorf("%q", rest)
			}
		}
	}
}

func TestUploadArrivesAsItIsSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seen := make(chan string)
	w.behind(app.Ready, func(_ http.ResponseWriter, r *http.Request) {
		buffer := make([]byte, 100)
		for {
			n, err := r.Body.Read(buffer)
			if n > 0 {
				seen <- string(buffer[:n])
			}
			if err != nil {
				close(seen)
				return
			}
		}
	})
	body, pieces := io.Pipe()
	go func() {
		answer, err := http.DefaultClient.Do(w.request("POST", "/", body))
		if err == nil {
			answer.Body.Close()
		}
	}()
	for _, piece := range []string{"one", "two"} {
		if _, err := io.WriteString(pieces, piece); err != nil {
			t.Fatal(err)
		}
		if got := <-seen; got != piece {
			t.Errorf("%q before the next piece was sent", got)
		}
	}
	_ = pieces.Close()
	<-seen
}

func TestPartOfAnAnswerIsPassedOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seen := make(chan struct{})
	w.behind(app.Ready, func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Length", "8")
		_, _ = io.WriteString(rw, "half")
		rw.(http.Flusher).Flush()
		<-seen
		_, _ = io.WriteString(rw, "more")
	})
	answer, err := http.DefaultClient.Do(w.request("GET", "/", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.ReadFull(answer.Body, make([]byte, 4)); err != nil {
		t.Fatal(err)
	}
	close(seen)
	if rest, err := io.ReadAll(answer.Body); string(rest) != "more" || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestSlowClientSlowsTheServer has a client that doesn't read: the proxy must not take the whole answer meanwhile.
func TestSlowClientSlowsTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const size = 256 << 20
	var sent atomic.Int64
	w.behind(app.Ready, func(rw http.ResponseWriter, _ *http.Request) {
		chunk := make([]byte, 256<<10)
		for range size / len(chunk) {
			n, err := rw.Write(chunk)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	})
	answer, err := http.DefaultClient.Do(w.request("GET", "/", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	for before := int64(-1); before != sent.Load(); time.Sleep(100 * time.Millisecond) { // until it is blocked
		before = sent.Load()
	}
	if n := sent.Load(); n > size/4 {
		t.Errorf("%d of %d bytes were taken, of which the client read none", n, size)
	}
	if n, err := io.Copy(io.Discard, answer.Body); n != size || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

func TestAborts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	read := make(chan error, 1)
	w.behind(app.Ready, func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, err := io.Copy(io.Discard, r.Body)
			read <- err
			return
		}
		_, _ = io.WriteString(rw, "half")
		rw.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	answer, err := http.DefaultClient.Do(w.request("GET", "/", nil))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); string(body) != "half" || err == nil {
		t.Errorf("an answer that broke off looks complete: %q", body)
	}
	c, err := net.Dial("tcp", w.front.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(c, "POST / HTTP/1.1\r\n%sContent-Length: 100\r\n\r\nhalf", rawHost)
	_ = c.Close()
	if err := <-read; err == nil {
		t.Error("an upload that broke off looks complete")
	}
}
