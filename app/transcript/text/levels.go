package text

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"sync"
	"unsafe"
)

// Levels is a set of levels that lines state. It finds these lines many times as fast as Level, which it asks about the
// few that may.
type Levels uint8

// The levels of a set, in bits of their own.
const (
	levelError Levels = 1 << iota
	levelWarn
	levelInfo
	levelDebug
)

// LevelsOf returns the set of these levels. It is empty when one of them isn't a level.
func LevelsOf(names []string) (set Levels) {
	for _, name := range names {
		if bit(name) == 0 {
			return 0
		}
		set |= bit(name)
	}
	return set
}

// bit returns the set of a level alone, which is empty for what isn't one.
func bit(level string) Levels {
	switch level {
	case "error":
		return levelError
	case "warn":
		return levelWarn
	case "info":
		return levelInfo
	case "debug":
		return levelDebug
	}
	return 0
}

func (l Levels) has(level string) bool { return l&bit(level) != 0 }

// Stated reports whether the line raw, without its end, states one of these levels. scratch is memory that it may use,
// and that it returns for the next call.
func (l Levels) Stated(raw, scratch []byte) (stated bool, _ []byte) {
	may := l.hint(raw, false) >= 0
	if may && !isPlain(raw) {
		scratch = AppendPlain(scratch[:0], raw)
		raw, may = scratch, l.hint(scratch, true) >= 0
	}
	return may && l.has(Level(unsafe.String(unsafe.SliceData(raw), len(raw)))), scratch
}

// Next returns where in b, which begins with a line, the first line begins that states one of these levels, or -1.
func (l Levels) Next(b, scratch []byte) (at int, _ []byte) {
	for at < len(b) {
		hint := l.hint(b[at:], false)
		if hint < 0 {
			break
		}
		begin := at + bytes.LastIndexByte(b[at:at+hint], '\n') + 1
		line, size := b[begin:], len(b)-begin
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line, size = line[:end], end+1
		}
		var stated bool
		if stated, scratch = l.Stated(bytes.TrimSuffix(line, []byte{'\r'}), scratch); stated {
			return begin, scratch
		}
		at = begin + size
	}
	return -1, scratch
}

// hint returns where in lines the first thing is that a line which states one of these levels has, or -1; plain: as
// Plain returns it. It looks at eight bytes at a time.
func (l Levels) hint(b []byte, plain bool) int {
	pairs, last := levelPairs(), uint64(0)
	for at := 0; at < len(b); at += 8 {
		var look uint64
		if at, look, last = skim(b, at, last); look == 0 {
			look = 0x8080808080808080 // the last bytes, one by one
		}
		for ; look != 0; look &= look - 1 {
			i := at + bits.TrailingZeros64(look)/8
			if i < len(b) && pairs.of(b[i:])&l != 0 && l.hints(b[i:], plain, i == 0 || b[i-1] < '@') {
				return i
			}
		}
	}
	return -1
}

// skim returns the first eight bytes from at on in which something tells, and what.
func skim(b []byte, at int, last uint64) (from int, look, behind uint64) {
	for rest := b[at:]; len(rest) >= 8; rest = rest[8:] {
		x := binary.LittleEndian.Uint64(rest)
		look, last = telling(x, last), x>>56
		if look != 0 {
			return len(b) - len(rest), look, last
		}
	}
	return len(b) &^ 7, 0, last
}

// telling returns eight bytes, behind another one, of which those have the highest bit that are E, that may not be
// printable, or that begin a word: letters and some marks have the bit 0x40.
func telling(x, last uint64) uint64 {
	const each = 0x0101010101010101
	letters, e := x&(0x40*each), x^'E'*each
	return (letters&^(x<<8|last)<<1 | (e-each)&^e | (x - 0x20*each) | (x + each)) & (0x80 * each)
}

// hints is hint for what s begins with, and begins a word or not.
func (l Levels) hints(s []byte, plain, begins bool) bool {
	if s[0] < ' ' || bytes.HasPrefix(s, []byte("Error")) || bytes.HasPrefix(s, []byte("Exception")) {
		return true
	}
	for len(s) > 1 && isBracket(s[0]) {
		s = s[1:]
	}
	switch {
	case s[0] >= 0x7f: // in small letters, İ is i
		return !plain || begins || s[0] == "İ"[0]
	case s[0] == '{': // JSON
		return begins
	case !begins || len(s) < 2 || levelPairs().of(s)&l == 0:
		return false
	case s[1] < '@': // a letter, as E!, E0312, "E | " and "[E 26" have it
		return s[1] != ' ' || len(s) > 2 && (s[2] == '|' || '0' <= s[2] && s[2] <= '9')
	}
	return len(s) > 2 && levelNames()[[3]byte{s[0] | 0x20, s[1] | 0x20, s[2] | 0x20}]&l != 0
}

func isBracket(c byte) bool { return c == '[' || c == ']' || c == '|' }

// levelNames are the first letters of the names of levels that LevelOf knows, and of what else opening and fieldLevel
// look for.
var levelNames = sync.OnceValue(func() map[[3]byte]Levels {
	all := map[[3]byte]Levels{}
	for level, names := range map[Levels]string{
		levelError: "err ero fat ftl cri pan dpa ale eme sev feh sch gra tra npm unc unh seg gor fai",
		levelWarn:  "war wrn avv ave adv npm nod", levelInfo: "inf not log", levelDebug: "deb dbg dbu tra trc ver vrb",
		^Levels(0): "lev lvl sev",
	} {
		for name := range strings.FieldsSeq(names) {
			all[[3]byte([]byte(name))] |= level
		}
	}
	return all
})

// pairs are the levels that a line may state which has two bytes where a word begins, or with E or what may not be
// printable.
type pairs [1 << 16]Levels

func (p *pairs) of(s []byte) Levels { return p[int(s[0])<<8|int(s[min(1, len(s)-1)])] }

var levelPairs = sync.OnceValue(func() *pairs {
	const all = ^Levels(0)
	p := &pairs{}
	for i := range p {
		switch c, next := byte(i>>8), byte(i); {
		case c < ' ' && c != '\t' && c != '\n' && (c != '\r' || next != '\n'), c >= 0x7f, isBracket(c), c == '{',
			c == 'E' && (next == 'r' || next == 'x'),
			strings.IndexByte("efwid", c|0x20) >= 0 && next < '@':
			p[i] = all
		}
	}
	for name, levels := range levelNames() {
		for i := range byte(4) {
			p[int(name[0]&^(i&1<<5))<<8|int(name[1]&^(i&2<<4))] |= levels
		}
	}
	return p
})
