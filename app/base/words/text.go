package words

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// And returns a list as part of a sentence: "a", "a and b", "a, b and c".
func And[T ~string](list []T) string { return joined(Strings(list), " and ") }

// Or returns alternatives as part of a sentence: "a", "a or b", "a, b or c".
func Or[T ~string](list []T) string { return joined(Strings(list), " or ") }

// Strings returns the words of a typed list.
func Strings[T ~string](list []T) []string {
	return Each(list, func(s T) string { return string(s) })
}

// Each returns what of makes of each in a list.
func Each[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, one := range list {
		all[i] = of(one)
	}
	return all
}

// Only returns those of a list that fit.
func Only[T any](list []T, fits func(T) bool) (some []T) {
	for _, one := range list {
		if fits(one) {
			some = append(some, one)
		}
	}
	return some
}

func joined(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	end := len(list) - 1
	return strings.Join(list[:end], ", ") + last + list[end]
}

// Tail returns the last part of a sentence behind its separator, or nothing if there is none.
func Tail(separator, part string) string {
	if part == "" {
		return ""
	}
	return separator + part
}

// Clip cuts text to n columns of a terminal and at most n characters, and ends it with "…" if something was cut. It
// never cuts inside a character that is composed of several, such as an emoji with a skin color.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	used, end := 0, 0 // end: of the text that fits in with the mark
	for g := displaywidth.StringGraphemes(s); g.Next(); {
		used += max(g.Width(), utf8.RuneCountInString(g.Value()))
		if used > n {
			return s[:end] + "…"
		}
		if used < n {
			end += len(g.Value())
		}
	}
	return s
}

// quoted is how many characters of a value an error message repeats.
const quoted = 60

// Quote quotes a value that a caller sent, for an error message: escaped, and not more of it than is needed to
// recognize it.
func Quote(s string) string { return strconv.Quote(Clip(s, quoted)) }

// FirstLine returns text up to its first line end.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// Capital returns a sentence with a capital first letter, unless it begins with name, whose case matters.
func Capital(s string, name ...string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || len(name) > 0 && name[0] != "" && strings.HasPrefix(s, name[0]) {
		return s
	}
	return strings.ToUpper(string(r)) + s[size:]
}

// Clean returns at most n of the printable characters of untrusted text.
func Clean(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, s)
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
