package wire

import (
	"crypto/rand"
	"encoding/hex"
)

// Random returns n random bytes in hex.
func Random(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (crypto/rand)
	return hex.EncodeToString(b)
}
