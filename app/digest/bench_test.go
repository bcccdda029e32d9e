package digest

import (
	"testing"
	"time"

	"devservers/app/transcript/text"
)

// BenchmarkAdd measures the cost of a line, to compare with storing it in a transcript (BenchmarkCommit in
// app/transcript): lines without errors, colored ones, and one traceback after another.
func BenchmarkAdd(b *testing.B) {
	for name, lines := range map[string][]string{
		"calm": {`[21/Nov/2026 05:03:31] "GET /static/js/app.js?v=123 HTTP/1.1" 200 57472 "-" "Mozilla/5.0 (X11; Linux x86_64) Firefox"`},
		"colored": {"\x1b[2m5:03:28 AM\x1b[22m \x1b[36m\x1b[1m[web]\x1b[22m\x1b[39m " +
			"\x1b[90m\x1b[2m(client)\x1b[22m\x1b[39m \x1b[32mupdate \x1b[39m\x1b[2m/src/App.jsx\x1b[22m"},
		"flood": {"2026-11-21 05:03:31,123 DEBUG shop.cart tick 812391 item=coffee price=3.20 took=12ms", "tick 812391",
			"2026-11-21T05:03:31.123Z INFO  shop::cart: charged order 17 in 12ms",
			`{"level":"info","time":1700000000000,"pid":12,"msg":"GET /orders","status":200,"ms":3}`},
		"prefixed": {"12:00:01 web.1  | tick 812391 item=coffee price=3.20", "web.1  | tick 812391", "[api] tick 812391"},
		"traces": {"Traceback (most recent call last):", `  File "/srv/shop/urls.py", line 9, in cart`,
			`    return items["coffee"]`, "KeyError: 'coffee'"},
	} {
		b.Run(name, func(b *testing.B) {
			d, buf, at := New("/srv/shop", "/srv/shop"), []byte(nil), time.Now()
			n := 0
			for b.Loop() {
				line := lines[n%len(lines)]
				n++
				buf = text.AppendPlain(buf[:0], []byte(line))
				d.Add(int64(n), at, buf)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "lines/s")
			b.ReportAllocs()
		})
	}
}
