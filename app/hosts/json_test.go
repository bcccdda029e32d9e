package hosts

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func rules() []Rule {
	prefix := func(s string) string { return "box:" + s }
	return []Rule{{Key: "project", Do: prefix}, {Key: "id", Depth: 1, Do: prefix}, {Key: "choices", Do: prefix}}
}

func rewritten(t *testing.T, in string, colors bool) string {
	t.Helper()
	whole, err := io.ReadAll(NewRewriter(strings.NewReader(in), colors, rules()...))
	if err != nil {
		t.Fatal(err)
	}
	slow, err := io.ReadAll(NewRewriter(iotest.OneByteReader(strings.NewReader(in)), colors, rules()...))
	if err != nil || string(slow) != string(whole) {
		t.Errorf("%s: byte by byte it is %s, %v", in, slow, err)
	}
	return string(whole)
}

func TestRewriterChangesOnlyWhatItsRulesName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"project": "shop", "name":"project"}`:            `{"project": "box:shop", "name":"project"}`,
		`[{"id":"shop","servers":[{"id":"7"}]}]`:           `[{"id":"box:shop","servers":[{"id":"7"}]}]`,
		`{"choices":["a","b"],"other":["a"]}`:              `{"choices":["box:a","box:b"],"other":["a"]}`,
		`{"project":"a\"b","n":1e3,"x":null}`:              `{"project":"box:a\"b","n":1e3,"x":null}`,
		"{\"project\":\"a\"}\n{\"project\":\"b\"}\n":       "{\"project\":\"box:a\"}\n{\"project\":\"box:b\"}\n",
		"event: statuses\ndata: [{\"project\":\"a\"}]\n\n": "event: statuses\ndata: [{\"project\":\"box:a\"}]\n\n",
		`{"text":"\\u001b stays text"}`:                    `{"text":"\\u001b stays text"}`,
		`{"text":"ü <b>&"}`:                                `{"text":"ü <b>&"}`,
	} {
		if got := rewritten(t, in, false); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestRewriterTakesOutWhatATerminalObeys(t *testing.T) {
	t.Parallel()
	red, title := "\x1b[31mred\x1b[0m", "\x1b]0;gotcha\x07"
	for _, c := range []struct {
		text, want string
		colors     bool
	}{
		{red, "\ufffd[31mred\ufffd[0m", false},
		{red, red, true},
		{title, "\ufffd]0;gotcha\ufffd", true},
		{"\x1b[2J", "\ufffd[2J", true},
		{"\u009b31m \u202e txt", "\ufffd31m \ufffd txt", true},
		{"a\tb\nc", "a\tb\nc", false},
	} {
		in, err := json.Marshal(map[string]string{"text": c.text})
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]string
		if err := json.Unmarshal([]byte(rewritten(t, string(in), c.colors)), &got); err != nil || got["text"] != c.want {
			t.Errorf("%q: %q, want %q, %v", c.text, got["text"], c.want, err)
		}
	}
}

// FuzzRewriter: what was JSON stays JSON, and no harmful character gets through.
func FuzzRewriter(f *testing.F) {
	f.Add(`{"project":"a\u001b[31m","id":["x"]}`)
	f.Add(`]}{"":":"`)
	f.Fuzz(func(t *testing.T, in string) {
		out, _ := io.ReadAll(NewRewriter(strings.NewReader(in), false, rules()...))
		if json.Valid([]byte(in)) && !json.Valid(out) {
			t.Errorf("%q became %q", in, out)
		}
		var v any
		if json.Unmarshal(out, &v) == nil && holds(v) {
			t.Errorf("%q lets through %q", in, out)
		}
	})
}

// holds reports whether a string, which isn't a key, holds a harmful character.
func holds(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.IndexFunc(v, harmful) >= 0
	case []any:
		for _, e := range v {
			if holds(e) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if holds(e) {
				return true
			}
		}
	}
	return false
}
