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
	"os"
	"strings"

	"devservers/app/atomicfile"
)

// openKey reads the key, or makes one. It outlives the store, so that clients keep their ids when the store is lost.
func openKey(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err == nil {
		if key, err := hex.DecodeString(strings.TrimSpace(string(data))); err == nil && len(key) == sha256.Size {
			return key, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the key of connected clients: %w", err)
	}
	key := make([]byte, sha256.Size)
	rand.Read(key) // never fails (crypto/rand)
	return key, atomicfile.Write(file, []byte(hex.EncodeToString(key)+"\n"))
}

// Seal is a value that only this store can make for these words: it proves that a form, or an id, came from us.
// use keeps the seals of different things apart.
func (s *Store) Seal(use string, words ...string) string {
	mac := hmac.New(sha256.New, s.key)
	for _, word := range append([]string{use}, words...) {
		fmt.Fprintf(mac, "%d:%s", len(word), word) // no two lists of words run together alike
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// Sealed tells whether seal is the one for these words, in a time that says nothing about it.
func (s *Store) Sealed(seal, use string, words ...string) bool {
	return hmac.Equal([]byte(seal), []byte(s.Seal(use, words...)))
}

// newSecret is 256 random bits that say whose they are, for those who find one in the wrong place.
func newSecret(kind string) string {
	b := make([]byte, 32)
	rand.Read(b)
	return "devservers_" + kind + "_" + base64.RawURLEncoding.EncodeToString(b)
}

func digestOf(secret string) digest { return sha256.Sum256([]byte(secret)) }

func newID() string {
	b := make([]byte, 5)
	rand.Read(b)
	return hex.EncodeToString(b)
}
