package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"
)

// Rule changes the strings of one key in JSON.
type Rule struct {
	Key   string
	Depth int // of the object that has the key; 0 = any
	Do    func(string) string
}

// longestString bounds a string in JSON from a host.
const longestString = 8 << 20

// Rewriter passes on JSON from a host: one document, one a line, or the data of an event stream. Strings lose what a
// terminal would obey, and those of some keys are changed. The rest stays as it is.
type Rewriter struct {
	in     io.Reader
	rules  []Rule
	colors bool // sequences that set colors stay

	buf  [16 << 10]byte
	out  bytes.Buffer
	err  error
	cur  []byte // the string that is being read
	open bool   // in a string
	esc  bool   // behind a backslash

	levels []level
}

// level is an object or an array.
type level struct {
	array bool
	key   string // of the array, or the last one of the object
	value bool   // behind the colon
}

// NewRewriter returns a reader of in with the rules applied.
func NewRewriter(in io.Reader, colors bool, rules ...Rule) *Rewriter {
	return &Rewriter{in: in, colors: colors, rules: rules}
}

// Read returns what is complete.
func (r *Rewriter) Read(p []byte) (int, error) {
	for r.out.Len() == 0 {
		if r.err != nil {
			return 0, r.err
		}
		n, err := r.in.Read(r.buf[:])
		for _, c := range r.buf[:n] {
			r.next(c)
		}
		if len(r.cur) > longestString {
			err = errors.New("a string from the host is too long")
		}
		r.err = err
	}
	return r.out.Read(p)
}

func (r *Rewriter) next(c byte) {
	switch {
	case !r.open && c == '"':
		r.open, r.cur = true, r.cur[:0]
	case !r.open:
		r.out.WriteByte(c)
		r.structure(c)
	case r.esc:
		r.esc, r.cur = false, append(r.cur, c)
	case c == '"':
		r.open = false
		r.end()
	default:
		r.esc, r.cur = c == '\\', append(r.cur, c)
	}
}

// structure follows objects and arrays.
func (r *Rewriter) structure(c byte) {
	top := r.top()
	switch c {
	case '{':
		r.push(level{})
	case '[':
		r.push(level{array: true, key: top.key})
	case '}', ']':
		if n := len(r.levels); n > 0 {
			r.levels = r.levels[:n-1]
		}
	case ':':
		top.value = true
	case ',':
		top.value = false
	}
}

// deepest bounds the nesting that is followed.
const deepest = 64

func (r *Rewriter) push(l level) {
	if len(r.levels) < deepest {
		r.levels = append(r.levels, l)
	}
}

func (r *Rewriter) top() *level {
	if n := len(r.levels); n > 0 {
		return &r.levels[n-1]
	}
	return &level{}
}

// end writes the string that is complete.
func (r *Rewriter) end() {
	top := r.top()
	isKey := len(r.levels) > 0 && !top.array && !top.value
	if isKey {
		top.key = string(r.cur)
	}
	do := r.rule(top.key)
	if isKey {
		do = nil
	}
	if do == nil && plain(r.cur) {
		r.out.WriteByte('"')
		r.out.Write(r.cur)
		r.out.WriteByte('"')
		return
	}
	var text string
	if json.Unmarshal(append(append([]byte{'"'}, r.cur...), '"'), &text) != nil {
		text = ""
	}
	if text = clean(text, r.colors); do != nil {
		text = do(text)
	}
	encoder := json.NewEncoder(&r.out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text)
	r.out.Truncate(r.out.Len() - 1) // the line end
}

func (r *Rewriter) rule(key string) func(string) string {
	objects := 0
	for _, l := range r.levels {
		if !l.array {
			objects++
		}
	}
	for _, rule := range r.rules {
		if rule.Key == key && (rule.Depth == 0 || rule.Depth == objects) {
			return rule.Do
		}
	}
	return nil
}

// plain reports whether a string in JSON surely has nothing to clean.
func plain(raw []byte) bool {
	for i, c := range raw {
		if c < 0x20 || c >= 0x7f || c == '\\' && i+1 < len(raw) && strings.IndexByte("ubfr", raw[i+1]) >= 0 {
			return false
		}
	}
	return true
}

// clean replaces control characters and those that change the direction of text.
func clean(s string, colors bool) string {
	if strings.IndexFunc(s, harmful) < 0 {
		return s
	}
	var out strings.Builder
	for i, c := range s {
		switch {
		case !harmful(c), colors && c == '\x1b' && isColor(s[i:]):
			out.WriteRune(c)
		default:
			out.WriteRune(unicode.ReplacementChar)
		}
	}
	return out.String()
}

func harmful(c rune) bool {
	return unicode.IsControl(c) && c != '\n' && c != '\t' || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 ||
		c == 0x200e || c == 0x200f
}

// isColor reports whether s begins with a sequence that sets colors (ECMA-48 8.3.117, SGR).
func isColor(s string) bool {
	rest, ok := strings.CutPrefix(s, "\x1b[")
	at := strings.IndexFunc(rest, func(c rune) bool { return (c < '0' || c > '9') && c != ';' && c != ':' })
	return ok && at >= 0 && rest[at] == 'm'
}
