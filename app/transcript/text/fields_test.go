package text

import (
	"fmt"
	"strings"
	"testing"
)

func show(r FieldRecord) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s|%s|%s", r.Before, r.Level, r.Message)
	for _, f := range r.Fields {
		fmt.Fprintf(&b, " %s=%s", f.Key, f.Value)
	}
	return b.String()
}

func TestRecordsOfKnownLoggers(t *testing.T) {
	for line, want := range map[string]string{
		`{"level":30,"time":1700000000000,"pid":12,"hostname":"box","msg":"request","method":"GET"}`:           "|30|request method=GET pid=12 hostname=box",
		`{"time":"2026-11-21T22:41:18Z","level":"error","msg":"no","user":{"id":8812,"plan":"free"},"ms":0.4}`: "|error|no user.id=8812 user.plan=free ms=0.4",
		`{"severity":"INFO","message":"a \"b\"","tags":["x","y"],"none":null}`:                                 `|INFO|a "b" tags=["x","y"] none=null`,
		`{"event":"login","level":"info"}`:                                         "|info|login",
		`web.1  | {"level":"info","msg":"x"}`:                                      "web.1  | |info|x",
		"2026-11-22T10:00:00\tINFO\tmain.go:12\tstarted\t{\"port\": 8080}":         "2026-11-22T10:00:00\tINFO\tmain.go:12\tstarted\t|| port=8080",
		`time=2026-11-22T10:00:00Z level=info msg="listening on :80" addr=:80 tls`: "|info|listening on :80 addr=:80 tls=true",
		`level=error msg="it said \"no\"" err="a b"`:                               `|error|it said "no" err=a b`,
		`ts=1 caller=main.go:12 level=warn msg=slow`:                               "|warn|slow caller=main.go:12",
	} {
		r, ok := ParseFields(line)
		if got := show(r); !ok || got != want {
			t.Errorf("%s:\n got %t %q\nwant %q", line, ok, got, want)
		}
	}
}

func TestOtherLinesAreText(t *testing.T) {
	for _, line := range []string{
		"", "{}", "ready in 300 ms", `{"name":"x","version":"1"}`, "FOO=bar npm run dev", "a=1 b=2",
		`const x = {"level":"info","msg":"x"}`,
		`{"level":"info","msg":"x"`, `{"level":"info","msg":"x"} trailing`, `{level: "info", msg: "x"}`,
		`{"level":"info","msg":}`,
		"level=info and then some words = more", "level=info and then some words", `{"msg":"` + strings.Repeat("x", maxLine) +
			`"}`, `{"a":` + strings.Repeat(`{"a":`, 40),
	} {
		if r, ok := ParseFields(line); ok {
			t.Errorf("%.60s: %q", line, show(r))
		}
	}
}

func TestDecodedTextIsClean(t *testing.T) {
	r, ok := ParseFields(`{"level":"info","msg":"\u001b[31mred\u001b]0;title\u0007\u202Eevil"}`)
	if !ok || r.Message != "redevil" {
		t.Errorf("%t %q", ok, r.Message)
	}
}

func TestPlainLinesCostNothing(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		_,
			_ = ParseFields("GET /products?page=2 200 in 14ms (next.js: 3ms)")
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"level":"info","msg":"x","a":[1,{"b":"c"}]}`)
	f.Add(`level=info msg="x \" y" a=1`)
	f.Fuzz(func(t *testing.T, line string) {
		r, ok := ParseFields(line)
		if ok && r.Message == "" && len(r.Fields) == 0 && r.Level == "" {
			t.Errorf("%q says nothing", line)
		}
	})
}

func TestReadableLines(t *testing.T) {
	for line, want := range map[string]string{
		`{"time":"2026-01-02T03:04:05Z","level":"ERROR","msg":"no room","status":507}`: "error no room status=507",
		"plain text": "plain text",
	} {
		if got := Readable(line); got != want {
			t.Errorf("%s: %q, not %q", line, got, want)
		}
	}
}
