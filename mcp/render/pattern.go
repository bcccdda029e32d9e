package render

import (
	"regexp"

	"devservers/app/base/words"
)

// Pattern returns a regular expression as it was meant: one that can't be read is text, which note says.
func Pattern(given string, note func(lines ...string)) string {
	if _, err := regexp.Compile(given); err == nil {
		return given
	}
	note(words.Quote(given) + " is not a regular expression; it was looked for as text")
	return regexp.QuoteMeta(given)
}
