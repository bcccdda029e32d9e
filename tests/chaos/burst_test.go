//go:build chaos

package chaos

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"devservers/tests/apptest/acks"
)

// play is a world in which bursts happen.
type play struct {
	*world
	maze       *maze
	sides      *sides
	oracles    []*acks.Oracle
	bystanders []*bystander
	callers    []*caller
	lossy      set             // runs that may lack lines anywhere, because of a fault
	cut        set             // runs that may lack the last lines: their holder and the manager were killed
	lost       set             // runs whose folder was removed
	damaged    set             // runs whose record was: a later save of the holder makes it whole
	kept       int             // runs of each server that the settings keep
	alone      set             // runs that ended with exit code 7 while no manager ran
	over       set             // runs whose end was checked
	noted      set             // starts that were checked
	wanted     map[string]bool // after the last burst
	counts     *counts
}

// counts are the figures of a test.
type counts struct {
	steps, faults, bursts, worlds int
	unheard                       int64 // requests while no manager ran
	kinds                         map[string]int
	longest                       time.Duration // until all was quiet
}

// burst is what several callers and some faults do at once.
type burst struct {
	world *play
	wants wants
	acts  acts
	edits bool // somebody edits devservers.yml, so starts fail until it is trusted
	faults
}

const callersAtOnce = 10

func newPlay(w *world, seed uint64, c *counts) *play {
	p := &play{world: w, counts: c, wanted: map[string]bool{}, sides: newSides(w), kept: 5000}
	w.write(".config/devservers/config.yml", "settings: {runs_kept: 5000, transcript_size: 16 MB}\n")
	w.up()
	p.maze = w.newMaze("maze", mazeFile)
	for _, name := range []string{"ack", "pipe"} {
		o := acks.New(name, p.runsDir(name), w.dir+"/acked/"+name)
		o.Cap = 16 << 20
		o.Excuse = func(run string, lines int) bool {
			return p.lossy.has(run) || p.lost.has(run) || lines > 0 && lines < 3000 && p.cut.has(run)
		}
		p.oracles = append(p.oracles, o)
	}
	p.bystanders = []*bystander{w.stand("one"), w.stand("two", "DEVSERVERS_RUN=1zzzzzzzzx")}
	for i := range callersAtOnce {
		p.callers = append(p.callers, &caller{w: w, random: rand.New(rand.NewPCG(seed, uint64(i+1))),
			readers: map[string]*reader{}})
	}
	return p
}

// burst lets the callers do steps for a time while the faults happen, waits until all is quiet, and checks.
func (p *play) burst(d time.Duration, list []fault, random *rand.Rand) {
	b := &burst{world: p, wants: wants{all: map[string][]wish{}}, edits: random.IntN(5) == 0}
	b.plan(list)
	p.log.add("---- burst %d: %v", p.counts.bursts, list)
	var all sync.WaitGroup
	var over atomic.Bool
	until := time.Now().Add(d)
	for _, c := range p.callers {
		c.b = b
		all.Go(func() { c.run(until) })
	}
	var faults sync.WaitGroup
	for _, f := range list {
		pause := time.Duration(random.Int64N(int64(d)))
		faulty := rand.New(rand.NewPCG(random.Uint64(), 0))
		faults.Go(func() {
			time.Sleep(pause)
			p.log.add("FAULT %s: %s", f.name, f.do(b, faulty))
		})
	}
	faults.Go(func() { p.revive(&over) })
	all.Wait()
	over.Store(true)
	faults.Wait()
	p.count(list)
	p.rest(b)
	p.check(b)
}

// revive starts a manager again some time after one was killed, as the next command of a person does.
func (p *play) revive(over *atomic.Bool) {
	for !over.Load() {
		if _, ok := p.manager(); !ok {
			time.Sleep(150 * time.Millisecond)
			if !over.Load() {
				p.devservers("start") // another fault may kill that one, too
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (p *play) count(list []fault) {
	p.counts.bursts++
	for _, c := range p.callers {
		p.counts.steps += c.steps
		c.steps = 0
	}
	p.counts.faults += len(list)
	for _, f := range list {
		p.counts.kinds[f.name]++
	}
}
