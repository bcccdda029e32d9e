package run

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/tests/fc"
)

// BenchmarkStart measures the time from the request until the command's process exists.
func BenchmarkStart(b *testing.B) {
	parent := b.TempDir()
	var took []time.Duration
	for b.Loop() {
		begin := time.Now()
		r, err := Start(parent, benchSpec("/bin/sleep", "60"))
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begin))
		b.StopTimer()
		finish(b, r)
		b.StartTimer()
	}
	report(b, took, "start")
}

// BenchmarkStart20 starts 20 runs together and measures the time until the last command's process exists.
func BenchmarkStart20(b *testing.B) {
	parent := b.TempDir()
	var took []time.Duration
	for b.Loop() {
		begin := time.Now()
		runs := startMany(b, parent, 20)
		took = append(took, time.Since(begin))
		b.StopTimer()
		for _, r := range runs {
			finish(b, r)
		}
		b.StartTimer()
	}
	report(b, took, "start20")
}

func startMany(b *testing.B, parent string, n int) []*Run {
	runs := make([]*Run, n)
	var wg sync.WaitGroup
	for i := range runs {
		wg.Go(func() {
			r, err := Start(parent, benchSpec("/bin/sleep", "600"))
			if err != nil {
				b.Error(err)
				return
			}
			runs[i] = r
		})
	}
	wg.Wait()
	return runs
}

func benchSpec(argv ...string) protocol.Spec {
	s := spec(argv)
	s.Cap = 1 << 40
	return s
}

func finish(b *testing.B, r *Run) {
	_ = r.Stop(protocol.StopRequest{Signal: syscall.SIGKILL, Cause: "asked"})
	<-r.Done()
}

func report(b *testing.B, took []time.Duration, name string) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"-p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"-p99-ms")
	b.ReportMetric(0, "ns/op")
}

const floodBytes = 200 << 20

// BenchmarkFlood measures how fast a child's 100-byte lines reach the transcript. It compares this with a bare reader
// of the same kind of descriptor that only writes the lines to a file, and for the pipe also with `child | cat >
// file`.
func BenchmarkFlood(b *testing.B) {
	b.Run("pty", func(b *testing.B) { floodHolder(b, true) })
	b.Run("pty-bare", floodBarePTY)
	b.Run("pipe", func(b *testing.B) { floodHolder(b, false) })
	b.Run("pipe-cat", func(b *testing.B) { floodShell(b, " | cat > ") })
	b.Run("file", func(b *testing.B) { floodShell(b, " > ") })
}

func floodHolder(b *testing.B, pty bool) {
	b.SetBytes(floodBytes)
	for b.Loop() {
		parent := b.TempDir()
		s := benchSpec(fc.Command("flood", strconv.Itoa(floodBytes))...)
		s.PTY = pty
		r, err := Start(parent, s)
		if err != nil {
			b.Fatal(err)
		}
		<-r.Done()
		t, err := transcript.Open(r.Dir)
		if err != nil {
			b.Fatal(err)
		}
		if n := t.Bounds(); n.Last != (floodBytes+99)/100 {
			b.Fatalf("%d lines are kept", n.Last)
		}
		t.Close()
		os.RemoveAll(parent)
	}
}

func floodBarePTY(b *testing.B) {
	b.SetBytes(floodBytes)
	for b.Loop() {
		master, slave, err := protocol.OpenTerminal(120, 40)
		if err != nil {
			b.Fatal(err)
		}
		out, err := os.Create(filepath.Join(b.TempDir(), "out"))
		if err != nil {
			b.Fatal(err)
		}
		argv := fc.Command("flood", strconv.Itoa(floodBytes))
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		slave.Close()
		_, _ = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{os.NewFile(uintptr(master), "pty")},
			make([]byte, 64<<10))
		_ = cmd.Wait()
		syscall.Close(master)
		out.Close()
		os.Remove(out.Name())
	}
}

func floodShell(b *testing.B, to string) {
	b.SetBytes(floodBytes)
	for b.Loop() {
		out := filepath.Join(b.TempDir(), "out")
		line := strings.Join(fc.Command("flood", strconv.Itoa(floodBytes)), " ") + to + out
		if err := exec.Command("/bin/sh", "-c", line).Run(); err != nil {
			b.Fatal(err)
		}
		os.Remove(out)
	}
}

// BenchmarkLatency measures the time from a child's write until a follower in this process has the line.
func BenchmarkLatency(b *testing.B) {
	r, err := Start(b.TempDir(), benchSpec(fc.Command("stamp", "1ms")...))
	if err != nil {
		b.Fatal(err)
	}
	defer finish(b, r)
	t, err := transcript.Open(r.Dir)
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	var took []time.Duration
	var seq int64
	for b.Loop() {
		more := r.Printed()
		t.Arm()
		page, err := t.After(seq, transcript.Limit{})
		if err != nil {
			b.Fatal(err)
		}
		now := time.Now().UnixNano()
		for _, l := range page.Lines {
			if at, err := strconv.ParseInt(string(l.Text), 10, 64); err == nil && !l.Partial {
				took, seq = append(took, time.Duration(now-at)), l.Seq
			}
		}
		if len(page.Lines) == 0 {
			<-more
		}
	}
	report(b, took, "latency")
}

// BenchmarkFifty measures the cost of 50 idle runs: the memory of their holders (PSS from smaps_rollup), and their
// total CPU time and wake-ups over two seconds.
func BenchmarkFifty(b *testing.B) {
	for b.Loop() {
		runs := startMany(b, b.TempDir(), 50)
		wait(time.Second)
		before := cost(runs)
		wait(2 * time.Second)
		after := cost(runs)
		b.ReportMetric(after.pss/50/1024, "MB-PSS/holder")
		b.ReportMetric(100*(after.cpu-before.cpu).Seconds()/2, "%CPU")
		b.ReportMetric(float64(after.wakes-before.wakes)/2, "wakeups/s")
		b.ReportMetric(0, "ns/op")
		for _, r := range runs {
			finish(b, r)
		}
	}
}

type costs struct {
	pss   float64 // kB
	cpu   time.Duration
	wakes int
}

func cost(runs []*Run) (c costs) {
	for _, r := range runs {
		pid := r.Record().Holder.PID
		dir := "/proc/" + strconv.Itoa(pid)
		c.pss += field(dir+"/smaps_rollup", "Pss:")
		c.wakes += int(field(dir+"/status", "voluntary_ctxt_switches:"))
		if p, err := process.Read(pid); err == nil {
			c.cpu += p.CPU
		}
	}
	return c
}

func field(file, name string) float64 {
	data, _ := os.ReadFile(file)
	for _, line := range strings.Split(string(data), "\n") {
		if rest, ok := strings.CutPrefix(line, name); ok {
			v, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return v
		}
	}
	return 0
}
