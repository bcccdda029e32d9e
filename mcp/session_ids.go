package mcp

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

// sessionIDs makes and checks the session ids of the protocol's earlier revisions: random bytes with a MAC under a key
// that outlives the manager. So any manager knows its ids again without a list of them. They say nothing about who
// asks: each request still needs its credential.
type sessionIDs struct {
	key []byte

	mu     sync.Mutex
	spared map[string]bool // released by us: the session itself goes on
	dead   *recent         // ended by their client
}

const (
	randomBytes = 16
	macBytes    = 16
	keyBytes    = 32
	deadKept    = 4096 // ids that their clients ended: more is a fault, or somebody playing
)

var errSessionID = errors.New("no session id of this manager")

// openSessionIDs reads the key in file, and makes it when there is none. A key that cannot be one is replaced: its
// sessions begin anew, which is what its clients are prepared for.
func openSessionIDs(file string) (*sessionIDs, error) {
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
	return &sessionIDs{key: key, spared: map[string]bool{}, dead: newRecent(deadKept)}, nil
}

func (s *sessionIDs) mac(b []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(b)
	return h.Sum(nil)[:macBytes]
}

// Generate makes an id; for mcp-go's SessionIdManager.
func (s *sessionIDs) Generate() string {
	b := make([]byte, randomBytes, randomBytes+macBytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(append(b, s.mac(b)...))
}

// Validate tells whether id is of our making, and whether its client has ended it.
func (s *sessionIDs) Validate(id string) (terminated bool, err error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(b) != randomBytes+macBytes || !hmac.Equal(s.mac(b[:randomBytes]), b[randomBytes:]) {
		return false, errSessionID
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead.has(id), nil
}

// Terminate ends id, or, after spare, only lets the library forget it.
func (s *sessionIDs) Terminate(id string) (notAllowed bool, err error) {
	if _, err := s.Validate(id); err != nil {
		return false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spared[id] {
		delete(s.spared, id)
		return false, nil
	}
	s.dead.add(id)
	return false, nil
}

// spare makes the next Terminate of id leave the session valid.
func (s *sessionIDs) spare(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spared[id] = true
}
