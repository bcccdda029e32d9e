package lines

import (
	"slices"
	"testing"
)

func TestSplitTakesQueriesApart(t *testing.T) {
	for query, want := range map[string]struct {
		terms []Term
		text  string
	}{
		"":           {},
		"GET /api":   {text: "GET /api"},
		`status=200`: {[]Term{{"status", "200", "status=200"}}, ""},
		`server:api level:>=warn status:5* "unreach"`: {[]Term{{"server", "api", "server:api"},
			{"level", ">=warn", "level:>=warn"}, {"status", "5*", "status:5*"}}, "unreach"},
		`no route user.id:8812 to`: {[]Term{{"user.id", "8812", "user.id:8812"}}, "no route to"},
		`msg:"a \"b\" c"`:          {[]Term{{"msg", `a "b" c`, `msg:"a \"b\" c"`}}, ""},
		`"server:api"`:             {text: "server:api"},
		"TypeError: x":             {text: "TypeError: x"},
		"http://localhost/x":       {text: "http://localhost/x"},
		"12:30:11":                 {text: "12:30:11"},
	} {
		terms, text := Split(query)
		if !slices.Equal(terms, want.terms) || text != want.text {
			t.Errorf("%q: %q and %q", query, terms, text)
		}
	}
}

func FuzzTermsCanBeAddedAndDropped(f *testing.F) {
	f.Add("no route", "status", "200")
	f.Add(`"a b"`, "msg", "x \"y\" \\ z")
	f.Add("", "path", "/x")
	f.Fuzz(func(t *testing.T, text, key, value string) {
		term := written(key, value)
		got, rest := Split(term)
		if len(got) == 0 {
			return // key is none
		}
		if len(got) != 1 || got[0].Key != key || got[0].Value != value || rest != "" {
			t.Errorf("%q is %q and %q", term, got, rest)
		}
		if terms, _ := Split(text); len(terms) > 0 || len(text) > 0 && text[len(text)-1] == '"' {
			return
		}
		a := Ask{Text: text}
		a.Text = a.added(key, value)
		if list := a.Terms(); len(list) == 1 && len(Ask{Text: a.dropped(list[0])}.Terms()) != 0 {
			t.Errorf("%q has still a term", a.Text)
		}
	})
}
