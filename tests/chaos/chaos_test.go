//go:build chaos

package chaos

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// burstsPerWorld is how long a home is used until all of it is ended and checked.
const burstsPerWorld = 15

// TestChaos plays for $TIME (default a minute) with $SEED.
func TestChaos(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks at /proc")
	}
	seed := theSeed()
	t.Logf("SEED=%d", seed)
	c := &counts{kinds: map[string]int{}}
	began := time.Now()
	most := given("TIME", time.Minute)
	for n := uint64(0); time.Since(began) < most && !t.Failed(); n++ {
		t.Run(fmt.Sprint("world", n), func(t *testing.T) {
			playThrough(t, seed+n, c, began.Add(most))
		})
		c.worlds++
	}
	t.Logf("%d steps (%d met no manager) and %d faults in %d bursts and %d homes in %s; at rest after %s at most; %v",
		c.steps, c.unheard, c.faults, c.bursts, c.worlds, time.Since(began).Round(time.Second), c.longest.Round(time.Millisecond), c.kinds)
}

// playThrough uses one home, and reports what is broken at once: all that follows may only be a consequence.
func playThrough(t *testing.T, seed uint64, c *counts, until time.Time) {
	p := newPlay(newWorld(t), seed, c)
	random := rand.New(rand.NewPCG(seed, 0))
	for i := 0; i < burstsPerWorld && time.Now().Before(until) && len(p.broken()) == 0; i++ {
		p.burst(time.Second+time.Duration(random.Int64N(int64(3*time.Second))), draw(random, allFaults), random)
	}
	if len(p.broken()) == 0 {
		p.finish()
	}
	c.unheard += p.unheard.Load()
	if list := p.broken(); len(list) > 0 {
		t.Errorf("seed %d: %s\nthe steps:\n%s\nthe manager's log:\n%s", seed, strings.Join(slices.Compact(list), "\n"),
			&p.log, p.Log())
	}
}

var goroutine = regexp.MustCompile(`(?m)^goroutine \d+ `)

// finish ends everything and checks that nothing is left: no goroutine at rest, then no process.
func (p *play) finish() {
	for _, name := range slices.Concat(everything, reserved) {
		p.post(ofMaze+name+"/stop", map[string]any{}, nil)
	}
	for _, o := range p.oracles {
		if o.Finish(); o.Acked() > 0 {
			p.judged(o.Faults)
		}
	}
	p.http.CloseIdleConnections()
	time.Sleep(300 * time.Millisecond)
	if n := p.goroutines(); n > 70 {
		p.violate("V12", "the manager has %d goroutines with nothing running:\n%s", n, p.Log())
	}
	out, code := p.devservers("stop", "--all")
	left := settle(20*time.Second, func() string {
		all := slices.DeleteFunc(p.processes(), func(x proc) bool {
			return slices.ContainsFunc(p.bystanders, func(b *bystander) bool { return b.cmd.Process.Pid == x.PID })
		})
		return strings.Join(describe(all), "; ")
	})
	if left != "" || code != 0 {
		p.violate("V2", "after devservers stop --all (exit code %d, %s) these run: %s", code, out, left)
	}
	for _, x := range p.bystanders {
		x.check(p.world)
		x.end()
	}
}

// goroutines ends the manager by a signal that makes it write what all goroutines do, counts them, and starts another.
func (p *play) goroutines() int {
	id, ok := p.manager()
	if !ok {
		return 0
	}
	before, _ := os.ReadFile(p.dirs.LogFile())
	_ = id.Signal(syscall.SIGQUIT)
	settle(patience, func() string {
		if id.Alive() {
			return "it lives"
		}
		return ""
	})
	after, _ := os.ReadFile(p.dirs.LogFile())
	p.up()
	return len(goroutine.FindAll(after[min(len(before), len(after)):], -1))
}
