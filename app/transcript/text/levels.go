package text

import (
	"bytes"
	"strings"
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

	opens uint8 = 1 << 7 // in kinds: the name of a level may follow
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
	may, plain, scratch := l.may(raw, scratch)
	return may && l.has(Level(plain)), scratch
}

// Next returns where in b, which begins with a line, the first line begins that may state one of these levels, or -1.
func (l Levels) Next(b, scratch []byte) (at int, _ []byte) {
	for at < len(b) {
		line, size := b[at:], len(b)-at
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line, size = line[:end], end+1
		}
		var may bool
		if may, _, scratch = l.may(bytes.TrimSuffix(line, []byte{'\r'}), scratch); may {
			return at, scratch
		}
		at += size
	}
	return -1, scratch
}

// may reports whether a line can state one of these levels, and returns what Plain does of it, for as long as raw and
// scratch don't change.
func (l Levels) may(raw, scratch []byte) (may bool, plain string, _ []byte) {
	line := raw
	strange := !isPlain(raw)
	if strange {
		scratch = AppendPlain(scratch[:0], raw)
		line = scratch
	}
	plain = unsafe.String(unsafe.SliceData(line), len(line))
	return strange && strings.Contains(plain, "İ") || l.plainMay(plain), plain, scratch // İ in small letters is i
}

// plainMay is may for a line from Plain. Each part of Level has its like here.
func (l Levels) plainMay(s string) bool {
	s = strings.TrimLeft(s, " \t")
	if s == "" {
		return false
	}
	switch s[0] {
	case '{':
		return l.has(Level(s))
	case 'I', 'W', 'E', 'F', 'D':
		if isGlog(s) {
			return true
		}
	case 'T', 'U', 'S', 'g', 'f', '(', 0xe2: // the first bytes of what opening recognizes, except names of levels
		if l.has(opening(s)) {
			return true
		}
	case '[':
		if letter(s) != "" {
			return true
		}
	}
	return l.has(raised(s)) || l.has(fieldLevel(s)) || l.named(s[:min(len(s), earlyBytes)])
}

// named reports whether the name of a level may begin in s: after a space, a mark or a point.
func (l Levels) named(s string) bool {
	before := opens
	for i := range len(s) {
		kind := kinds[s[i]]
		if before&opens != 0 && kind&uint8(l) != 0 && l.begins(s[i:]) {
			return true
		}
		before = kind
	}
	return false
}

// kinds contains for each byte whether the name of a level may follow, and the levels whose names begin with it.
var kinds = func() (all [256]uint8) {
	for c, is := range marks {
		if is {
			all[c] = opens
		}
	}
	all[' '], all['\t'], all['.'] = opens, opens, opens
	for level, begins := range map[Levels]string{levelError: "efcpdas", levelWarn: "w", levelInfo: "inl",
		levelDebug: "dtv"} {
		for _, c := range []byte(begins) {
			all[c] |= uint8(level)
			all[c-'a'+'A'] |= uint8(level)
		}
	}
	return all
}()

// begins reports whether s begins as the name of one of these levels does, or with a letter that stands for one.
func (l Levels) begins(s string) bool {
	if len(s) > 1 && (s[1] == '!' || strings.HasPrefix(s[1:], " | ")) {
		return true
	}
	if len(s) < 3 {
		return false
	}
	switch string([]byte{s[0] | 0x20, s[1] | 0x20, s[2] | 0x20}) {
	case "err", "ero", "fat", "ftl", "cri", "pan", "dpa", "ale", "eme", "sev":
		return l&levelError != 0
	case "war", "wrn":
		return l&levelWarn != 0
	case "inf", "not", "log":
		return l&levelInfo != 0
	case "deb", "dbg", "dbu", "tra", "trc", "ver", "vrb":
		return l&levelDebug != 0
	}
	return false
}
