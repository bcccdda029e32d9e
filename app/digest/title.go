package digest

import (
	"slices"
	"strings"
)

// maxTitles is how many titles of failed tests are kept.
const maxTitles = 100

// entitle keeps the title of a failed test.
func (s *stream) entitle(title string) {
	if title != "" && len(title) < maxMessage {
		s.titles = append(s.titles[max(0, len(s.titles)+1-maxTitles):], title)
	}
}

// isTitle reports whether a text is the title of a failed test once more, and forgets it.
func (s *stream) isTitle(text string) bool {
	for i, t := range s.titles {
		if text == t || strings.HasSuffix(text, "› "+t) || strings.HasSuffix(text, "> "+t) {
			s.titles = slices.Delete(s.titles, i, i+1)
			return true
		}
	}
	return false
}
