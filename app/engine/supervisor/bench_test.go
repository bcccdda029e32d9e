package supervisor_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// BenchmarkFiftyAtRest measures what 50 idle servers cost: CPU and wake-ups of the manager and all holders, and their
// memory.
func BenchmarkFiftyAtRest(b *testing.B) {
	for b.Loop() {
		w, refs := fifty(b, "FC say hi")
		measureFifty(b, w, refs, 20*time.Second, "")
	}
}

// BenchmarkFiftySteady measures the CPU seconds in 30 seconds of 50 servers that print 200 lines a second each.
func BenchmarkFiftySteady(b *testing.B) {
	for b.Loop() {
		w, refs := fifty(b, "FC slowlines 1000000 5ms")
		measureFifty(b, w, refs, 10*time.Second, "steady")
	}
}

func fifty(b *testing.B, command string) (*world, []app.Ref) {
	w := newWorld(b)
	var text strings.Builder
	text.WriteString("servers:\n")
	for i := range 50 {
		fmt.Fprintf(&text, "  s%d: {command: %s, ready: {log: .}}\n", i, command)
	}
	id := w.Project("app", text.String())
	refs := make([]app.Ref, 50)
	var wg sync.WaitGroup
	for i := range refs {
		refs[i] = app.Ref{Project: id, Name: "s" + strconv.Itoa(i)}
		wg.Go(func() {
			if _, err := w.Start(refs[i]); err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
	return w, refs
}

// measureFifty waits for d, and reports the cost.
func measureFifty(b *testing.B, w *world, refs []app.Ref, d time.Duration, kind string) {
	var holders []int
	for _, ref := range refs {
		st, err := w.Sup.Status(ref)
		if err != nil {
			b.Fatal(err)
		}
		holders = append(holders, recordAtRef(b, w, ref, st.Run).Holder.PID)
	}
	time.Sleep(12 * time.Second) // until the meter measures rarely again and the start timers are over
	theirs, wakes := spentBy(b, holders), -switches(holders...)
	wakes -= switches(os.Getpid())
	ours := spent(b)
	time.Sleep(d) // only this time is measured: the counters are read before and after
	ours = spent(b) - ours
	wakes += switches(os.Getpid())
	wakes += switches(holders...)
	cpu := ours + spentBy(b, holders) - theirs
	b.ReportMetric(0, "ns/op")
	if kind == "steady" {
		b.ReportMetric(cpu.Seconds()*30/d.Seconds(), "CPU-s/30s")
	} else {
		b.ReportMetric(100*cpu.Seconds()/d.Seconds(), "%CPU")
		b.ReportMetric(float64(wakes)/d.Seconds(), "wakeups/s")
	}
	b.ReportMetric(pss(os.Getpid())/1024, "manager-MB-PSS")
	var sum float64
	for _, h := range holders {
		sum += pss(h)
	}
	b.ReportMetric(sum/50/1024, "holder-MB-PSS")
}

func recordAtRef(b *testing.B, w *world, ref app.Ref, id string) protocol.Record {
	rec, err := protocol.Load(w.Sup.Kept.Dir(ref) + "/" + id)
	if err != nil {
		b.Fatal(err)
	}
	return rec
}

// spent returns the CPU time of this process so far.
func spent(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// spentBy returns the CPU time of the holders so far.
func spentBy(b *testing.B, holders []int) (sum time.Duration) {
	all, err := process.Listing()
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range all {
		if slices.Contains(holders, p.PID) {
			sum += p.CPU
		}
	}
	return sum
}

// switches counts voluntary context switches of all threads of processes.
func switches(pids ...int) (n int) {
	for _, pid := range pids {
		tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
		for _, t := range tasks {
			n += int(procField(fmt.Sprintf("/proc/%d/task/%s/status", pid, t.Name()), "voluntary_ctxt_switches:"))
		}
	}
	return n
}

// pss returns the proportional memory of a process in kB.
func pss(pid int) float64 { return procField(fmt.Sprintf("/proc/%d/smaps_rollup", pid), "Pss:") }

func procField(file, name string) float64 {
	data, _ := os.ReadFile(file)
	for _, line := range strings.Split(string(data), "\n") {
		if rest, ok := strings.CutPrefix(line, name); ok {
			v, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return v
		}
	}
	return 0
}
