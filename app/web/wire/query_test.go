package wire

import (
	"net/url"
	"testing"
	"time"
)

func TestQuery(t *testing.T) {
	values := url.Values{
		"text": {"a b"}, "flag": {"true"}, "count": {"7"}, "wait": {"90s"}, "word": {"two"}, "cursor": {"1qe7zmk40b:12"},
		"seq": {"12"}, "list": {"a,,b"}, "offset": {"0"}, "run": {"1qe7zmk40b"},
	}
	q := NewParameters(values)
	run, seq := q.Cursor("cursor")
	none, plain := q.Cursor("seq")
	list := q.List("list")
	ok := q.Text("text") == "a b" && q.Flag("flag") && q.Count("count") == 7 &&
		q.Duration("wait", time.Hour) == 90*time.Second &&
		OneOf(q, "word", "one", "two") == "two" && OneOf(q, "missing", "one", "two") == "one" &&
		run == "1qe7zmk40b" && seq == 12 && none == "" && plain == 12 && len(list) == 2 && list[1] == "b" &&
		q.Offset("offset") == 0 && q.Offset("missing") == -1 && q.Run("run") == "1qe7zmk40b" && q.Given("run") &&
		!q.Given("missing")
	if err := q.Done(); err != nil || !ok {
		t.Errorf("%+v: %v", q, err)
	}
}

func TestInvalidQueries(t *testing.T) {
	for query, read := range map[string]func(*Parameters){
		"flag=yes":                      func(q *Parameters) { q.Flag("flag") },
		"count=-1":                      func(q *Parameters) { q.Count("count") },
		"count=1&count=2":               func(q *Parameters) { q.Count("count") },
		"wait=2h":                       func(q *Parameters) { q.Duration("wait", time.Hour) },
		"wait=0s":                       func(q *Parameters) { q.Duration("wait", time.Hour) },
		"word=three":                    func(q *Parameters) { OneOf(q, "word", "one", "two") },
		"run=%20":                       func(q *Parameters) { q.Run("run") },
		"cursor=a:b":                    func(q *Parameters) { q.Cursor("cursor") },
		"since=yesterday":               func(q *Parameters) { q.Moment("since") },
		"misspelled=1":                  func(q *Parameters) { q.Text("spelled") },
		"offset=1000000000000000000000": func(q *Parameters) { q.Offset("offset") },
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		q := NewParameters(values)
		read(q)
		if err := q.Done(); err == nil || Status(CodeOf(err)) != 400 {
			t.Errorf("%s: %v", query, err)
		}
	}
}
