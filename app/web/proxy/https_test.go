package proxy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// enabled returns HTTPS that is on, and a pool with its root alone.
func enabled(t *testing.T) (*HTTPS, *x509.CertPool) {
	t.Helper()
	h := OpenHTTPS(t.TempDir())
	if err := h.Enable(); err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pem, err := os.ReadFile(h.Status().Certificate)
	if err != nil || !pool.AppendCertsFromPEM(pem) {
		t.Fatalf("%v: %s", err, pem)
	}
	return h, pool
}

// handshake connects to h as a client that trusts pool.
func handshake(t *testing.T, h *HTTPS, pool *x509.CertPool, name string) (tls.ConnectionState, error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		if c, err := l.Accept(); err == nil {
			_ = tls.Server(c, h.Config()).Handshake()
			_ = c.Close()
		}
	}()
	c, err := tls.Dial("tcp", l.Addr().String(),
		&tls.Config{RootCAs: pool, ServerName: name, NextProtos: []string{"h2", "http/1.1"}})
	if err != nil {
		return tls.ConnectionState{}, err
	}
	defer c.Close()
	return c.ConnectionState(), nil
}

func TestHandshakeWithTheRootInAPool(t *testing.T) {
	t.Parallel()
	h, pool := enabled(t)
	for _, name := range []string{"web.shop.localhost", "api.shop.localhost", "web.shop--feature-x.localhost",
		"shop.localhost", "devservers.localhost"} {
		st, err := handshake(t, h, pool, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		leaf := st.PeerCertificates[0]
		if st.NegotiatedProtocol != "http/1.1" || leaf.NotAfter.Sub(leaf.NotBefore) > 398*24*time.Hour {
			t.Errorf("%s: %q, %v to %v", name, st.NegotiatedProtocol, leaf.NotBefore, leaf.NotAfter)
		}
	}
	for _, name := range []string{"example.com", "a.web.shop.localhost", "web.shop.localhost.example.com"} {
		if _, err := handshake(t, h, pool, name); err == nil {
			t.Errorf("%s got a certificate", name)
		}
	}
}

func TestServersOfAProjectShareACertificate(t *testing.T) {
	t.Parallel()
	h, _ := enabled(t)
	web, err1 := h.certificate("WEB.shop.localhost.")
	api, err2 := h.certificate("api.shop.localhost")
	other, err3 := h.certificate("web.blog.localhost")
	if err1 != nil || err2 != nil || err3 != nil || web != api || web == other {
		t.Errorf("%v %v %v", err1, err2, err3)
	}
	if strings.Join(web.Leaf.DNSNames, " ") != "*.shop.localhost shop.localhost" {
		t.Error(web.Leaf.DNSNames)
	}
	h.now = func() time.Time { return time.Now().Add(leafLife - renewBefore + time.Hour) }
	if renewed, err := h.certificate("web.shop.localhost"); err != nil || renewed == web {
		t.Errorf("not renewed a month before its end: %v", err)
	}
}

// TestKeySignsNothingOutsideLocalhost uses the stored key as a thief would.
func TestKeySignsNothingOutsideLocalhost(t *testing.T) {
	t.Parallel()
	h, pool := enabled(t)
	s := h.store.Get()
	a, err := s.authority()
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(template *x509.Certificate, name string, intermediates ...*x509.Certificate) error {
		t.Helper()
		template.NotBefore, template.NotAfter = time.Now().Add(-time.Minute), time.Now().Add(time.Hour)
		parent := a.issuer
		if len(intermediates) > 0 {
			parent = intermediates[0]
		}
		leaf, err := sign(template, parent, key.Public(),
			map[bool]*ecdsa.PrivateKey{true: key, false: a.key}[len(intermediates) > 0])
		if err != nil {
			t.Fatal(err)
		}
		between := x509.NewCertPool()
		for _, c := range append(intermediates, a.issuer) {
			between.AddCert(c)
		}
		_, err = leaf.Verify(x509.VerifyOptions{Roots: pool, Intermediates: between, DNSName: name})
		return err
	}
	if err := verify(&x509.Certificate{DNSNames: []string{"web.shop.localhost"}}, "web.shop.localhost"); err != nil {
		t.Errorf("a name below localhost: %v", err)
	}
	for _, name := range []string{"example.com", "notlocalhost", "localhost.example.com"} {
		if err := verify(&x509.Certificate{DNSNames: []string{name}}, name); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, ip := range []string{"127.0.0.1", "192.0.2.1", "::1"} {
		if err := verify(&x509.Certificate{IPAddresses: []net.IP{net.ParseIP(ip)}}, ip); err == nil {
			t.Errorf("%s passed", ip)
		}
	}
	below, err := sign(&x509.Certificate{Subject: pkix.Name{CommonName: "below"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign},
		a.issuer, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(&x509.Certificate{DNSNames: []string{"web.shop.localhost"}}, "web.shop.localhost",
		below); err == nil {
		t.Error("a further authority passed")
	}
}

func TestStateSurvivesAndIsPrivate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := OpenHTTPS(dir)
	if h.Enabled() || h.Status().Certificate != "" {
		t.Error("it is on by default")
	}
	if _, err := h.certificate("web.shop.localhost"); err == nil {
		t.Error("a certificate without an authority")
	}
	if err := h.Enable(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "https.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if root, err := os.ReadFile(h.Status().Certificate); err != nil || strings.Contains(string(root), "KEY") {
		t.Errorf("%v: the public file has a key", err)
	}
	first := h.Status().SHA256
	h.Listens(7913, nil)
	if h.Shown() != 0 {
		t.Error("shown, though not trusted")
	}
	if err := h.Trust(true); err != nil || h.Shown() != 7913 {
		t.Errorf("%v %d", err, h.Shown())
	}
	if err := h.Disable(); err != nil {
		t.Fatal(err)
	}
	again := OpenHTTPS(dir)
	if err := again.Enable(); err != nil || again.Status().SHA256 != first || !again.Status().Trusted {
		t.Errorf("the authority changed: %v %+v", err, again.Status())
	}
	again.now = func() time.Time { return time.Now().Add(authorityLife) }
	if err := again.Enable(); err != nil || again.Status().SHA256 == first || again.Status().Trusted {
		t.Errorf("an authority at its end stays: %v %+v", err, again.Status())
	}
}

func TestDamagedFileTurnsItOff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "https.json"), []byte(`{"enabled":true,"root":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	h := OpenHTTPS(dir)
	if h.Enabled() {
		t.Error("it is on")
	}
	if err := h.Enable(); err != nil || h.Status().Certificate == "" {
		t.Error(err)
	}
}
