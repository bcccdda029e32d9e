package text

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// agree checks that a search for levels finds the lines of raw that Level says are of one of them, and these alone.
func agree(t interface{ Fatalf(string, ...any) }, raw []byte) {
	lines := bytes.Split(raw, []byte{'\n'})
	for _, names := range [][]string{{"error"}, {"warn"}, {"error", "warn"}, {"info"}, {"debug"},
		{"error", "warn", "info", "debug"}} {
		set := LevelsOf(names)
		var scratch []byte
		from := 0
		for _, line := range lines {
			stated, wanted := false, set.has(Level(Plain(line)))
			if stated, scratch = set.Stated(line, scratch); stated != wanted {
				t.Fatalf("%q states one of %q: %v, by Level %v", line, names, stated, wanted)
			}
			if wanted {
				var next int
				if next, scratch = set.Next(raw[from:], scratch); next != 0 {
					t.Fatalf("%q states one of %q, and the next that may is at %d from it", line, names, next)
				}
			}
			from += len(line) + 1
		}
	}
}

func TestLevelsAgreeWithLevel(t *testing.T) {
	t.Parallel()
	words := []string{"error", "ERROR", "Err", "err", "warn", "WARNING:", "[warn]", "(info)", "INFO", "debug", "TRACE",
		"E", "W", "e!", "E!", "eror", "ERRO[0000]", "app.ERROR:", "[core:error]",
		"fatal:", "fatal error: ", "panic: ", "Traceback (most recent call last)", "npm", "ERR!", "Uncaught ", "Unhandled ",
		"Segmentation fault", "goroutine 1 [running]", "fail: ",
		"(node:", "❌ ", "ValueError:", "RuntimeException", "level=", "lvl=", "severity=", `"level":`, `{"level":50`,
		`"s":"E"`, "{", "}", "50", "40", "W0312", "[E 2", "[I 1",
		"LOG:", "NOTICE", "notice", "crİt", "İNFO", "critİcal", "K", "ſ",
		"FEHLER:", "Fehler", "erreur:", "ОШИБКА:", "ошибка", "错误:", "錯誤", "エラー", "오류", "警告:",
		"경고",
		"avviso:", "SCHWERWIEGEND:", "grave:", "Avertissement:", "advertencia:", "重大:", "严重:", "심각:", "npm ERR!", "npm warn", "_", "/", "x[", " ", " ", " ", "  ", "\t", " | ", " - ", " • ", "|",
		":", "]:", ".", "=", "--", "the", "12:00:01", "2026-11-22", "x",
		"\x1b[31m", "\x1b[0m", "\x1b[1G", "\r", "\r\n", "\n", "\u200b", "\xff", "é", "Dpanic", "emerg", "severe", "alert", "verbose", "dbg", "vrb", "trc", "wrn", "ftl", strings.Repeat("y", 110)}
	rapid.Check(t, func(rt *rapid.T) {
		agree(rt, []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 40).Draw(rt, "words"), "")))
	})
}

func FuzzLevels(f *testing.F) {
	for _, s := range []string{"E1120 10:00:00.000 1 main.go:3] x", "[2026-11-22 10:00:00] app.WARNING: slow\nx\r\n",
		"{\"t\":{\"$date\":\"2026\"},\"s\":\"I\", \"msg\":\"no error\"}",
		"2026/11/22 10:00:00 E! [inputs.x] failed", "ts=2026 caller=main.go:12 level=info msg=\"no error\"", "\x1b[31merr\x1b[0mor: x", "crİt: x", "E | x",
		"{ A\"s\":I"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { agree(t, raw) })
}

func TestLevelsOfWordsThatArentLevels(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{nil, {"none"}, {"error", "none"}, {"loud"}} {
		if set := LevelsOf(names); set != 0 {
			t.Errorf("%q: %v", names, set)
		}
	}
}

func BenchmarkLevels(b *testing.B) {
	for _, line := range []string{strings.Repeat("x", 99),
		`127.0.0.1 - - [20/Nov/2026 12:01:02] "GET /api/items/12?page=3 HTTP/1.1" 200 1234`,
		"\x1b[32m12:01:02\x1b[0m [vite] \x1b[36mhmr update\x1b[0m /src/components/Component12.tsx",
		"2026-11-20 12:01:02,003 INFO django.request Completed request_id=1f in 12ms",
		`{"level":30,"time":1700000000000,"pid":12,"msg":"request completed","responseTime":12}`} {
		lines := bytes.Repeat([]byte(line+"\r\n"), 1000)
		b.Run(line[:12], func(b *testing.B) {
			var scratch []byte
			b.SetBytes(int64(len(lines)))
			for b.Loop() {
				_, scratch = LevelsOf([]string{"error"}).Next(lines, scratch)
			}
		})
	}
}
