package yml

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"devservers/app/base/words"
)

// Form describes what Valid accepts, for a person.
const Form = "use 1 to 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'"

// maxName is the longest name of a project, server or task.
const maxName = 64

// Valid reports whether s can be the name of a project, server or task. Names appear in URLs, paths and arguments.
func Valid(s string) bool {
	return s != "" && len(s) <= maxName && s[0] != '-' && s[0] != '.' && !strings.ContainsFunc(s, notInName)
}

func notInName(r rune) bool {
	return (r >= 0x80 || !IsVariableByte(byte(r))) && r != '.' && r != '-'
}

// ValidID reports whether s can be the id of a project: a name, and for a worktree @ and the branch.
func ValidID(s string) bool {
	name, branch, linked := strings.Cut(s, "@")
	return Valid(name) && (!linked || Valid(branch))
}

// plainLetters writes common letters of European languages with those of names.
var plainLetters = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue",
	"à", "a", "á", "a", "â", "a", "ã", "a", "å", "a", "æ", "ae", "ç", "c", "č", "c", "ć", "c", "è", "e", "é", "e", "ê",
	"e",
	"ë", "e", "ě", "e", "ę", "e", "ì", "i", "í", "i", "î", "i", "ï", "i", "ł", "l", "ñ", "n", "ń", "n", "ò", "o", "ó", "o",
	"ô", "o", "õ", "o", "ø", "o", "ř", "r", "š", "s", "ś", "s", "ù", "u", "ú", "u", "û", "u", "ý", "y", "ž", "z", "ż", "z",
	"É", "E", "Å", "A", "Ø", "O", "Æ", "Ae", "Č", "C", "Š", "S", "Ž", "Z", "Ł", "L")

// Suggest turns any text into a valid name, or returns "".
func Suggest(s string) string {
	s = plainLetters.Replace(s)
	out := strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '-' || notInName(r) }), "-")
	out = strings.Trim(out, "-.")
	return strings.TrimRight(out[:min(len(out), maxName)], "-.")
}

// IsVariableByte reports whether c can be part of the name of an environment variable.
func IsVariableByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Variable returns the name of an environment variable that s begins with, or "".
func Variable(s string) string {
	n := 0
	for n < len(s) && IsVariableByte(s[n]) {
		n++
	}
	if n > 0 && s[0] >= '0' && s[0] <= '9' {
		return ""
	}
	return s[:n]
}

// IsVariable reports whether s can be the name of an environment variable that a shell can use.
func IsVariable(s string) bool { return s != "" && Variable(s) == s }

// Forbidden reports whether r has no place in a file that people read and terminals show: control characters except tab
// and line feed, and the bidirectional embeddings, overrides and isolates that disguise text (CVE-2021-42574).
func Forbidden(r rune) bool {
	return unicode.Is(unicode.Cc, r) && r != '\t' && r != '\n' || bidirectional(r)
}

// Printable returns a text that a terminal can show: a hostile file cannot move its cursor.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if Forbidden(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, text)
}

func bidirectional(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }

// Hidden reports whether r is invisible or moves its neighbors. Commands and names must not contain it.
func Hidden(r rune) bool {
	switch r {
	case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0xFEFF:
		return true
	}
	return bidirectional(r)
}

// NamedKey returns a key as part of the path of a key: limited in length, and quoted unless it is a plain word.
func NamedKey(key string) string {
	if Valid(key) {
		return key
	}
	return words.Quote(key)
}

// Path returns a path as people read it: quoted if it contains something invisible.
func Path(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return !unicode.IsPrint(r) }) || path == "" ||
		!utf8.ValidString(path) {
		return words.Quote(path)
	}
	return path
}
