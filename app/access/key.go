package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"devservers/app/base/home"
)

// maxKey is more than a key takes.
const maxKey = 1 << 10

// openKey reads or creates the key. It is in a file of its own, so that clients keep their ids if the store is lost.
func openKey(file string) ([]byte, error) {
	data, err := home.ReadOwn(file, maxKey)
	if err == nil {
		if key, err := hex.DecodeString(strings.TrimSpace(string(data))); err == nil && len(key) == sha256.Size {
			return key, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the key of connected clients: %w", err)
	}
	key := make([]byte, sha256.Size)
	rand.Read(key) // never fails (crypto/rand)
	return key, home.Write(file, []byte(hex.EncodeToString(key)+"\n"))
}

// Seal returns a value that only this store can make of words. It proves that a form or an id came from us. Seals for
// different uses differ.
func (s *Grants) Seal(use string, words ...string) string {
	mac := hmac.New(sha256.New, s.key)
	for _, word := range append([]string{use}, words...) {
		fmt.Fprintf(mac, "%d:%s", len(word), word) // unambiguous, because the length is part of it
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// Sealed reports whether seal is the one of words, in a time that reveals nothing.
func (s *Grants) Sealed(seal, use string, words ...string) bool {
	return hmac.Equal([]byte(seal), []byte(s.Seal(use, words...)))
}

// newSecret returns 256 random bits that name their origin, for people who find one in the wrong place.
func newSecret(kind string) string {
	b := make([]byte, 32)
	rand.Read(b)
	return "devservers_" + kind + "_" + base64.RawURLEncoding.EncodeToString(b)
}

func newID() string {
	b := make([]byte, 5)
	rand.Read(b)
	return hex.EncodeToString(b)
}
