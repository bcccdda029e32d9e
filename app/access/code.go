package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"time"

	"devservers/app/base/words"
)

// CodeLife is how long an authorization code can be traded for tokens.
const CodeLife = time.Minute

// mostCodes is how many codes can wait at a time.
const mostCodes = 100

// Consent is what a person allows on the consent page.
type Consent struct {
	ClientID  string
	Name      string // of the client
	Redirect  string // registered by the client
	Challenge string // of PKCE, method S256 (RFC 7636)
	Project   string // the only project that it is for; "" = all
}

// code is an authorization code, in memory only.
type code struct {
	Consent
	ends  time.Time
	grant string // id of the grant that it was traded for; "" = none yet
}

var challenge = words.Lazy(`^[A-Za-z0-9_-]{43}$`)

// ValidChallenge reports whether c is a code challenge of method S256.
func ValidChallenge(c string) bool { return challenge().MatchString(c) }

// NewCode returns the code for a client whose request a person has allowed. It works once.
func (s *Grants) NewCode(r Consent) string {
	value, now := newSecret("code"), time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, c := range s.codes {
		if !now.Before(c.ends) || len(s.codes) >= mostCodes {
			delete(s.codes, key)
		}
	}
	s.codes[digestOf(value)] = &code{Consent: r, ends: now.Add(CodeLife)}
	return value
}

// verifies reports whether the challenge was made of verifier (RFC 7636 4.6).
func verifies(verifier, challenge string) bool {
	if len(verifier) < 43 || len(verifier) > 128 {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}

// Refusal is the error for a client whose request is refused, in the terms of RFC 6749 (5.2, 4.1.2.1), RFC 7591 (3.2.2)
// and RFC 8707 (2).
type Refusal struct {
	Code string `json:"error"`
	Why  string `json:"error_description"`
}

// Error returns the code and the reason.
func (r *Refusal) Error() string { return r.Code + ": " + r.Why }

// The codes of a Refusal.
const (
	InvalidRequest  = "invalid_request"
	InvalidClient   = "invalid_client" // tells a client to register again
	InvalidGrant    = "invalid_grant"
	InvalidTarget   = "invalid_target"
	InvalidRedirect = "invalid_redirect_uri"
	InvalidMetadata = "invalid_client_metadata"
	UnsupportedType = "unsupported_grant_type"
	UnsupportedCode = "unsupported_response_type"
	AccessDenied    = "access_denied"
)

func refuse(code, why string) *Refusal { return &Refusal{code, why} }
