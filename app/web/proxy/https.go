package proxy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"devservers/app/base/home"
)

// HTTPS is the state of HTTPS for named URLs. All methods can be called concurrently.
type HTTPS struct {
	store *home.Store[stored]
	file  string // of the public certificate
	now   func() time.Time

	mu     sync.Mutex // for what follows
	key    *ecdsa.PrivateKey
	leaves map[string]*tls.Certificate
	port   int
	reason string
}

// stored is the content of https.json.
type stored struct {
	Enabled bool   `json:"enabled"`
	Trusted bool   `json:"trusted"` // the trust stores of this machine had the root when somebody looked
	Root    string `json:"root"`    // PEM
	Issuer  string `json:"issuer"`
	Key     string `json:"key"` // of the issuer
}

// HTTPSStatus describes what HTTPS does.
type HTTPSStatus struct {
	Enabled     bool      `json:"enabled"`
	Trusted     bool      `json:"trusted"`               // named URLs are shown with https://
	Port        int       `json:"port,omitempty"`        // at which named URLs answer; 0: at none
	Problem     string    `json:"problem,omitempty"`     // why they don't, although it is enabled
	Certificate string    `json:"certificate,omitempty"` // the file with the root
	Name        string    `json:"name,omitempty"`        // of the root
	SHA256      string    `json:"sha256,omitempty"`      // of the root
	Ends        time.Time `json:"ends,omitzero"`         // of the root
}

// OpenHTTPS reads the state below dir. If its file is damaged, HTTPS is off.
func OpenHTTPS(dir string) *HTTPS {
	return &HTTPS{store: home.OpenStore[stored](filepath.Join(dir, "https.json"), home.Write),
		file: filepath.Join(dir, "https-root.pem"), now: time.Now}
}

// Check rejects a file whose certificates can't be used.
func (s *stored) Check() error {
	if s.Root == "" {
		return nil
	}
	_, err := s.authority()
	return err
}

func (s *stored) authority() (*authority, error) {
	root, err1 := parseCertificate(s.Root)
	issuer, err2 := parseCertificate(s.Issuer)
	key, err3 := parseKey(s.Key)
	return &authority{root, issuer, key}, errors.Join(err1, err2, err3)
}

// Enable turns HTTPS on. It makes an authority unless there is one that lives for another month.
func (h *HTTPS) Enable() error {
	err := h.store.Change(func(s *stored) error {
		s.Enabled = true
		if a, err := s.authority(); err == nil && h.now().Before(a.root.NotAfter.Add(-renewBefore)) {
			return nil
		}
		return s.renew(h.now())
	})
	if err != nil {
		return err
	}
	return home.Write(h.file, []byte(h.store.Get().Root))
}

func (s *stored) renew(now time.Time) error {
	a, err := newAuthority(now)
	if err != nil {
		return err
	}
	key, err := x509.MarshalPKCS8PrivateKey(a.key)
	s.Root, s.Issuer, s.Key = encode(certificateBlock, a.root.Raw), encode(certificateBlock, a.issuer.Raw),
		encode(keyBlock, key)
	s.Trusted = false
	return err
}

// Disable turns HTTPS off. The authority stays, so that it needn't be trusted again.
func (h *HTTPS) Disable() error {
	return h.store.Change(func(s *stored) error { s.Enabled = false; return nil })
}

// Trust notes whether the trust stores of this machine have the root.
func (h *HTTPS) Trust(trusted bool) error {
	return h.store.Change(func(s *stored) error {
		s.Trusted = trusted && s.Root != ""
		return nil
	})
}

// Enabled reports whether HTTPS is on.
func (h *HTTPS) Enabled() bool { return h.store.Get().Enabled }

// Listens notes the port at which named URLs answer, or why they don't.
func (h *HTTPS) Listens(port int, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.port, h.reason = port, ""; err != nil {
		h.reason = err.Error()
	}
}

// Shown returns the port to show in named URLs; 0 if HTTPS doesn't answer or isn't trusted.
func (h *HTTPS) Shown() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.store.Get().Trusted {
		return 0
	}
	return h.port
}

// Status returns what HTTPS does.
func (h *HTTPS) Status() HTTPSStatus {
	s := h.store.Get()
	h.mu.Lock()
	defer h.mu.Unlock()
	st := HTTPSStatus{Enabled: s.Enabled, Trusted: s.Trusted, Port: h.port, Problem: h.reason}
	if a, err := s.authority(); err == nil {
		sum := sha256.Sum256(a.root.Raw)
		st.Certificate, st.Name, st.SHA256, st.Ends = h.file, a.root.Subject.CommonName, hex.EncodeToString(sum[:]),
			a.root.NotAfter
	}
	return st
}

// Config returns how to answer TLS: HTTP/1.1, with a certificate for the name that a client asks for.
func (h *HTTPS) Config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) { return h.certificate(hello.ServerName) },
	}
}

// mostLeaves is how many certificates are remembered.
const mostLeaves = 256

// certificate returns one for a name below localhost. It is for all servers of a project: *.shop.localhost.
func (h *HTTPS) certificate(name string) (*tls.Certificate, error) {
	names, err := covered(strings.ToLower(strings.TrimSuffix(name, ".")))
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if known := h.leaves[names[0]]; known != nil && h.now().Before(known.Leaf.NotAfter.Add(-renewBefore)) {
		return known, nil
	}
	if h.leaves == nil || len(h.leaves) >= mostLeaves {
		h.leaves = map[string]*tls.Certificate{}
	}
	made, err := h.issue(names)
	if err == nil {
		h.leaves[names[0]] = made
	}
	return made, err
}

// issue makes a certificate; mu is held. All have one key, which is never written.
func (h *HTTPS) issue(names []string) (made *tls.Certificate, err error) {
	s := h.store.Get()
	a, err := s.authority()
	if err != nil {
		return nil, err
	}
	if h.key == nil {
		if h.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			return nil, err
		}
	}
	leaf, err := a.leaf(h.key.Public(), h.now(), names...)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{leaf.Raw, a.issuer.Raw}, PrivateKey: h.key, Leaf: leaf}, nil
}

// covered returns the names of the certificate for a name: web.shop.localhost has that of *.shop.localhost.
func covered(name string) ([]string, error) {
	parts := strings.Split(name, ".")
	if parts[len(parts)-1] != "localhost" || len(parts) > 3 {
		return nil, fmt.Errorf("%q is not a name of a server", name)
	}
	if len(parts) < 3 {
		return []string{name}, nil
	}
	project := strings.Join(parts[1:], ".")
	return []string{"*." + project, project}, nil
}
