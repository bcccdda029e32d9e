//go:build chaos

package chaos

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
)

// gentle are the faults of a soak: one in a while, none of them in the manager but its end.
var gentle = slices.DeleteFunc(slices.Clone(allFaults), func(f fault) bool {
	return f.name != "kill the manager" && f.name != "kill a holder" && f.name != "kill a process"
})

// figures are what must not grow.
type figures struct {
	rss         int64
	descriptors int
	disk        int64
	holders     int
}

func (f figures) String() string {
	return fmt.Sprintf("%d MB, %d descriptors, %.1f MB on disk, %d holders", f.rss>>20, f.descriptors,
		float64(f.disk)/(1<<20), f.holders)
}

// TestSoak works steadily for $TIME (default a minute): servers start and stop, are read and followed. At the end the
// same runs as after the warm-up, and nothing has grown.
func TestSoak(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks at /proc")
	}
	seed, most := theSeed(), given("TIME", time.Minute)
	t.Logf("SEED=%d", seed)
	c := &counts{kinds: map[string]int{}}
	w := newWorld(t)
	p := newPlay(w, seed, c)
	p.keepFew()
	p.fill()
	random := rand.New(rand.NewPCG(seed, 0))
	p.cycles(t, 40)
	before := p.idle()
	began, cycles, fresh := time.Now(), 0, 0
	for time.Since(began) < most && len(p.broken()) == 0 {
		var list []fault
		if fresh++; fresh%5 == 0 {
			list = draw(random, gentle)
		}
		p.burst(2*time.Second, list, random)
		cycles += p.cycles(t, 20)
	}
	after := p.idle()
	t.Logf("%d steps, %d faults, %d more starts and stops in %s: before %s; after %s", c.steps, c.faults, cycles,
		time.Since(began).Round(time.Second), before, after)
	p.grown(before, after)
	p.finish()
	if list := p.broken(); len(list) > 0 {
		t.Errorf("%s\nthe steps:\n%s\nthe manager's log:\n%s", strings.Join(list, "\n"), &p.log, p.Log())
	}
}

// keepFew makes old runs go soon, so that the disk can come to rest.
func (p *play) keepFew() {
	p.sides.emptied.Lock()
	defer p.sides.emptied.Unlock()
	p.kept = 20
	p.write(".config/devservers/config.yml", strings.Replace(p.text(p.dirs.GlobalFile()), "runs_kept: 5000",
		fmt.Sprint("runs_kept: ", p.kept), 1))
	if id, ok := p.manager(); ok {
		_ = id.Signal(syscall.SIGHUP)
	}
}

// fill stores as many runs of the server with the most output as are kept, so that later ones take no more disk.
func (p *play) fill() {
	for range p.kept {
		a := p.post(ofMaze+"flood/start?wait=started", map[string]any{}, nil)
		if b := p.get(ofMaze+"flood/wait?until=exit&timeout=30s", nil); !a.ok() || !b.ok() {
			p.violate("V13", "flood: %s, %s", a, b)
		}
	}
}

// cycles starts and stops all steady servers until n starts are made.
func (p *play) cycles(t *testing.T, n int) (made int) {
	t.Helper()
	for made < n {
		for _, action := range []string{"start?wait=started", "stop"} {
			for _, name := range steady {
				if a := p.post(ofMaze+name+"/"+action, map[string]any{}, nil); !a.ok() {
					p.violate("V13", "%s %s: %s", action, name, a)
					return made
				}
				p.wanted[name] = false
			}
		}
		made += len(steady)
	}
	for _, o := range p.oracles { // before the oldest runs go
		o.Read()
	}
	return made
}

// idle stops everything and returns the figures of the manager at rest.
func (p *play) idle() (f figures) {
	for _, name := range slices.Concat(everything, reserved) {
		p.post(ofMaze+name+"/stop", map[string]any{}, nil)
		p.wanted[name] = false
	}
	p.http.CloseIdleConnections()
	id, ok := p.manager()
	if !ok {
		p.violate("V9", "no manager runs")
		return f
	}
	settle(10*time.Second, func() string {
		now := figures{process.Memory(id.PID), descriptors(id.PID), sizeOf(p.dirs.RunsDir()), p.holders()}
		defer func() { f = now }()
		if now.descriptors != f.descriptors || now.disk != f.disk || now.holders > 0 {
			return "changing"
		}
		return ""
	})
	return f
}

func (p *play) holders() (n int) {
	for _, x := range p.processes() {
		if x.is("hold") && process.WorkingDir(x.PID) != "/" { // a spare
			n++
		}
	}
	return n
}

// grown is V12 over a long time.
func (p *play) grown(before, after figures) {
	if after.rss > 2*before.rss+(32<<20) || after.descriptors > before.descriptors+12 || after.holders > 0 ||
		after.disk > before.disk+(32<<20) {
		p.violate("V12", "before %s; after %s", before, after)
	}
}
