package session

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"sync"

	"devservers/app/atomicfile"
)

// IDs makes and checks the session ids of the protocol's earlier revisions: random bytes with a MAC under a key that
// outlives the manager, so that a later manager recognizes them without a list. They prove nothing about the caller: each
// request still needs its credential.
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
	key, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if len(key) != keyBytes {
		key = make([]byte, keyBytes)
		rand.Read(key) // never fails (crypto/rand)
		if err := atomicfile.Write(file, key); err != nil {
			return nil, fmt.Errorf("cannot save %s: %w", file, err)
		}
	}
	return &IDs{key: key, spared: map[string]bool{}, dead: NewRecent(deadKept)}, nil
}

func (s *IDs) mac(b []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(b)
	return h.Sum(nil)[:macBytes]
}

// Generate returns a new id. With Validate and Terminate it makes IDs a SessionIdManager of mcp-go.
func (s *IDs) Generate() string {
	b := make([]byte, randomBytes, randomBytes+macBytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(append(b, s.mac(b)...))
}

// Validate reports whether the client of id has ended it; the error says that no manager here made it.
func (s *IDs) Validate(id string) (terminated bool, err error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(b) != randomBytes+macBytes || !hmac.Equal(s.mac(b[:randomBytes]), b[randomBytes:]) {
		return false, errID
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead.Has(id), nil
}

// Terminate ends id, or, after Spare, only lets the library forget it.
func (s *IDs) Terminate(id string) (notAllowed bool, err error) {
	if _, err := s.Validate(id); err != nil {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spared[id] {
		delete(s.spared, id)
		return false, nil
	}
	s.dead.Add(id)
	return false, nil
}

// Spare makes the next Terminate of id leave the session valid.
func (s *IDs) Spare(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spared[id] = true
}
