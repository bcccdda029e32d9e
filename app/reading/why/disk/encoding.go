package disk

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"devservers/app"
)

// marks are bytes with which files begin, and what they mean.
var marks = []struct{ begin, means string }{
	{"\xef\xbb\xbf", "begins with a byte order mark (BOM), which not every program skips"},
	{"\xff\xfe", "is written in UTF-16, not in UTF-8"},
	{"\xfe\xff", "is written in UTF-16, not in UTF-8"},
}

// invisible are characters that look like others.
var invisible = map[rune]string{
	'\u00a0': "a space that doesn't break (U+00A0)", '\u200b': "a space without width (U+200B)", '\ufeff': "a byte order mark (U+FEFF)",
	'\u201c': "a typographic quote (U+201C)", '\u201d': "a typographic quote (U+201D)", '\u2018': "a typographic quote (U+2018)", '\u2019': "a typographic quote (U+2019)",
}

// encoding returns the finding that a text is not UTF-8, or nil.
func encoding(name, text string) *app.Finding {
	f := &app.Finding{Kind: app.FindingFile, Fix: "save " + name + " in UTF-8, without a byte order mark"}
	for _, m := range marks {
		if strings.HasPrefix(text, m.begin) {
			f.Problem = name + " " + m.means
			return f
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if at := firstOdd(line); at != "" {
			where := name + ":" + strconv.Itoa(i+1)
			f.Problem, f.Fix = where+" has "+at, "correct "+where+", and save "+name+" in UTF-8"
			return f
		}
	}
	return nil
}

// firstOdd returns the first byte of a line that is no text, or "".
func firstOdd(line string) string {
	for i, r := range line {
		if _, size := utf8.DecodeRuneInString(line[i:]); r == utf8.RuneError && size == 1 {
			return "a byte that is not UTF-8 (0x" + strconv.FormatUint(uint64(line[i]), 16) + ", in column " + strconv.Itoa(i+1) + ")"
		}
		if r == 0 {
			return "a null byte"
		}
	}
	return ""
}

// Lookalike returns the character of a line of the sources that looks like another one and is none of the language; or "".
func Lookalike(line string) string {
	for _, r := range line {
		if means := invisible[r]; means != "" {
			return means
		}
	}
	return ""
}
