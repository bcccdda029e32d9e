//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app/base/process"
)

// loads are the figures of README.md. Each works in a home of its own and returns what it measured.
var loads = []struct {
	name string
	do   func(*loaded) []figure
}{
	{"followers", (*loaded).followers},
	{"requests", (*loaded).requests},
	{"slow connections", (*loaded).slowConnections},
	{"MCP sessions", (*loaded).sessions},
	{"servers", (*loaded).manyServers},
	{"floods", (*loaded).floods},
	{"starts and stops", (*loaded).startsAndStops},
}

// figure is one measured value.
type figure struct {
	name  string
	value float64
	unit  string
	most  float64 // what is promised; 0: nothing
}

// TestLoad measures each $REPEAT times (default once) and prints the median, the spread and the load of the machine.
func TestLoad(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks at /proc")
	}
	repeat, err := strconv.Atoi(os.Getenv("REPEAT"))
	if err != nil {
		repeat = 1
	}
	for _, l := range loads {
		t.Run(l.name, func(t *testing.T) {
			var rounds [][]figure
			began := loadAverage()
			for range repeat {
				w := &loaded{newWorld(t)}
				w.up()
				rounds = append(rounds, l.do(w))
				if list := w.broken(); len(list) > 0 {
					t.Fatalf("%s\nthe manager's log:\n%s", strings.Join(list, "\n"), w.Log())
				}
				w.close()
			}
			report(t, rounds)
			t.Logf("%d times, load average %s before and %s after", repeat, began, loadAverage())
		})
	}
}

func report(t *testing.T, rounds [][]figure) {
	t.Helper()
	for i, f := range rounds[0] {
		var all []float64
		for _, r := range rounds {
			all = append(all, r[i].value)
		}
		slices.Sort(all)
		median := all[len(all)/2]
		text := fmt.Sprintf("%s: %.4g %s (%.4g to %.4g)", f.name, median, f.unit, all[0], all[len(all)-1])
		if f.most > 0 && median > f.most {
			text += fmt.Sprintf(", goal MISSED: at most %.4g", f.most)
		}
		t.Log(text)
	}
}

func loadAverage() string {
	data, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(data), " ")
	return first
}

// loaded is a world under load.
type loaded struct{ *world }

func (w *loaded) rss() float64 {
	id, _ := w.manager()
	return float64(process.Memory(id.PID)) / (1 << 20)
}

func (w *loaded) open() int {
	id, _ := w.manager()
	return descriptors(id.PID)
}

// watch samples the manager's memory until the returned function is called, which returns the highest.
func (w *loaded) watch() (peak func() float64) {
	stop, done := make(chan struct{}), make(chan float64)
	go func() {
		most := w.rss()
		for {
			select {
			case <-stop:
				done <- most
				return
			case <-time.After(50 * time.Millisecond):
				most = max(most, w.rss())
			}
		}
	}()
	return func() float64 { close(stop); return <-done }
}

// declare makes, registers and trusts a project.
func (w *loaded) declare(name, servers string) {
	m := w.newMaze(name, "project: "+name+"\nservers:\n"+servers)
	if !m.isTrusted(m.number) {
		w.violate("load", "%s is not trusted", name)
	}
}

// start starts a server and waits until it is ready.
func (w *loaded) start(project, name string) {
	if a := w.post("/api/projects/"+project+"/servers/"+name+"/start", map[string]any{"env": w.environment()},
		nil); !a.ok() {
		w.violate("load", "%s/%s: %s", project, name, a)
	}
}

// percentile returns the p-th of times, in milliseconds.
func percentile(times []time.Duration, p float64) float64 {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return float64(times[min(len(times)-1, int(p*float64(len(times))))].Microseconds()) / 1000
}
