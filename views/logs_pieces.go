package views

import (
	"regexp"
	"strings"
)

// Piece is a part of a line with one look.
type Piece struct {
	Class, Text string
	Mark        bool
	Link        string // http or https; "" = none
}

// address matches what a browser can open, without the end of a sentence or a bracket around it.
var address = regexp.MustCompile(`https?://[^\s<>"'` + "`" + `]+[^\s<>"'` + "`" + `.,;:!?)\]}]`)

// Pieces splits a line, which may hold SGR sequences, by its looks, its links, and the marks to highlight (nil: none).
func Pieces(text string, marks *regexp.Regexp) []Piece {
	spans := Spans(text)
	if marks == nil && !strings.Contains(text, "://") {
		out := make([]Piece, len(spans))
		for i, s := range spans {
			out[i] = Piece{Class: s.Class, Text: s.Text}
		}
		return out
	}
	plain := text
	if len(spans) != 1 || spans[0].Text != text {
		var b strings.Builder
		for _, s := range spans {
			b.WriteString(s.Text)
		}
		plain = b.String()
	}
	return cut(spans, plain, found(marks, plain), found(address, plain))
}

// Marks returns what to highlight for a search; nil is nothing, as for an invalid regular expression.
func Marks(text string, regex, ignoreCase bool) *regexp.Regexp {
	if !regex {
		text = regexp.QuoteMeta(text)
	}
	if ignoreCase {
		text = "(?i)" + text
	}
	re, err := regexp.Compile(text)
	if err != nil || re.MatchString("") {
		return nil
	}
	return re
}

// found returns the ranges of the first 200 matches.
func found(re *regexp.Regexp, s string) [][]int {
	if re == nil {
		return nil
	}
	return re.FindAllStringIndex(s, 200)
}

// cut splits spans, whose texts together are plain, where a range begins or ends.
func cut(spans []Span, plain string, marks, links [][]int) (out []Piece) {
	at := 0
	for _, s := range spans {
		for end := at + len(s.Text); at < end; {
			marked, markEnd := within(&marks, at)
			linked, linkEnd := within(&links, at)
			next := min(end, markEnd, linkEnd)
			p := Piece{Class: s.Class, Text: plain[at:next], Mark: marked}
			if linked {
				p.Link = plain[links[0][0]:links[0][1]]
			}
			out = append(out, p)
			at = next
		}
	}
	return out
}

// within reports whether at is in the first range that ends after it, and where that changes.
func within(ranges *[][]int, at int) (bool, int) {
	for len(*ranges) > 0 && (*ranges)[0][1] <= at {
		*ranges = (*ranges)[1:]
	}
	const never = 1 << 62
	switch r := *ranges; {
	case len(r) == 0:
		return false, never
	case at < r[0][0]:
		return false, r[0][0]
	default:
		return true, r[0][1]
	}
}
