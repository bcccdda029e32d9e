package text

import (
	"regexp"
	"strings"
	"testing"
)

func TestColorsBecomeClasses(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                              "(plain)",
		"":                                   "",
		"\x1b[31mred\x1b[0m no":              "f1(red)( no)",
		"\x1b[1;4;92mx\x1b[22;24my\x1b[39mz": "b u f10(x)f10(y)(z)",
		"\x1b[mx\x1b[7my":                    "(x)inverse(y)",
		"\x1b[31;7mx\x1b[27my":               "g1(x)f1(y)",
		"\x1b[42;7mx\x1b[30my":               "inverse(x)f2 g0(y)",
		"\x1b[9mx\x1b[29my":                  "strike(x)(y)",
		"\x1b[38;5;9mx\x1b[48;5;21my":        "f9(x)f9 g21(y)",
		"\x1b[38;2;250;250;250mx\x1b[38:2:0:0:0my":   "f231(x)f16(y)",
		"\x1b[38;5;208mx\x1b[38;5;244my":             "f208(x)f244(y)",
		"\x1b[38;2;95;175;255mx\x1b[38;2;90;90;90my": "f75(x)f240(y)",
		"\x1b[38;5mx\x1b[38mx":                       "(x)(x)",
		"\x1b[999999999999999999999mx":               "(x)",
		"\x1b[2Kx\x1b":                               "([2Kx)",
		"<b>\x1b[3m&":                                "(<b>)i(&)",

		"a \x1b]8;;https://x.example/1\x1b\\li\x1b[31mnk\x1b]8;;\x1b\\ b": "(a )(li->https://x.example/1)f1(nk->https://x.example/1)f1( b)",
		"\x1b]8;;javascript:alert(1)\x1b\\x\x1b]8;;http://cut":            "(x)",
	} {
		var got strings.Builder
		for _, s := range Spans(text) {
			if s.Link != "" {
				s.Text += "->" + s.Link
			}
			got.WriteString(s.Class + "(" + s.Text + ")")
		}
		if got.String() != want {
			t.Errorf("%q: %s, want %s", text, got.String(), want)
		}
	}
}

func FuzzSpans(f *testing.F) {
	for _, s := range []string{"\x1b[31mred\x1b[0m", "\x1b[38;5;300m", "\x1b[", "\x1b", "\x1b[48;2;1;2", "a\x1b[;;mb",
		"\x1b[38;2;-1;0;0mx"} {
		f.Add(s)
	}
	class := regexp.MustCompile(`^([bdiu]|strike|inverse|[fg]\d{1,3})?( ([bdiu]|strike|inverse|[fg]\d{1,3}))*$`)
	f.Fuzz(func(t *testing.T, text string) {
		joined := ""
		for _, s := range Spans(text) {
			if !class.MatchString(s.Class) || s.Text == "" {
				t.Errorf("%q: %+v", text, s)
			}
			joined += s.Text
		}
		if strings.ContainsRune(joined, 0x1b) || len(joined) > len(text) {
			t.Errorf("%q became %q", text, joined)
		}
	})
}
