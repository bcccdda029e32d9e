//go:build figures && linux

package figures

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// figure is a cost that is measured beside that of something simple, in turns.
type figure struct {
	name, unit string
	cost       func() time.Duration
	beside     string
	bare       func() time.Duration
}

// TestRatios prints what commands and the manager cost beside something simple, and how that differs from the last
// time.
func TestRatios(t *testing.T) {
	p := newPlace(t)
	var many strings.Builder
	for i := range 50 {
		fmt.Fprintf(&many, "  s%d: {command: /bin/sh -c 'echo hi; exec sleep 100000', ready: {log: hi}}\n", i)
	}
	p.project("figures", p.flooded("big", 64)+many.String())
	p.Must("start", "big", "s0")
	fmt.Printf("\nload average %s\n\n| what | in | median [least to most] | beside | ratio of the pairs | last |\n"+
		"|---|---|---|---|---|---|\n", load())
	last := openLast(t)
	for _, f := range p.figures("big") {
		f.print(last)
	}
	last.save()
}

// flooded declares a server that prints so many MB, and then stays.
func (p *place) flooded(name string, mb int) string {
	return fmt.Sprintf("  %s: {command: /bin/sh -c 'exec %s flood %s/stamps %d', pty: false, ready: {timeout: 10m, log: "+
		"flooded}}\n", name, self(), p.Dirs.Home, mb*1000000)
}

func (p *place) figures(big string) []figure {
	hello := func() time.Duration { return spent(p.T, exec.Command("true")) }
	grep := func() time.Duration {
		return spent(p.T, exec.Command("grep", append([]string{"-c", nowhere}, p.segments(big)...)...))
	}
	command := func(args ...string) func() time.Duration {
		return func() time.Duration { return spent(p.T, p.Command(context.Background(), args...)) }
	}
	manager := func(args ...string) func() time.Duration {
		return func() time.Duration { return p.cpu(func() { p.Must(args...) }) }
	}
	wall := func(args ...string) func() time.Duration {
		return func() time.Duration { return p.took(args...) }
	}
	twenty := strings.Fields("s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20")
	return []figure{
		{"`--version`, the command", "ms CPU", command("--version"), "`true`", hello},
		{"`status` of 51 servers, the command", "ms CPU", command("status"), "`true`", hello},
		{"`status` of 51 servers, the manager", "ms CPU", manager("status"), "`true`", hello},
		{"`logs --grep` of 64 MB, no hit", "ms CPU", manager("logs", big, "--grep", nowhere), "`grep -c`", grep},
		{"the same with `--context 2`", "ms CPU", manager("logs", big, "--grep", nowhere, "--context", "2"), "`grep -c`",
			grep},
		{"`logs --level error` of 64 MB, no hit", "ms CPU", manager("logs", big, "--level", "error"), "`logs --grep`",
			manager("logs", big, "--grep", nowhere)},
		{"`start` of 20 servers until ready", "ms wall", wall(append([]string{"start"}, twenty...)...), "`stop`",
			wall(append([]string{"stop"}, twenty...)...)},
	}
}

const nowhere = "is not there"

// segments are the files of a server's newest transcript.
func (p *place) segments(server string) []string {
	p.T.Helper()
	runs, _ := filepath.Glob(filepath.Join(p.Dirs.RunsDir(), "figures", server, "1*"))
	slices.Sort(runs)
	if len(runs) == 0 {
		p.T.Fatal("no run of ", server)
	}
	files, err := filepath.Glob(runs[len(runs)-1] + "/0*.log")
	if err != nil || len(files) == 0 {
		p.T.Fatal("no transcript of ", server, err)
	}
	return files
}

func (f figure) print(last *last) {
	var costs, bares, ratios []float64
	for range rounds(9) {
		cost, bare := f.cost(), f.bare()
		costs, bares = append(costs, ms(cost)), append(bares, ms(bare))
		ratios = append(ratios, float64(cost)/float64(max(bare, time.Microsecond)))
	}
	fmt.Printf("| %s | %s | %s | %s: %.1f | %s | %s |\n", f.name, f.unit, spread(costs), f.beside, median(bares),
		spread(ratios), last.compare(f.name, median(ratios)))
}
