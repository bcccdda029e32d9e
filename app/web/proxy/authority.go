package proxy

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"time"
)

// How long certificates live. Browsers accept 825 days or less for names; those are made when they are needed.
const (
	authorityLife = 10 * 365 * 24 * time.Hour
	renewBefore   = 30 * 24 * time.Hour
	leafLife      = 90 * 24 * time.Hour
)

// authority is what certificates of names are signed with: an intermediate certificate and its key. The key of the
// root, which people trust, is never written: no other intermediate can be made with it. Both certificates carry the
// name constraints, as some programs ignore those of a root.
type authority struct {
	root, issuer *x509.Certificate
	key          *ecdsa.PrivateKey
}

// newAuthority makes a root, and an intermediate below it.
func newAuthority(now time.Time) (*authority, error) {
	rootKey, err1 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	key, err2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	id, err := keyID(rootKey.Public())
	if err != nil {
		return nil, err
	}
	template := constrained("devservers root for localhost "+id, 1, now)
	root, err := sign(template, template, rootKey.Public(), rootKey)
	if err != nil {
		return nil, err
	}
	issuer, err := sign(constrained("devservers issuer for localhost "+id, 0, now), root, key.Public(), rootKey)
	return &authority{root, issuer, key}, err
}

// keyID returns a short name of a key.
func keyID(key crypto.PublicKey) (string, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:4]), err
}

// constrained returns the template of an authority for localhost and the names below it, and for no addresses.
func constrained(name string, depth int, now time.Time) *x509.Certificate {
	return &x509.Certificate{
		Subject:   pkix.Name{CommonName: name, Organization: []string{"devservers"}},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(authorityLife),
		IsCA: true, BasicConstraintsValid: true, MaxPathLen: depth, MaxPathLenZero: depth == 0,
		KeyUsage:    x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},

		PermittedDNSDomains: []string{"localhost"}, PermittedDNSDomainsCritical: true,
		ExcludedIPRanges: []*net.IPNet{
			{IP: net.IPv4zero.To4(), Mask: net.CIDRMask(0, 8*net.IPv4len)},
			{IP: net.IPv6zero, Mask: net.CIDRMask(0, 8*net.IPv6len)},
		},
	}
}

func (a *authority) leaf(key crypto.PublicKey, now time.Time, names ...string) (*x509.Certificate, error) {
	return sign(&x509.Certificate{
		Subject:   pkix.Name{CommonName: names[0], Organization: []string{"devservers"}},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(leafLife), DNSNames: names,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}, a.issuer, key, a.key)
}

func sign(template, parent *x509.Certificate, key crypto.PublicKey, by *ecdsa.PrivateKey) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key, by)
	if err != nil {
		return nil, fmt.Errorf("cannot make a certificate: %w", err)
	}
	return x509.ParseCertificate(der)
}

// The types of PEM blocks.
const (
	certificateBlock = "CERTIFICATE"
	keyBlock         = "PRIVATE KEY"
)

func encode(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// decode returns the content of the one PEM block in text.
func decode(kind, text string) ([]byte, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil || block.Type != kind {
		return nil, fmt.Errorf("no PEM block %s", kind)
	}
	return block.Bytes, nil
}

func parseCertificate(text string) (*x509.Certificate, error) {
	der, err := decode(certificateBlock, text)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(der)
}

func parseKey(text string) (*ecdsa.PrivateKey, error) {
	der, err := decode(keyBlock, text)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if own, ok := key.(*ecdsa.PrivateKey); ok {
		return own, nil
	}
	return nil, errors.Join(err, errors.New("not an ECDSA key"))
}
