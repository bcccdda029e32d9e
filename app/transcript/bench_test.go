package transcript

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"devservers/app/transcript/text"
)

var corpusMB = flag.Int("corpus", 1024, "size of the benchmarks' transcript in MB (64 with -short)")

func BenchmarkCommit(b *testing.B) {
	for _, size := range []int{100, 4 << 10, 64 << 10} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			w, _, _ := create(b, Options{})
			chunk := lines(size)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				w.Commit(copy(w.Buffer(), chunk))
			}
			w.Close()
		})
	}
}

// BenchmarkBareWrite is the baseline for Commit: it writes the same bytes into one plain file.
func BenchmarkBareWrite(b *testing.B) {
	for _, size := range []int{100, 4 << 10, 64 << 10} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			f, err := os.Create(filepath.Join(b.TempDir(), "f"))
			if err != nil {
				b.Fatal(err)
			}
			chunk, buf, done := lines(size), make([]byte, size), 0
			b.SetBytes(int64(size))
			for b.Loop() {
				f.Write(buf[:copy(buf, chunk)])
				if done += size; done > 64<<20 {
					f.Truncate(0)
					f.Seek(0, 0)
					done = 0
				}
			}
			f.Close()
		})
	}
}

// lines returns n bytes of 100-byte lines.
func lines(n int) []byte {
	return bytes.Repeat(append(bytes.Repeat([]byte("x"), 99), '\n'), n/100+1)[:n]
}

// corpus writes lines as dev servers print them, some of them colored.
func corpus(b *testing.B) *Reader {
	b.Helper()
	mb := *corpusMB
	if testing.Short() {
		mb = 64
	}
	w, r, _ := create(b, Options{Cap: 4 << 30})
	for i := 0; w.End().End < int64(mb)<<20; {
		var text []byte
		for len(text) < 60<<10 {
			text = appendLine(text, i)
			i++
		}
		print(w, text, bufferSize)
	}
	w.Close()
	runtime.GC()
	return r
}

func appendLine(b []byte, i int) []byte {
	switch i % 10 {
	case 0:
		return fmt.Appendf(b, "\x1b[32m%02d:%02d:%02d\x1b[0m [vite] \x1b[36mhmr update\x1b[0m "+
			"/src/components/Component%d.tsx\n", i/3600%24, i/60%60, i%60, i%977)
	case 3:
		return fmt.Appendf(b, "2026-11-20 12:%02d:%02d,%03d INFO django.request Completed request_id=%x user=%d in %dms\n",
			i/60%60, i%60, i%1000, i*2654435761, i%5000, i%700)
	case 7:
		if i%10_000 == 7 {
			return fmt.Appendf(b, "2026-11-20 12:%02d:%02d ERROR worker%d: ConnectionRefusedError: cannot connect to "+
				"redis:6379\n", i/60%60, i%60, i%8)
		}
	}
	return fmt.Appendf(b, "127.0.0.1 - - [20/Nov/2026 12:%02d:%02d] \"GET /api/items/%d?page=%d HTTP/1.1\" 200 %d\n",
		i/60%60, i%60, i%100_000, i%40, i%9000)
}

func BenchmarkRead(b *testing.B) {
	r := corpus(b)
	size := r.Bounds().Bytes
	b.Run("tail 100", func(b *testing.B) {
		for b.Loop() {
			if p, err := r.Tail(100); err != nil || len(p.Lines) != 100 {
				b.Fatal(err)
			}
		}
	})
	b.Run("a line in the middle", func(b *testing.B) {
		for b.Loop() {
			r.After(r.Bounds().Last/2, Limit{Lines: 1})
		}
	})
	b.Run("follow", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			for cursor, last := int64(0), r.Bounds().Last; cursor < last; {
				p, err := r.After(cursor, Limit{})
				if err != nil {
					b.Fatal(err)
				}
				cursor = p.Lines[len(p.Lines)-1].Seq
			}
		}
	})
	for _, c := range []struct {
		name string
		q    Search
	}{
		{"absent literal", Search{Literal: "NoSuchTextAnywhere"}},
		{"rare literal, all", Search{Literal: "ConnectionRefusedError"}},
		{"rare literal, newest 100", Search{Literal: "ConnectionRefusedError", Limit: 100}},
		{"common literal, all", Search{Literal: "GET /api"}},
		{"common literal, newest 100", Search{Literal: "GET /api", Limit: 100}},
		{"absent literal, any case", Search{Literal: "nosuchtextanywhere", IgnoreCase: true}},
		{"rare literal, any case, newest 100", Search{Literal: "connectionrefused", IgnoreCase: true, Limit: 100}},
		{"regexp with a literal, all", Search{Regexp: text.NewPattern(regexp.MustCompile(`ERROR worker\d: \w+Error`))}},
		{"regexp with a literal, newest 100", Search{Regexp: text.NewPattern(regexp.MustCompile(`ERROR worker\d: \w+Error`)),
			Limit: 100}},
		{"regexp without one, newest 100", Search{Regexp: text.NewPattern(regexp.MustCompile(`[A-Z][a-z]+[A-Z][a-z]+Err`)),
			Limit: 100}},
		{"regexp in any case, newest 100", Search{Regexp: text.NewPattern(regexp.MustCompile(`(?i)connection.*redis`)),
			Limit: 100}},
		{"regexp on digits, newest 100", Search{Regexp: text.NewPattern(regexp.MustCompile(`\b9999\b`)), Limit: 100}},
	} {
		b.Run("search/"+c.name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			found := 0
			for b.Loop() {
				found = 0
				if err := r.Search(context.Background(), c.q, func(Line) bool { found++; return true }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(found), "hits")
		})
	}
}
