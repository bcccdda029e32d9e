package pages

import (
	"encoding/base64"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"devservers/app"
)

// SentParts are the looks of a page's parts, by name. One goroutine uses them.
type SentParts struct {
	tokens map[string]string
	drawn  map[string]bool
}

// tokenLength is the length of a part's token.
const tokenLength = 6

// SentSince returns the parts that a page has already. drawn has the tokens of the ones that it was drawn with, or "".
func SentSince(drawn string) SentParts {
	p := SentParts{tokens: map[string]string{}, drawn: map[string]bool{}}
	for token := range slices.Chunk([]byte(drawn), tokenLength) {
		p.drawn[string(token)] = true
	}
	return p
}

// Note notes how a part looks, and reports whether the browser doesn't have it like that.
func (p SentParts) Note(name, look string) bool {
	now := SentToken(name, look)
	before, known := p.tokens[name]
	p.tokens[name] = now
	if !known {
		return !p.drawn[now]
	}
	return before != now
}

// All returns the tokens of all parts, for the address of the page's stream.
func (p SentParts) All() string {
	return strings.Join(slices.Sorted(maps.Values(p.tokens)), "")
}

// SentToken returns the token of one part, 36 bits: it only has to differ from those of the same page. Tokens are
// joined.
func SentToken(name, look string) string {
	h := fnv.New64a()
	for _, s := range []string{name, "\x00", look} {
		_, _ = h.Write([]byte(s)) // never fails
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))[:tokenLength]
}

// answered counts the answers that had a server's row, drawer or tab. After each, the streams send once more what they
// follow of that server: what a stream sends last is what its page shows, because the page drops an answer that comes
// behind. All methods may be called concurrently.
type answered struct {
	mu sync.Mutex
	of map[app.Ref]int
}

func newAnswered() *answered { return &answered{of: map[app.Ref]int{}} }

// note counts an answer about ref.
func (a *answered) note(ref app.Ref) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.of[ref]++
}

// mark returns a text that differs after each answer.
func (a *answered) mark(ref app.Ref) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strconv.Itoa(a.of[ref])
}
