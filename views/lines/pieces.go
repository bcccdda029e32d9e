package lines

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
	"devservers/views"
)

// Piece is a part of a line with one look.
type Piece struct {
	Class, Text string
	Mark        bool
	Link        string       // http or https; "" = none
	Place       *views.Place // that it names; nil = none
}

// address matches what a browser can open, without the end of a sentence or a bracket around it.
var address = words.Lazy(`https?://[^\s<>"'` + "`" + `]+[^\s<>"'` + "`" + `.,;:!?)\]}]`)

// pieces splits a line of a server, which may hold SGR sequences, by its looks, its links, its places and the marks.
func (l Look) pieces(server, printed string) []Piece {
	spans := text.Spans(printed)
	plain := printed
	if len(spans) != 1 || spans[0].Text != printed {
		var b strings.Builder
		for _, s := range spans {
			b.WriteString(s.Text)
		}
		plain = b.String()
	}
	links := l.links(server, plain)
	if l.Marks == nil && len(links) == 0 {
		out := make([]Piece, len(spans))
		for i, s := range spans {
			out[i] = Piece{Class: s.Class, Text: s.Text, Link: s.Link}
		}
		return out
	}
	return cut(spans, plain, found(l.Marks, plain), links)
}

// maxElements is how many elements of the page a line with fields has, besides the marks of a search.
const maxElements = 10

// fields returns the fields of a record as name=value. If there aren't enough elements, those come first that describe
// what went wrong, and then those with links; the last ones are one soft text.
func (l Look) fields(r row) (list [][]Piece) {
	left, all := maxElements-r.elements()-elements(l.pieces(r.Server, r.record.Message)), 0
	for _, f := range r.record.Fields {
		list = append(list, l.field(r, f))
		all += elements(list[len(list)-1])
	}
	if all <= max(0, left) || l.Marks != nil {
		return list
	}
	slices.SortStableFunc(list, func(a, b []Piece) int { return cmp.Compare(rank(a), rank(b)) })
	for _, f := range list {
		if rank(f) == 1 {
			f[0].Class = "" // its link shows it
		}
	}
	fit, rest := 0, ""
	for left -= 1 + elements(list[0]); left >= 0 && fit < len(list)-1; left -= elements(list[fit]) {
		fit++
	}
	for _, f := range list[fit:] {
		for _, p := range f {
			rest += p.Text
		}
		rest += " "
	}
	return append(list[:fit], []Piece{{Class: "k", Text: strings.TrimSuffix(rest, " ")}})
}

// rank orders fields: what went wrong, those with links, and the others.
func rank(f []Piece) int {
	switch {
	case f[0].Class == "hot":
		return 0
	case slices.ContainsFunc(f, func(p Piece) bool { return p.Link != "" || p.Place != nil }):
		return 1
	}
	return 2
}

// field returns a field: one text if it describes what went wrong.
func (l Look) field(r row, f text.Field) []Piece {
	if r.hot(f) {
		list := l.pieces(r.Server, f.Key+"="+value(f))
		for i := range list {
			list[i].Class = cmp.Or(list[i].Class, "hot")
		}
		return list
	}
	return append([]Piece{{Class: "k", Text: f.Key + "="}}, l.pieces(r.Server, value(f))...)
}

// elements counts the elements that pieces become.
func elements(list []Piece) (n int) {
	for _, p := range list {
		for _, is := range []bool{p.Mark || p.Class != "", p.Place != nil || p.Link != ""} {
			if is {
				n++
			}
		}
	}
	return n
}

// linked is a part of a line that leads somewhere.
type linked struct {
	from, to int
	href     string // of an address
	place    *views.Place
}

// maxPlaces is how many places of a line are looked up.
const maxPlaces = 4

// links returns the addresses in a line, and the places in files that exist, from left to right.
func (l Look) links(server, plain string) (list []linked) {
	if strings.Contains(plain, "://") {
		for _, r := range found(address(), plain) {
			list = append(list, linked{from: r[0], to: r[1], href: plain[r[0]:r[1]]})
		}
	}
	if l.Find == nil || !parse.MightHavePlace([]byte(plain)) {
		return list
	}
	for _, p := range parse.PlaceIn(plain) {
		if p.File == "" || len(list) >= maxPlaces {
			continue
		}
		if at, ok := l.Find(server, p.File, p.Line, p.Column); ok {
			list = append(list, linked{from: p.From, to: p.To, place: &at})
		}
	}
	slices.SortStableFunc(list, func(a, b linked) int { return cmp.Compare(a.from, b.from) })
	return slices.CompactFunc(list, func(a, b linked) bool { return b.from < a.to })
}

// PlacesIn returns the places in files that exist, which a line of a server names.
func (l Look) PlacesIn(server, text string) (list []views.Place) {
	if l.Find == nil {
		return nil
	}
	for _, p := range parse.PlaceIn(text) {
		if at, ok := l.Find(server, p.File, p.Line, p.Column); ok {
			list = append(list, at)
		}
	}
	return list
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

// cut splits spans, whose texts together are plain, where a mark or a link begins or ends.
func cut(spans []text.Span, plain string, marks [][]int, links []linked) (out []Piece) {
	ranges := make([][]int, len(links))
	for i, l := range links {
		ranges[i] = []int{l.from, l.to}
	}
	at := 0
	for _, s := range spans {
		for end := at + len(s.Text); at < end; {
			marked, markEnd := within(&marks, at)
			isLink, linkEnd := within(&ranges, at)
			next := min(end, markEnd, linkEnd)
			p := Piece{Class: s.Class, Text: plain[at:next], Mark: marked, Link: s.Link}
			if isLink && s.Link == "" {
				to := links[len(links)-len(ranges)]
				p.Link, p.Place = to.href, to.place
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
