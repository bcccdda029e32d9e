package render

import (
	"regexp"
	"strings"

	"devservers/app/base/words"
	"devservers/app/transcript/text"
)

// slashed matches a regular expression as JavaScript, Perl and sed write it; its flags are the second group.
var slashed = text.Lazy(`^/(.+)/([a-z]*)$`)

// Pattern returns a regular expression as it was meant: one that can't be read is text, which note says. What stands
// between slashes, with flags, is in the form of another language.
func Pattern(given string, note func(lines ...string)) string {
	if m := slashed().FindStringSubmatch(given); m != nil && m[2] != "" {
		if inner, ok := unslashed(given); ok {
			note(words.Quote(words.Clip(given, 60)) + " was read as " + words.Quote(words.Clip(inner, 60)))
			return inner
		}
	}
	if _, err := regexp.Compile(given); err == nil {
		return given
	}
	note(words.Quote(given) + " is not a regular expression; it was looked for as text")
	return regexp.QuoteMeta(given)
}

// Expression returns what a text is as a regular expression, and whether it is more than the text itself.
func Expression(given string) (pattern string, looks bool, err error) {
	if inner, ok := unslashed(given); ok {
		return inner, true, nil
	}
	_, err = regexp.Compile(given)
	return given, regexp.QuoteMeta(given) != given, err
}

// unslashed returns what stands between slashes; upper and lower case are the same with the flag i.
func unslashed(given string) (inner string, ok bool) {
	m := slashed().FindStringSubmatch(given)
	if m == nil {
		return "", false
	}
	if inner = m[1]; strings.Contains(m[2], "i") {
		inner = "(?i)" + inner
	}
	_, err := regexp.Compile(inner)
	return inner, err == nil
}
