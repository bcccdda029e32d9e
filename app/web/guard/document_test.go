package guard

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// hosted serves what answers, and returns a reader of documents that may connect to it, and its address.
func hosted(t *testing.T, answers http.HandlerFunc) (*documents, string) {
	t.Helper()
	s := httptest.NewTLSServer(answers)
	t.Cleanup(s.Close)
	trusts := s.Client().Transport.(*http.Transport).TLSClientConfig
	return &documents{may: netip.Addr.IsLoopback, tls: &tls.Config{RootCAs: trusts.RootCAs, MinVersion: tls.VersionTLS12}},
		s.URL
}

func TestDocumentIsReadOnceWithinBounds(t *testing.T) {
	t.Parallel()
	asked := 0
	var at string
	d, at := hosted(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Path {
		case "/client.json":
			fmt.Fprintf(w, `{"client_id":%q,"client_name":"Agent","redirect_uris":["http://127.0.0.1/callback"]}`, at+r.URL.Path)
		case "/large":
			fmt.Fprint(w, strings.Repeat(" ", documentSize+1)+"{}")
		case "/moved":
			http.Redirect(w, r, "/client.json", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	})
	for range 2 {
		if c, err := d.client(t.Context(), at+"/client.json", nil); err != nil || c.Name != "Agent" {
			t.Errorf("%+v %v", c, err)
		}
	}
	for path, why := range map[string]string{"/large": "larger than 16 kB", "/moved": "answered 302", "/x": "answered 404"} {
		for range 2 {
			if _, err := d.client(t.Context(), at+path, nil); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if asked != 4 {
		t.Errorf("asked %d times", asked)
	}
}

func TestDocumentThatNeverComesIsGivenUp(t *testing.T) {
	t.Parallel()
	d, at := hosted(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := d.client(ctx, at+"/client.json", nil); err == nil {
		t.Error("it came")
	}
	if len(d.read) != 0 {
		t.Error("that a person left counts as an answer")
	}
}

func TestNoDocumentIsReadFromThisMachine(t *testing.T) {
	t.Parallel()
	d, at := hosted(t, func(http.ResponseWriter, *http.Request) { t.Error("it was asked") })
	d.may = nil
	if _, err := d.client(t.Context(), at+"/client.json", nil); err == nil ||
		!strings.Contains(err.Error(), "not a public one") {
		t.Errorf("%v", err)
	}
}

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"93.184.215.14": true, "2606:2800:21f:cb07:6820:80da:af6b:8b2c": true, "127.0.0.1": false, "::1": false,
		"10.0.0.1": false, "172.16.3.4": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "::": false, "fe80::1": false, "fd00::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false,
		"64:ff9b::7f00:1": false, "2002:7f00:1::": false, "224.0.0.1": false, "255.255.255.255": false, "198.18.0.1": false,
	} {
		if isPublic(netip.MustParseAddr(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}
