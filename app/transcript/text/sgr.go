package text

import (
	"strconv"
	"strings"
)

// Span is a piece of text that looks the same all through. Class holds names of output.css and colors.css.
type Span struct {
	Class, Text string
	Link        string // where it leads on the web; "" = nowhere
}

// Spans cuts text at its SGR sequences (ECMA-48 8.3.117) and its links, as SGR writes them. Other escape sequences have
// to be removed before; an escape character that is left is dropped. Colors of 24 bits become the nearest of 256.
func Spans(text string) []Span {
	var out []Span
	var now style
	link := ""
	for {
		at := strings.IndexByte(text, 0x1b)
		if at < 0 {
			return appendSpan(out, now, text, link)
		}
		out = appendSpan(out, now, text[:at], link)
		if to, rest, ok := takeLink(text[at:]); ok {
			link, text = to, rest
			continue
		}
		params, rest, ok := sequence(text[at:])
		if ok {
			now.apply(params)
		}
		text = rest
	}
}

func appendSpan(out []Span, s style, text, link string) []Span {
	if text == "" {
		return out
	}
	return append(out, Span{s.class(), text, link})
}

// sequence takes ESC [ parameters m from the begin of s. When it is not one, only the ESC is taken.
func sequence(s string) (params, rest string, ok bool) {
	body, found := strings.CutPrefix(s, "\x1b[")
	if !found {
		return "", s[1:], false
	}
	end := strings.IndexFunc(body, func(r rune) bool { return (r < '0' || r > '9') && r != ';' && r != ':' })
	if end < 0 || body[end] != 'm' {
		return "", s[1:], false
	}
	return body[:end], body[end+1:], true
}

// style is what is switched on. Colors are 1 more than their number, 0 is the usual one.
type style struct {
	bold, dim, italic, underline, strike, inverse bool
	fore, back                                    int
}

func (s style) class() string {
	usual := s.inverse && s.fore == 0 // the usual colors, or light ones on the usual text's: one look for both
	if usual {
		s.back = 0
	} else if s.inverse {
		s.fore, s.back = s.back, s.fore
	}
	var names []string
	for _, flag := range []struct {
		on   bool
		name string
	}{{s.bold, "b"}, {s.dim, "d"}, {s.italic, "i"}, {s.underline, "u"},
		{s.strike, "strike"}, {usual, "inverse"}} {
		if flag.on {
			names = append(names, flag.name)
		}
	}
	if s.fore > 0 {
		names = append(names, "f"+strconv.Itoa(s.fore-1))
	}
	if s.back > 0 {
		names = append(names, "g"+strconv.Itoa(s.back-1))
	}
	return strings.Join(names, " ")
}

func (s *style) apply(params string) {
	codes := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(codes) == 0 {
		*s = style{}
	}
	for len(codes) > 0 {
		n, err := strconv.Atoi(codes[0])
		if codes = codes[1:]; err != nil {
			continue
		}
		if n == 38 || n == 48 {
			codes = s.extended(n == 48, codes)
			continue
		}
		s.simple(n)
	}
}

func (s *style) simple(n int) {
	switch {
	case n == 0:
		*s = style{}
	case n == 1:
		s.bold = true
	case n == 2:
		s.dim = true
	case n == 3:
		s.italic = true
	case n == 4:
		s.underline = true
	case n == 7:
		s.inverse = true
	case n == 9:
		s.strike = true
	case n == 22:
		s.bold, s.dim = false, false
	case n == 23:
		s.italic = false
	case n == 24:
		s.underline = false
	case n == 29:
		s.strike = false
	case n == 27:
		s.inverse = false
	default:
		s.color(n)
	}
}

func (s *style) color(n int) {
	switch {
	case n >= 30 && n <= 37:
		s.fore = n - 30 + 1
	case n == 39:
		s.fore = 0
	case n >= 40 && n <= 47:
		s.back = n - 40 + 1
	case n == 49:
		s.back = 0
	case n >= 90 && n <= 97:
		s.fore = n - 90 + 8 + 1
	case n >= 100 && n <= 107:
		s.back = n - 100 + 8 + 1
	}
}

// extended reads 5;n or 2;r;g;b behind 38 or 48 and returns the rest.
func (s *style) extended(back bool, codes []string) (rest []string) {
	n := numbers(codes)
	var color, used int
	switch {
	case len(n) >= 2 && n[0] == 5:
		color, used = int(n[1]), 2
	case len(n) >= 4 && n[0] == 2:
		color, used = indexed(int(n[1]), int(n[2]), int(n[3])), 4
	default:
		return nil
	}
	if back {
		s.back = color + 1
	} else {
		s.fore = color + 1
	}
	return codes[used:]
}

// numbers reads at most four codes; one that is not a number is 0.
func numbers(codes []string) (n []uint8) {
	for _, c := range codes[:min(len(codes), 4)] {
		v, _ := strconv.Atoi(c)
		n = append(n, uint8(min(max(v, 0), 255)))
	}
	return n
}
