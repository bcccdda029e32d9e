package text

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestPlainMatchesTheFinalTerminalDisplay(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"plain\ttext", "plain\ttext"},
		{"\x1b[31;1mred\x1b[0m and \x1b[38:2::1:2:3mmore\x1b[m", "red and more"},
		{"\x1b]0;a ✓ title\x07shown", "shown"},
		{"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"},
		{"\x1bP1$r0m\x1b\\a\x1b_apc\x1b\\b\x1b^pm\x1b\\c\x1bXsos\x1b\\d", "abcd"},
		{"\x1b(B\x1b7a\x1b=b\x1b#8c", "abc"},
		{"\u009b31mred\u009d0;title\u009cend\u0085", "redend"},
		{"\x1b]52;c;aGk=", ""},
		{"\x1b", ""}, {"a\x1b[", "a"}, {"a\x1b[3", "a"}, {"a\x1b[3\x1b[4mb", "ab"}, {"a\x1b[3\x18b", "ab"},
		{" 10%\r 50%\r100%", "100%"},
		{"done\r", "done"},
		{"a\r\rb\r\x1b[K", "b"},
		{"long line\rab", "ab"},
		{"⠙\x1b[1G\x1b[0K⠹\x1b[1G\x1b[0K", ""}, {"⠋ a\x1b[2K\x1b[1G⠙ a\x1b[2K\x1b[1G✔ done", "✔ done"},
		{"left\x1b[0K right\x1b[20Gend", "left rightend"},
		{"NUL\x00 bell\x07 back\b del\x7f", "NUL bell back del"},
		{"bad \xff\xc3( utf-8 \xe2\x82", "bad ��( utf-8 ��"},
		{"héllo 日本", "héllo 日本"},
		{"a\u202eb\u2066c\u200bd\ufeffe\U000E0041f\u00adg\u200dh\ufe0fi\U000E0101j\u061ck", "abcdefghijk"},
		{"one\u2028two", "one two"},
		{"a\rb\nc\rd", "b\nd"},
	} {
		if got := Plain([]byte(c[0])); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestSGRKeepsOnlyColours(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"no color", "no color"},
		{"\x1b[31mred\x1b[0m.", "\x1b[31mred\x1b[0m.\x1b[0m"},
		{"\x1b[31mred", "\x1b[31mred\x1b[0m"},
		{"\x1b[38;5;1;48:2::1:2:3mx", "\x1b[38;5;1;48:2::1:2:3mx\x1b[0m"},
		{"\x1b[2J\x1b[H\x1b[?25l\x1b[>4;1m\x1b[3$m\x1b[1;\x01mx\x1b]0;t\x07", "x"},
		{"\x1b[32m 10%\r\x1b[K100%", "\x1b[32m100%\x1b[0m"},
		{"\x1b[32m 10%\x1b[0m\r100%", "100%\x1b[0m"},
		{"\u009b31mred", "\x1b[31mred\x1b[0m"},
		{"\x1b]8;id=1;https://x.example/\x07a\x1b]8;;\x07b", "\x1b]8;;https://x.example/\x1b\\a\x1b]8;;\x1b\\b"},
		{"\x1b]8;;https://x.example/\x1b\\a", "\x1b]8;;https://x.example/\x1b\\a\x1b]8;;\x1b\\"},
		{"\x1b]8;;file:///etc/passwd\x1b\\a\x1b]8;;\x1b\\", "a"},
	} {
		if got := SGR([]byte(c[0])); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestStripANSIAgreesWithAnIndependentParser(t *testing.T) {
	t.Parallel()
	parts := []string{"text", " ", "é", "日本", "\t", "\x1b[0m", "\x1b[38;5;196m", "\x1b[2J", "\x1b[?25l", "\x1b[10;20H",
		"\x1b[>c", "\x1b[1 q", "\x1b]0;title\x07",
		"\x1b]8;;http://example.com\x1b\\", "\x1bP1$r0m\x1b\\", "\x1b_G\x1b\\", "\x1b^p\x1b\\", "\x1bXs\x1b\\", "\x1b(B", "\x1b7", "\x1bM", "\x1b=", "\x1b#8"}
	rapid.Check(t, func(rt *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(rt, "parts"), "")
		want := ansi.Strip(s)
		if got := string(StripANSI(nil, []byte(s))); got != want {
			rt.Fatalf("StripANSI(%q) = %q, want %q", s, got, want)
		}
		if got := Plain([]byte(s)); got != want {
			rt.Fatalf("Plain(%q) = %q, want %q", s, got, want)
		}
		if got := ansi.Strip(SGR([]byte(s))); got != want {
			rt.Fatalf("SGR(%q) shows %q, want %q", s, got, want)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"a\x1b[31mb", "\x1b]0;x", "\xc2\x9b31m", "a\rb\r\n", "\x1b\x1b[", "\xff\u202e",
		"\x1bP\n\x1b[1m"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		plain := Plain(raw)
		if !utf8.ValidString(plain) || strings.ContainsAny(plain, "\x00\x07\b\r\x1b\x7f\u0085\u009b\u202e\u200b") {
			t.Errorf("Plain(%q) = %q", raw, plain)
		}
		if again := Plain([]byte(plain)); again != plain {
			t.Errorf("Plain twice: %q, then %q", plain, again)
		}
		if left := Plain([]byte(SGR(raw))); left != plain {
			t.Errorf("SGR shows %q, Plain %q", left, plain)
		}
		stripped := StripANSI(nil, raw)
		if bytes.IndexByte(stripped, Esc) >= 0 {
			t.Errorf("StripANSI(%q) = %q", raw, stripped)
		}
		var byLine []byte
		for _, l := range bytes.SplitAfter(raw, []byte("\n")) {
			byLine = StripANSI(byLine, l)
		}
		if !bytes.Equal(byLine, stripped) {
			t.Errorf("line by line %q, together %q", byLine, stripped)
		}
		Level(plain)
	})
}

func TestLevelRecognisesCommonFormats(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"ERROR: it broke", "error"}, {"\tvdi_panic_f *panic;", ""},
		{"2026-11-22 07:29:24.037293 E | etcdmain: no flags", "error"},
		{"2026-11-22 07:29:24.037293 I | etcdmain: no error", "info"}, {"[error] x", "error"},
		{"error: no such file", "error"}, {"2026-11-20 10:00:00,123 ERROR django: x", "error"},
		{"2026/11/20 10:00:00 [error] 12#12: *1 open()", "error"}, {"E1120 10:00:00.000 1 main.go:3] x", "error"},
		{"W0312 10:00:00 x", "warn"}, {"I0312 10:00:00 x", "info"},
		{"npm ERR! code 1", "error"}, {"npm error code 1", "error"}, {"npm WARN deprecated x", "warn"},
		{"Traceback (most recent call last):", "error"},
		{"TypeError: x is undefined", "error"}, {"django.core.exceptions.ImproperlyConfigured: x", ""},
		{"ValueError: bad", "error"}, {"java.lang.RuntimeException: x", "error"},
		{"panic: runtime error", "error"}, {`{"level":"warn","msg":"x"}`, "warn"},
		{`{"time":1,"level":50,"msg":"x"}`, "error"}, {`{"severity": "ERROR"}`, "error"},
		{"time=2026 level=debug msg=x", "debug"}, {`level="info" msg="an error"`, "info"}, {"[vite] warning: x", "warn"},
		{"(!) Some chunks", ""},
		{"[2026-11-20 10:00:00,000: INFO/MainProcess] mingle", "info"}, {"✘ [ERROR] Could not resolve", "error"},
		{"INFO:root:hello", "info"},
		{"GET /error 200", ""}, {"the error was fixed", ""}, {"", ""}, {"0 errors, 1 warning", ""},
		{"Watching for file changes", ""}, {"   WARN  x", "warn"},
		{"12:00:00 PM [vite] hmr update", ""}, {"1234:M 20 Nov 2026 * Ready", ""}, {"I am here", ""}, {"e", ""},
	} {
		if got := Level(c[0]); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}

func TestLevelRecognisesLoggers(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"[2026-11-22T10:00:00+00:00] local.ERROR: no orders {\"exception\":\"x\"}", "error"},
		{"[2026-11-22 10:00:00] app.WARNING: slow [] []", "warn"},
		{"[2026-11-22 10:00:00] request.CRITICAL: Uncaught PHP Exception", "error"},
		{"[2026-11-22 10:00:00] request.INFO: Matched route", "info"},
		{"Compilation terminée : 0 erreur, 0 avertissement", ""}, {"states: pending, failed, error, done", ""},
		{"FEHLER: keine Verbindung", "error"}, {"エラー 0 件", ""}, {"エラー: 接続できません", "error"},
		{"3:04PM ERR no orders error=\"x\" id=3", "error"}, {"10:00AM WRN slow", "warn"}, {"10:00AM INF up", "info"},
		{"ERRO[0000] no orders   id=3", "error"}, {"WARN[0012] slow", "warn"}, {"INFO[0000] up", "info"},
		{"FATA[0000] x", "error"},
		{"[E 261122 10:00:00 web:1789] Uncaught exception GET /", "error"}, {"[I 10:00:00.123 App] up", "info"},
		{"[W 2026-11-22 10:00:00.1 ServerApp] x", "warn"},
		{"2026-11-22 10:00:00,123 - shop.orders - ERROR - no orders", "error"},
		{"2026-11-22 10:00:00,123 - shop.orders - INFO - error page served", "info"},
		{"2026-11-22T10:00:00.000Z\tERROR\tshop/main.go:12\tno orders\t{\"id\": 3}", "error"},
		{"2026-11-22T10:00:00.000Z\tinfo\tshop/main.go:12\tno error", "info"}, {"1.7e+09\terror\tx\tno orders", "error"},
		{"error  no orders", "error"}, {"error - no orders", "error"}, {"warn  - slow", "warn"}, {"error | x", "error"},
		{"t=2026-11-22T10:00:00+0000 lvl=eror msg=\"x\"", "error"}, {"EROR[11-22|10:00:00] no orders", "error"},
		{"2026/11/22 10:00:00 E! [inputs.x] failed", "error"},
		{" ERROR  no orders", "error"}, {"✖  error     no orders", "error"},
		{"[10:00:00.123] ERROR (123): no orders", "error"},
		{"[2026-11-22T10:00:00.000Z] ERROR: shop/12 on host: no orders", "error"},
		{"[2026-11-22T10:00:00.000] [ERROR] default - no orders", "error"}, {"10:00:00.000 [error] no orders", "error"},
		{"=ERROR REPORT==== 22-Nov-2026::10:00:00 ===", "error"},
		{"2026-11-22T10:00:00.000Z  ERROR - shop: no orders", "error"},
		{"[2026-11-22T10:00:00Z ERROR shop::db] no orders", "error"},
		{"2026-11-22T10:00:00.000000Z ERROR shop::db: no orders", "error"},
		{"[10:00:00 ERR] no orders", "error"}, {"[10:00:00 INF] error page", "info"}, {"fail: Shop.Orders[0]", "error"},
		{"crit: Shop[0]", "error"}, {"info: Shop[0]", "info"},
		{"10:00:00.000 [main] ERROR c.e.Shop - no orders", "error"}, {"SEVERE: no orders", "error"},
		{"E1122 10:00:00.0 123 main.go:12] no orders", "error"},
		{"2026-11-22T10:00:00.0Z 0 [ERROR] [MY-010119] [Server] Aborting", "error"},
		{"2026-11-22 10:00:00.000 UTC [12] ERROR:  relation \"x\" does not exist", "error"},
		{"2026-11-22 10:00:00.000 UTC [12] LOG:  connection received: error=none", "info"},
		{"{\"t\":{\"$date\":\"2026-11-22T10:00:00.000+00:00\"},\"s\":\"E\",  \"c\":\"NETWORK\",\"msg\":\"x\"}", "error"},
		{"{\"t\":{\"$date\":\"2026\"},\"s\":\"I\",  \"c\":\"NETWORK\",\"msg\":\"no error\"}", "info"},
		{"[2026-11-22 10:00:00,123: ERROR/MainProcess] no orders", "error"},
		{"2026-11-22T10:00:00.000Z pid=1 tid=x class=A ERROR: no orders", "error"},
		{"[Sun Nov 22 10:00:00.123456 2026] [core:error] [pid 1:tid 2] AH00001: x", "error"},
		{"[Sun Nov 22 10:00:00.123456 2026] [ssl:warn] [pid 1] x", "warn"},
		{"2026/11/22 10:00:00 [error] 12#12: *1 no orders", "error"},
		{"ts=2026-11-22T10:00:00Z caller=main.go:12 level=error msg=x", "error"},
		{"ts=2026 caller=main.go:12 level=info msg=\"no error\"", "info"},
		{"2026-11-22 10:00:00.000 | ERROR    | shop.db:pay:12 - no orders", "error"},
		{"11/22/2026 10:00:00 PM [ERROR] x", "error"}, {"Nov 22 10:00:00 host shop[12]: error: no orders", "error"},
		{"2026-11-22 10:00:00.000 ERROR 123 --- [main] c.e.Shop : no orders", "error"},
		{"2026-11-22 10:00:00.000  INFO 123 --- [main] c.e.ErrorController : up", "info"},
		{"{\"severity\":\"ERROR\",\"message\":\"x\"}", "error"}, {"{\"@level\":\"error\",\"@message\":\"x\"}", "error"},
		{"{\"log.level\":\"error\",\"message\":\"x\"}", "error"},
		{"{\"Level\":\"Error\",\"MessageTemplate\":\"x\"}", "error"},
		{"{\"level_name\":\"CRITICAL\",\"message\":\"x\"}", "error"},
		{"{\"@timestamp\":\"x\",\"@l\":\"Error\",\"@m\":\"x\"}", "error"},
		{"GET /error 200", ""}, {"0 errors, 0 warnings", ""}, {"error handling middleware loaded", ""},
		{"Loading error pages: done", ""}, {"no ERR here", ""}, {"test error ... ok", ""},
		{"ERR_CONNECTION counters: 0", ""},
		{"I, [2026-11-22T10:00:00.000000 #12]  INFO -- : up", "info"},
		{"E, [2026-11-22T10:00:00.000000 #12] ERROR -- : no orders", "error"},
		{"F, [2026-11-22T10:00:00.000000 #12] FATAL -- : x", "error"},
		{"12:M 22 Nov 2026 10:00:00.000 # Fatal error, can't open config file", "error"}, {"[ERR] no orders", "error"},
		{"[err] no", "error"}, {"(ERROR) x", "error"}, {"-E- x", ""}, {"ERROR_CODE=3", ""}, {"*ERROR* x", "error"},
		{"!ERROR! x", "error"}, {"** ERROR ** x", "error"},
	} {
		if got := Level(c[0]); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}
