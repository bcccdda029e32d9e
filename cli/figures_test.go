//go:build figures && linux

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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

// TestFigures prints what commands and the manager cost as a table for docs/performance.md. It asserts no time.
func TestFigures(t *testing.T) {
	h := newHome(t)
	var many strings.Builder
	for i := range 50 {
		fmt.Fprintf(&many, "  s%d: {command: devservers fc say hi, ready: {log: hi}}\n", i)
	}
	h.write(crashProject+"/devservers.yml", "project: crash\nservers:\n  big: {command: /bin/sh -c 'devservers fc flood 64000000; echo flooded; exec sleep 1000', ready: {log: flooded}}\n"+many.String())
	h.must("register")
	h.must("trust", "--yes")
	h.must("start", "big")
	h.must("start", "s0")
	st, _ := h.manager()
	segments, err := filepath.Glob(h.runDir("big", h.runs("big")[0]) + "/0*.log")
	if err != nil || len(segments) == 0 {
		t.Fatal("no transcript", err)
	}
	hello := func() time.Duration { return spent(t, exec.Command("true")) }
	grep := func() time.Duration {
		return spent(t, exec.Command("grep", append([]string{"-c", "is not there"}, segments...)...))
	}
	command := func(args ...string) func() time.Duration {
		return func() time.Duration { return spent(t, h.command(t.Context(), args...)) }
	}
	manager := func(args ...string) func() time.Duration {
		return func() time.Duration {
			before := cpuOf(t, st.PID)
			h.must(args...)
			return cpuOf(t, st.PID) - before
		}
	}
	wall := func(args ...string) func() time.Duration {
		return func() time.Duration {
			began := time.Now()
			h.must(args...)
			return time.Since(began)
		}
	}
	all := []string{"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20"}
	print := func(f figure) {
		var costs, bares, ratios []float64
		for range 9 {
			cost, bare := f.cost(), f.bare()
			costs, bares = append(costs, ms(cost)), append(bares, ms(bare))
			ratios = append(ratios, float64(cost)/float64(max(bare, time.Microsecond)))
		}
		fmt.Printf("| %s | %s | %s | %s: %s | %s |\n", f.name, f.unit, spread(costs), f.beside, spread(bares), spread(ratios))
	}
	fmt.Println("| what | in | median [least to most] | beside | ratio of the pairs |\n|---|---|---|---|---|")
	for _, f := range []figure{
		{"`--version`, the command", "ms CPU", command("--version"), "`true`", hello},
		{"`status` of 51 servers, the command", "ms CPU", command("status"), "`true`", hello},
		{"`status` of 51 servers, the manager", "ms CPU", manager("status"), "`true`", hello},
		{"`logs --grep` of 64 MB, no hit, the manager", "ms CPU", manager("logs", "big", "--grep", "is not there"), "`grep -c`", grep},
		{"the same with `--context 2`", "ms CPU", manager("logs", "big", "--grep", "is not there", "--context", "2"), "`grep -c`", grep},
		{"`start` of 20 servers until they are ready", "ms wall", wall(append([]string{"start"}, all...)...), "`stop` of them", wall(append([]string{"stop"}, all...)...)},
	} {
		print(f)
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// spread returns the median of values, and the least and the most.
func spread(values []float64) string {
	slices.Sort(values)
	return fmt.Sprintf("%.1f [%.1f to %.1f]", values[len(values)/2], values[0], values[len(values)-1])
}

// spent runs a program, and returns the CPU time that it took.
func spent(t *testing.T, cmd *exec.Cmd) time.Duration {
	_ = cmd.Run() // grep finds nothing
	if cmd.ProcessState == nil {
		t.Fatal(cmd.Args)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// cpuOf returns the CPU time that a process has used.
func cpuOf(t *testing.T, pid int) (sum time.Duration) {
	tasks, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/schedstat")
	for _, task := range tasks {
		data, _ := os.ReadFile(task)
		if ran, _, ok := strings.Cut(string(data), " "); ok {
			n, err := strconv.ParseInt(ran, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			sum += time.Duration(n)
		}
	}
	return sum
}
