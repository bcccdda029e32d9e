package pages

import (
	"encoding/base64"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

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

// answerTime is for how long after a click its answer may reach the browser behind the stream.
const answerTime = 5 * time.Second

// answered remembers which cards were sent as the answer to a click. Such a card may reach the browser after a newer
// one of the stream and replace it, so the stream sends it again for a while. All methods may be called concurrently.
type answered struct {
	mu sync.Mutex
	at map[app.Ref]time.Time
}

func newAnswered() *answered { return &answered{at: map[app.Ref]time.Time{}} }

// note remembers that the card of ref was sent as an answer.
func (a *answered) note(ref app.Ref) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at[ref] = time.Now()
}

// mark returns a text that differs with each second of answerTime after an answer, and is "" later.
func (a *answered) mark(ref app.Ref) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	at, ok := a.at[ref]
	if !ok {
		return ""
	}
	since := time.Since(at)
	if since > answerTime {
		delete(a.at, ref)
		return ""
	}
	return strconv.FormatInt(at.UnixNano(), 36) + " " + strconv.Itoa(int(since/time.Second))
}
