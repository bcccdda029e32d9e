package parse

import (
	"bytes"
	"strings"
)

// Prefix is what may stand before the text of a process.
type Prefix struct {
	Key  []byte // the name, with its brackets
	End  int    // where the text begins; 0 = it is none
	Weak bool   // it has no mark of its own
}

// Separators stand between a package and its task.
const Separators = ":# "

// PrefixOf reads what may stand before the text of a process: [name] as concurrently and npm-run-all print it,
// "name  | " as Compose, foreman (with a time) and pm2 (with a number) do, "pkg:task: " and "pkg task: " as turbo, nx
// and pnpm.
func PrefixOf(head []byte) Prefix {
	if len(head) < 3 {
		return Prefix{}
	}
	if head[0] == '[' {
		to := run(head, 1, isNameByte)
		end := run(head, to, isSpace)
		if to > 1 && end < len(head) && head[end] == ']' && (end+1 == len(head) || head[end+1] == ' ') {
			return Prefix{Key: head[:end+1], End: min(end+2, len(head))}
		}
		return Prefix{}
	}
	from := numbering(head)
	to := run(head, from, isNameByte)
	if bar := run(head, to, isSpace); to > from && bar > to && bar < len(head) && head[bar] == '|' &&
		(bar+1 == len(head) || head[bar+1] == ' ') {
		return Prefix{Key: head[from:to], End: min(bar+2, len(head))}
	}
	sep := run(head, 0, isTaskByte)
	if sep == 0 || sep == len(head) || strings.IndexByte(Separators, head[sep]) < 0 {
		return Prefix{}
	}
	to = run(head, sep+1, isTaskByte)
	if to == sep+1 || !bytes.HasPrefix(head[to:], []byte(": ")) {
		return Prefix{}
	}
	return Prefix{Key: head[:to], End: to + 2, Weak: true}
}

// numbering returns the length of the number of pm2 or the time of foreman, "0|" and "12:00:01 ".
func numbering(head []byte) int {
	n := run(head, 0, isDigit)
	switch {
	case (n == 1 || n == 2) && n < len(head) && head[n] == '|':
		return n + 1
	case n == 2 && len(head) > 9 && head[2] == ':' && head[5] == ':' && head[8] == ' ':
		return 9
	}
	return 0
}

// run returns where from i on the bytes of a kind end.
func run(s []byte, i int, is func(byte) bool) int {
	for i < len(s) && is(s[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' }

func isNameByte(c byte) bool { return isTaskByte(c) || c >= 'A' && c <= 'Z' || c == ':' || c == '#' }

func isTaskByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '@' || c == '/' || c == '-'
}
