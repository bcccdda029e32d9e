package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"regexp"
	"time"
)

// CodeLife is how long an authorization code can be traded for tokens.
const CodeLife = time.Minute

// mostCodes bounds the codes that wait.
const mostCodes = 100

// Request is what a person was asked to allow.
type Request struct {
	ClientID  string
	Redirect  string // registered by the client
	Challenge string // of PKCE, method S256 (RFC 7636)
}

// code is an authorization code; it lives in memory alone.
type code struct {
	Request
	ends  time.Time
	grant string // id of the grant that it was traded for; "" = not yet
}

var challenge = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// ValidChallenge tells whether a code challenge is one of S256.
func ValidChallenge(c string) bool { return challenge.MatchString(c) }

// NewCode is what a client gets once a person has allowed its request. It works once.
func (s *Store) NewCode(r Request) string {
	value, now := newSecret("code"), time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, c := range s.codes {
		if !now.Before(c.ends) || len(s.codes) >= mostCodes {
			delete(s.codes, key)
		}
	}
	s.codes[digestOf(value)] = &code{Request: r, ends: now.Add(CodeLife)}
	return value
}

// verifies tells whether verifier is what the challenge was made of (RFC 7636 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < 43 || len(verifier) > 128 {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}
