package digest

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app/digest/parse"
)

// Error is an error or a warning with all the times that it came.
type Error struct {
	Kind    string    `json:"kind"`             // the parser: python, vite, typescript ...
	Level   string    `json:"level"`            // error or warn
	Message string    `json:"message"`          // one line
	File    string    `json:"file,omitempty"`   // relative to the project, if it is in it
	Line    int       `json:"line,omitempty"`   // from 1; 0 = unknown
	Column  int       `json:"column,omitempty"` // from 1; 0 = unknown
	Count   int       `json:"count"`
	First   int64     `json:"first"` // seq of the first line of the first time
	From    int64     `json:"from"`  // seq of the first line of the last time
	Last    int64     `json:"last"`  // seq of the last line of the last time
	FirstAt time.Time `json:"first_at"`
	LastAt  time.Time `json:"last_at"`
	Since   time.Time `json:"since"` // since when it has been there without interruption
	// equal for the same error in another run, at another line, with other addresses, ids and times
	Fingerprint string     `json:"fingerprint"`
	Fixed       bool       `json:"fixed"` // what raised it ran again without it
	FixedAt     *time.Time `json:"fixed_at,omitempty"`
	// when the server rebuilt or restarted; it has not come since, but nothing shows that it is fixed
	UnseenAt *time.Time `json:"unseen_at,omitempty"`
	Changed  int64      `json:"changed"` // seq of the last line that changed this entry
	// of the digest when it changed: also without a line, when a request showed that it is fixed
	Version int64 `json:"-"`

	before []span // when it was there, before it was fixed and came again; the last maxSpans
}

// span is a period of time.
type span struct{ from, to time.Time }

// maxSpans is how many spans an Error keeps.
const maxSpans = 4

// Current reports whether the error is there as far as known: it is not fixed, and it came since the last rebuild.
func (e Error) Current() bool { return !e.Fixed && e.UnseenAt == nil }

// LastSeen returns when the error stopped being current; zero if it is.
func (e Error) LastSeen() (at time.Time) {
	if e.UnseenAt != nil {
		return *e.UnseenAt
	}
	if e.Fixed {
		return *e.FixedAt
	}
	return at
}

// There reports whether the error was current at a moment.
func (e Error) There(at time.Time) bool {
	spans := append([]span{{from: e.Since, to: e.LastSeen()}}, e.before...)
	return slices.ContainsFunc(spans, func(s span) bool { return s.from.Before(at) && (s.to.IsZero() || s.to.After(at)) })
}

// entry is an Error with its identity.
type entry struct {
	Error
	key      string
	reported bool   // News has returned it since it came or was fixed
	by       string // the prefix of the process that printed it last
	placed   bool   // see Parser
	loading  bool   // it came last while the server loaded its code: a load without it fixes it
}

// Place returns file:line:column as far as known.
func (e Error) Place() string {
	s := e.File
	if s == "" || e.Line == 0 {
		return s
	}
	s += ":" + strconv.Itoa(e.Line)
	if e.Column > 0 {
		s += ":" + strconv.Itoa(e.Column)
	}
	return s
}

func fingerprint(f parse.Finding) string {
	h := fnv.New64a()
	// never fails (hash.Hash)
	_, _ = h.Write([]byte(f.Kind + "\x00" + f.Level + "\x00" + f.File + "\x00" + constant(f.Message)))
	return strconv.FormatUint(h.Sum64(), 36)
}

// constant returns a message with its numbers, addresses and ids replaced by #.
func constant(s string) string {
	var b strings.Builder
	for s != "" {
		n := 0
		for n < len(s) && isWordByte(s[n]) {
			n++
		}
		switch {
		case n == 0:
			b.WriteByte(s[0])
			n = 1
		case varies(s[:n]) || isHex(s[:n]) && strings.HasSuffix(b.String(), "#-"): // or a UUID continues
			b.WriteByte('#')
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || c == '_'
}

// varies reports whether a word is a number, an address or an id: digits, 0x..., or at least four hexadecimal digits
// with one of 0 to 9.
func varies(w string) bool {
	return strings.Trim(w, "0123456789") == "" || strings.HasPrefix(w, "0x") || len(w) >= 4 && isHex(w) &&
		strings.ContainsAny(w, "0123456789")
}

func isHex(w string) bool { return strings.Trim(w, "0123456789abcdefABCDEF") == "" }
