package run

import (
	"crypto/rand"
	"os"
	"strings"
	"time"
)

// alphabet is Crockford's base 32 in lower case: it sorts like its values, and has no look-alikes.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// epoch is where run ids begin to count: 40 bits of milliseconds last until 2059.
var epoch = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

// NewID returns the id of a run that starts at t: eight digits of milliseconds, then two random ones. Ids sort by
// time. Creating the run's folder shows whether the id is already used.
func NewID(t time.Time) string { return newID(t.UnixMilli() - epoch) }

// nextID returns the id of a run that starts now, after all runs below parent: it is greater than their ids, even if
// the clock was set back.
func nextID(parent string) string {
	ms := time.Now().UnixMilli() - epoch
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		if last, ok := millisOf(strings.TrimPrefix(e.Name(), freshPrefix)); ok {
			ms = max(ms, last+1)
		}
	}
	return newID(ms)
}

// millisOf returns the time in an id.
func millisOf(id string) (ms int64, ok bool) {
	if len(id) != 10 {
		return 0, false
	}
	for i := range 8 {
		n := strings.IndexByte(alphabet, id[i])
		if n < 0 {
			return 0, false
		}
		ms = ms<<5 | int64(n)
	}
	return ms, true
}

func newID(ms int64) string {
	var id [10]byte
	for i := 7; i >= 0; i-- {
		id[i] = alphabet[ms&31]
		ms >>= 5
	}
	var r [2]byte
	_, _ = rand.Read(r[:]) // never fails since Go 1.24
	id[8], id[9] = alphabet[r[0]&31], alphabet[r[1]&31]
	return string(id[:])
}
