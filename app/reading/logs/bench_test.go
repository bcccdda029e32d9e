package logs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/tests/apptest"
)

// longRuns are ten tasks that have each run three times, with 100,000 lines in each run.
func longRuns(b *testing.B) *world {
	b.Helper()
	w := newWorld(b)
	text := "tasks:\n"
	for i := range 10 {
		text += fmt.Sprintf("  t%d: {command: FC lines 100000}\n", i)
	}
	w.Project("shop", text)
	for i := range 30 {
		w.run("t" + strconv.Itoa(i%10))
	}
	return w
}

// BenchmarkRead is what pages of one run, of several servers, and searches cost.
func BenchmarkRead(b *testing.B) {
	w := longRuns(b)
	time.Sleep(3 * time.Second) // until the readers of errors are done, too
	ctx, one := b.Context(), app.Ref{Project: "shop", Name: "t3"}
	page := func(want int) func(app.LogPage, error) error {
		return func(p app.LogPage, err error) error { return enough(len(p.Lines), want, err) }
	}
	merged := func(want int) func(app.MergedPage, error) error {
		return func(p app.MergedPage, err error) error { return enough(len(p.Lines), want, err) }
	}
	hits := func(want int) func(app.SearchPage, error) error {
		return func(p app.SearchPage, err error) error { return enough(len(p.Hits), want, err) }
	}
	for _, c := range []struct {
		name string
		read func() error
	}{
		{"tail", func() error { return page(100)(w.logs.Read(ctx, Query{Ref: one})) }},
		{"page", func() error {
			return page(10_000)(w.logs.Read(ctx, Query{Ref: one, Direction: Forward, Limit: 10_000}))
		}},
		{"tail-grep", func() error { return page(10)(w.logs.Read(ctx, Query{Ref: one, Grep: "line 7777"})) }},
		{"page-grep", func() error {
			return page(10)(w.logs.Read(ctx, Query{Ref: one, Grep: "line 7777", Direction: Forward}))
		}},
		{"merged", func() error { return merged(500)(w.logs.ReadMerged(ctx, Query{})) }},
		{"merged-page", func() error {
			return merged(10_000)(w.logs.ReadMerged(ctx,
				Query{Direction: Forward, Limit: 10_000}))
		}},
		{"merged-grep", func() error { return merged(330)(w.logs.ReadMerged(ctx, Query{Grep: "line 7777"})) }},
		{"search-newest", func() error { return hits(100)(w.logs.Search(ctx, Query{Grep: "line"})) }},
		{"search-all", func() error { return hits(330)(w.logs.Search(ctx, Query{Grep: "line 7777", Limit: 1000})) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			began := spent(b)
			for b.Loop() {
				if err := c.read(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((spent(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

func enough(got, want int, err error) error {
	if err == nil && got < want {
		err = fmt.Errorf("%d lines, want %d", got, want)
	}
	return err
}

// spent is the CPU time of this process so far: on a busy machine it says more than the clock.
func spent(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkFollow is how long after it was printed a line reaches a follower, and how fast a past is caught up with.
func BenchmarkFollow(b *testing.B) {
	stop := errors.New("enough")
	b.Run("latency", func(b *testing.B) {
		w := newWorld(b)
		ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC stamp 3ms, pty: false}\n"), Name: "web"}
		w.MustStart(ref)
		for b.Loop() {
			var late []time.Duration
			err := w.logs.Follow(b.Context(), Query{Ref: ref, Limit: -1}, func(p app.LogPage) error {
				for _, l := range p.Lines {
					if ns, err := strconv.ParseInt(l.Text, 10, 64); err == nil {
						late = append(late, time.Since(time.Unix(0, ns)))
					}
				}
				if len(late) > 1000 {
					return stop
				}
				return nil
			})
			if !errors.Is(err, stop) {
				b.Fatal(err)
			}
			slices.Sort(late)
			b.ReportMetric(float64(late[len(late)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "p99-µs")
		}
	})
	b.Run("catch-up", func(b *testing.B) {
		w := newWorld(b)
		ref := app.Ref{Project: w.Project("shop", "tasks:\n  web: {command: FC lines 200000}\n"), Name: "web"}
		w.run("web")
		began := spent(b)
		for b.Loop() {
			n := 0
			ctx, cancel := context.WithTimeout(b.Context(), apptest.Patience)
			err := w.logs.Follow(ctx, Query{Ref: ref, Direction: Forward}, func(p app.LogPage) error {
				if n += len(p.Lines); n == 200_000 {
					return stop
				}
				return nil
			})
			cancel()
			if !errors.Is(err, stop) {
				b.Fatal(n, err)
			}
		}
		b.ReportMetric(float64((spent(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
	})
}
