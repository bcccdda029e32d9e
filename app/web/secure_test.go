package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"devservers/app/web/proxy"
	"devservers/tests/fc"
)

// secured is a manager that may serve HTTPS, at a port that was free.
func secured(t *testing.T) *manager {
	t.Helper()
	port := fc.FreePort(t)
	return serve(t, func(o *Options) { o.HTTPS, o.Secure = proxy.OpenHTTPS(t.TempDir()), func() int { return port } })
}

// https sends a request to the HTTPS port under a host name, as a client that trusts the root.
func (m *manager) https(st HTTPSStatus, address, host string) (*http.Response, string, error) {
	m.t.Helper()
	pem, err := os.ReadFile(st.Certificate)
	if err != nil {
		m.t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool}, DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", fmt.Sprintf("%s:%d", address, st.Port))
		},
	}
	r, err := http.NewRequestWithContext(m.t.Context(), http.MethodGet, fmt.Sprintf("https://%s:%d/a?b=c", host, st.Port),
		nil)
	if err != nil {
		m.t.Fatal(err)
	}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer, string(body), err
}

func (m *manager) changeHTTPS(body string) (st HTTPSStatus, answer reply) {
	m.t.Helper()
	answer = m.do("POST", "/api/https", body)
	if answer.StatusCode == http.StatusOK {
		if err := json.Unmarshal([]byte(answer.body), &st); err != nil {
			m.t.Fatal(err)
		}
	}
	return st, answer
}

func TestHTTPSIsOffUntilItIsEnabled(t *testing.T) {
	m := secured(t)
	if answer := m.do("GET", "/api/https", ""); strings.TrimSpace(answer.body) != `{"enabled":false,"trusted":false}` {
		t.Error(answer.body)
	}
	st, answer := m.changeHTTPS(`{"enabled":true}`)
	if answer.StatusCode != http.StatusOK || st.Port == 0 || !st.Enabled || st.Trusted {
		t.Fatalf("%d %s", answer.StatusCode, answer.body)
	}
	for _, address := range []string{"127.0.0.1", "[::1]"} {
		got, body, err := m.https(st, address, "web.nowhere.localhost")
		if address == "[::1]" && err != nil && len(m.addresses(t)) == 1 {
			continue // this machine has no IPv6
		}
		if err != nil || got.StatusCode != http.StatusNotFound ||
			!strings.Contains(body, "web.nowhere.localhost is not a server") {
			t.Errorf("%s: %v %v %s", address, err, got, body)
		}
	}
	got, body, err := m.https(st, "127.0.0.1", "devservers.localhost")
	if err != nil || got.StatusCode != http.StatusFound || got.Header.Get("Location") != m.origin("devservers.localhost")+
		"/a?b=c" {
		t.Errorf("pages of the manager over TLS: %v %+v %s", err, got, body)
	}
	if _, _, err := m.https(st, "127.0.0.1", "example.com"); err == nil {
		t.Error("a name outside localhost was answered")
	}
	if st, _ := m.changeHTTPS(`{"trusted":true}`); !st.Trusted || m.o.HTTPS.Shown() != st.Port {
		t.Errorf("%+v", st)
	}
	if st, _ := m.changeHTTPS(`{"enabled":false}`); st.Enabled || st.Port != 0 {
		t.Errorf("%+v", st)
	}
	if _, _, err := m.https(st, "127.0.0.1", "web.nowhere.localhost"); err == nil {
		t.Error("it is off and answers")
	}
}

// addresses returns those on which the manager listens.
func (m *manager) addresses(t *testing.T) (list []string) {
	t.Helper()
	for _, address := range []string{"127.0.0.1", "::1"} {
		if l, err := net.Listen("tcp", net.JoinHostPort(address, "0")); err == nil {
			list = append(list, address)
			_ = l.Close()
		}
	}
	return list
}

func TestHTTPSStaysOffIfItsPortIsTaken(t *testing.T) {
	m := secured(t)
	taken, err := Listen(m.o.Secure())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		for _, l := range taken {
			_ = l.Close()
		}
	}()
	if _, answer := m.changeHTTPS(`{"enabled":true}`); answer.StatusCode != http.StatusConflict ||
		!strings.Contains(answer.body, "settings.https_port") {
		t.Errorf("%d %s", answer.StatusCode, answer.body)
	}
	if m.o.HTTPS.Enabled() {
		t.Error("it is on")
	}
}

func TestNextManagerServesHTTPSAgain(t *testing.T) {
	state, port := proxy.OpenHTTPS(t.TempDir()), 0
	m := secured(t)
	port = m.o.Secure()
	if err := state.Enable(); err != nil {
		t.Fatal(err)
	}
	next := serve(t, func(o *Options) { o.HTTPS, o.Secure = state, func() int { return port } })
	next.do("GET", "/healthz", "") // it serves
	got, _, err := next.https(HTTPSStatus(state.Status()), "127.0.0.1", "web.nowhere.localhost")
	if err != nil || got.StatusCode != http.StatusNotFound {
		t.Errorf("%v %v", err, got)
	}
}
