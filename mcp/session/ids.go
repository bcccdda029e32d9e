package session

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"

	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/app"
	"devservers/app/base/home"
)

// IDs makes and checks the session ids of the protocol's earlier revisions: random bytes with a MAC under a key that
// outlives the manager, so that a later manager recognizes them without a list. The MAC covers the credential that
// opened the session: with another one, the id is unknown.
type IDs struct {
	key []byte

	mu     sync.Mutex
	spared map[string]bool // released by us: the session itself stays valid
	dead   *Recent         // ended by their client
}

const (
	randomBytes = 16
	macBytes    = 16
	keyBytes    = 32
	deadKept    = 4096 // ids that their clients ended: more is an error or an attack
)

var errID = errors.New("not a session id of this manager")

// Open reads the key in file, and makes one if there is none. A key of the wrong length is replaced: clients then start
// new sessions.
func Open(file string) (*IDs, error) {
	key, err := home.ReadOwn(file, 2*keyBytes)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if len(key) != keyBytes {
		key = make([]byte, keyBytes)
		rand.Read(key) // never fails (crypto/rand)
		if err := home.Write(file, key); err != nil {
			return nil, fmt.Errorf("cannot save %s: %w", file, err)
		}
	}
	return &IDs{key: key, spared: map[string]bool{}, dead: NewRecent(deadKept)}, nil
}

func (s *IDs) mac(b []byte, owner string) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(b)
	h.Write([]byte(owner))
	return h.Sum(nil)[:macBytes]
}

// Of returns the ids of the sessions that a credential has opened, as a SessionIdManager of mcp-go.
func (s *IDs) Of(owner string) Owned { return Owned{s, owner} }

// Owned makes and checks the session ids of one credential.
type Owned struct {
	ids   *IDs
	owner string
}

// Generate returns a new id.
func (o Owned) Generate() string {
	b := make([]byte, randomBytes, randomBytes+macBytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(append(b, o.ids.mac(b, o.owner)...))
}

// Validate reports whether the client of id has ended it; the error states that no manager here made it for this owner.
func (o Owned) Validate(id string) (terminated bool, err error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(b) != randomBytes+macBytes || !hmac.Equal(o.ids.mac(b[:randomBytes], o.owner), b[randomBytes:]) {
		return false, errID
	}
	o.ids.mu.Lock()
	defer o.ids.mu.Unlock()
	return o.ids.dead.Has(id), nil
}

// Terminate ends id, or, after Spare, only lets the library forget it.
func (o Owned) Terminate(id string) (notAllowed bool, err error) {
	if o.ids.wasSpared(id) {
		return false, nil
	}
	if _, err := o.Validate(id); err != nil {
		return false, err
	}
	o.ids.mu.Lock()
	defer o.ids.mu.Unlock()
	o.ids.dead.Add(id)
	return false, nil
}

func (s *IDs) wasSpared(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	spared := s.spared[id]
	delete(s.spared, id)
	return spared
}

// Spare makes the next Terminate of id leave the session valid.
func (s *IDs) Spare(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spared[id] = true
}

// ResolveSessionIdManager makes IDs a SessionIdManagerResolver of mcp-go.
//
//nolint:staticcheck // the name is that of the interface
func (s *IDs) ResolveSessionIdManager(r *http.Request) mcpgo.SessionIdManager { return s.Of(Owner(r)) }

// Owner returns what names the credential of a request.
func Owner(r *http.Request) string {
	c := app.ClientOf(r.Context())
	return c.Kind + " " + c.ID
}
