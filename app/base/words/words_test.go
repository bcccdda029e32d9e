package words

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"pgregory.net/rapid"
)

func TestDuration(t *testing.T) {
	const ms, s, m, h = time.Millisecond, time.Second, time.Minute, time.Hour
	for _, tt := range []struct {
		d             time.Duration
		duration, ago string
	}{
		{-s, "0s", "just now"},
		{0, "0s", "just now"},
		{20 * time.Microsecond, "1ms", "just now"},
		{20 * ms, "20ms", "just now"},
		{300 * ms, "0.3s", "just now"},
		{s, "1s", "1s ago"},
		{1250 * ms, "1.2s", "1s ago"},
		{9960 * ms, "10s", "9s ago"},
		{59700 * ms, "1m", "59s ago"},
		{12400 * ms, "12s", "12s ago"},
		{m, "1m", "1m ago"},
		{90 * s, "1m 30s", "1m ago"},
		{3 * m, "3m", "3m ago"},
		{59*m + 59*s, "59m 59s", "59m ago"},
		{2*h + 5*m + 7*s, "2h 5m", "2h 5m ago"},
		{3 * h, "3h", "3h ago"},
		{30 * h, "1d 6h", "30h ago"},
		{3*day + 4*h, "3d 4h", "3d ago"},
		{400 * day, "400d", "400d ago"},
	} {
		if got := Duration(tt.d); got != tt.duration {
			t.Errorf("Duration(%s) = %q, want %q", tt.d, got, tt.duration)
		}
		if got := Ago(tt.d); got != tt.ago {
			t.Errorf("Ago(%s) = %q, want %q", tt.d, got, tt.ago)
		}
	}
	if got := Age(0); got != "0s" {
		t.Errorf("Age(0) = %q", got)
	}
}

func TestMoment(t *testing.T) {
	now := time.Date(2026, 8, 1, 15, 4, 5, 0, time.UTC)
	for since, want := range map[time.Duration]string{time.Minute: "15:03:05", day: "2026-07-31 15:04"} {
		if got := Moment(now.Add(-since).In(time.FixedZone("", 3600)), now); got != want {
			t.Errorf("%s ago: %q, want %q", since, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1 kB", 1536: "1.5 kB", 14 << 20: "14 MB", 1000 << 10: "1 MB", 10200: "10 kB",
		512 << 20: "512 MB", 3 << 29: "1.5 GB", 1 << 40: "1 TB", 1 << 62: "4 EB",
	} {
		if got := Size(n); got != want {
			t.Errorf("Size(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{0: "0%", 0.42: "0.4%", 3: "3%", 9.97: "10%", 45.4: "45%", 230: "230%"} {
		if got := Percent(v); got != want {
			t.Errorf("Percent(%g) = %q, want %q", v, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n    int
		noun string
		want string
	}{
		{1, "error", "1 error"}, {3, "error", "3 errors"}, {0, "match", "0 matches"}, {2, "process", "2 processes"},
		{2, "dependency", "2 dependencies"}, {2, "day", "2 days"}, {2, "hidden line", "2 hidden lines"},
	} {
		if got := Count(tt.n, tt.noun); got != tt.want {
			t.Errorf("Count(%d, %q) = %q, want %q", tt.n, tt.noun, got, tt.want)
		}
	}
}

func TestLists(t *testing.T) {
	for list, want := range map[string]string{"": "", "a": "a", "a b": "a or b", "a b c": "a, b or c"} {
		if got := Or(strings.Fields(list)); got != want {
			t.Errorf("Or(%s) = %q, want %q", list, got, want)
		}
	}
	if got := And([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Errorf("And = %q", got)
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"short", 5, "short"}, {"longer", 5, "long…"}, {"äöüß", 4, "äöüß"}, {"äöüßa", 4, "äöü…"}, {"日本語", 6, "日本語"},
		{"日本語です", 6, "日本…"}, {"e\u0301e\u0301e\u0301", 4, "e\u0301…"}, {"", 0, ""}, {"a", 0, "…"},
	} {
		if got := Clip(tt.s, tt.n); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestClipBoundsColumnsAndCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "s"), rapid.IntRange(1, 40).Draw(t, "n")
		got := Clip(s, n)
		if utf8.RuneCountInString(got) > n || displaywidth.String(got) > n {
			t.Fatalf("Clip(%q, %d) = %q is too long", s, n, got)
		}
		if kept, cut := strings.CutSuffix(got, "…"); got != s && (!cut || !strings.HasPrefix(s, kept)) {
			t.Fatalf("Clip(%q, %d) = %q", s, n, got)
		}
	})
}

func TestQuote(t *testing.T) {
	if got := Quote("a\x1b[31m\"b"); got != `"a\x1b[31m\"b"` {
		t.Errorf("%s", got)
	}
	if got := Quote(strings.Repeat("x", 1000)); got != `"`+strings.Repeat("x", 59)+`…"` {
		t.Errorf("%s", got)
	}
}

func TestCapital(t *testing.T) {
	for s, want := range map[string]string{"": "", "it": "It", "über": "Über", "\xff": "\xff"} {
		if got := Capital(s); got != want && s != "\xff" {
			t.Errorf("Capital(%q) = %q", s, got)
		}
	}
	for name, want := range map[string]string{"": "Web is up", "web": "web is up", "api": "Web is up"} {
		if got := Capital("web is up", name); got != want {
			t.Errorf("of %q: %q", name, got)
		}
	}
}

func TestMeant(t *testing.T) {
	servers := []string{"shop/web", "shop/worker", "shop/redis", "blog/astro"}
	for name, want := range map[string]string{
		"wbe": "shop/web", "web": "shop/web", "work": "shop/worker", "shop/wbe": "shop/web", "rdeis": "shop/redis", "x": "",
		"":         "",
		"postgres": "", "blog/astor": "blog/astro",
	} {
		if got := strings.Join(Meant(name, servers), " "); got != want {
			t.Errorf("Meant(%q) = %q, want %q", name, got, want)
		}
	}
	keys := []string{"port", "command", "env", "env_file"}
	for name, want := range map[string]string{"prot": "port", "comand": "command", "host": "", "comm": "command"} {
		if got := strings.Join(Meant(name, keys), " "); got != want {
			t.Errorf("Meant(%q) = %q, want %q", name, got, want)
		}
	}
	if got := Meant(strings.Repeat("a", 10_000), servers); got != nil {
		t.Errorf("a long name: %q", got)
	}
}

func TestNearestKeepsAllChoices(t *testing.T) {
	choices := []string{"shop/redis", "shop/web"}
	if got := Nearest("wbe", choices); !slices.Equal(got, []string{"shop/web", "shop/redis"}) {
		t.Errorf("%q", got)
	}
	if choices[0] != "shop/redis" {
		t.Error("the caller's slice was sorted")
	}
}

func TestPath(t *testing.T) {
	for path, want := range map[string]string{"/home/a/x": "~/x", "/home/a": "~", "/home/ab": "/home/ab", "/srv": "/srv"} {
		if got := Path("/home/a", path); got != want {
			t.Errorf("Path(%q) = %q, want %q", path, got, want)
		}
	}
}
