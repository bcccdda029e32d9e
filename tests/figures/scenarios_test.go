//go:build figures && linux

package figures

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app/base/process"
)

// row is a figure of the table.
type row struct {
	name string
	more bool // is better
}

// The rows, in the order of the table. A start lasts until the main of the last server, which writes the time itself; a
// first start begins with the peer. A stop lasts until all have ended. Memory is PSS; CPU is that of all processes but
// the servers, in 10s, or that of the command for status.
var (
	cold1     = row{"first start of 1, ms", false}
	cold20    = row{"first start of 20, ms", false}
	start1    = row{"start of 1, ms", false}
	start20   = row{"start of 20, ms", false}
	restart1  = row{"restart of 1, ms", false}
	statusms  = row{"status of 20, ms", false}
	statusCPU = row{"status of 20, ms CPU", false}
	stop20    = row{"stop of 20, ms", false}
	memory50  = row{"50 at rest, MB", false}
	rest50    = row{"50 at rest, ms CPU in 10s", false}
	lines50   = row{"50 × 200 lines/s, s CPU", false}
	pipe      = row{"200 MB by a pipe, MB/s", true}
	terminal  = row{"100 MB by a terminal, MB/s", true}
	rows      = []row{cold1, cold20, start1, start20, restart1, statusms, statusCPU, stop20, memory50, rest50, lines50,
		pipe, terminal}
)

// scenario is what is done with some servers, and measured meanwhile.
type scenario struct {
	name     string
	servers  int
	script   string
	terminal bool
	do       func(*site, func(row, float64))
}

const waits = "date +%s%N >>STAMPS\nexec sleep 100000"

var scenarios = []scenario{
	{"one", 1, waits, false, one},
	{"twenty", 20, waits, false, twenty},
	{"at rest", 50, waits, false, atRest},
	{"lines", 50, "exec " + self() + " lines STAMPS 200", false, manyLines},
	{"pipe", 1, "exec " + self() + " flood STAMPS 200000000", false,
		func(s *site, note func(row, float64)) { s.flood(note, pipe, 200) }},
	{"terminal", 1, "exec " + self() + " flood STAMPS 100000000", true,
		func(s *site, note func(row, float64)) { s.flood(note, terminal, 100) }},
}

// measure does a scenario once with a peer.
func (sc scenario) measure(t *testing.T, p *peer, to measured) (err error) {
	if sc.terminal && !p.terminal || !sc.terminal && sc.name == "pipe" && !p.pipe {
		return nil
	}
	var s *site
	defer func() {
		if s != nil {
			s.end()
		}
		switch v := recover().(type) {
		case nil:
		case trouble:
			err = v.error
		default:
			panic(v)
		}
	}()
	s = newSite(t, p, sc.servers, sc.script, sc.terminal)
	sc.do(s, func(r row, value float64) { to.add(r.name, p, value) })
	return nil
}

func one(s *site, note func(row, float64)) {
	note(cold1, s.until(1, s.raise))
	if s.again != nil {
		s.settle()
		note(restart1, s.until(1, func() { s.run(s.again(s, s.servers)) }))
	}
	if s.start != nil && s.stop != nil {
		s.settle()
		s.stopped()
		note(start1, s.until(1, func() { s.run(s.start(s, s.servers)) }))
	}
}

func twenty(s *site, note func(row, float64)) {
	note(cold20, s.until(20, s.raise))
	s.settle()
	if s.status != nil {
		for range 3 {
			began := time.Now()
			state := s.run(s.status(s)).ProcessState
			note(statusms, ms(time.Since(began)))
			note(statusCPU, ms(state.UserTime()+state.SystemTime()))
		}
	}
	if s.stop != nil {
		note(stop20, s.stopped())
		note(start20, s.until(20, func() { s.run(s.start(s, s.servers)) }))
	}
}

func atRest(s *site, note func(row, float64)) {
	s.until(50, s.raise)
	s.settle()
	before := s.cpu()
	time.Sleep(10 * time.Second)
	note(rest50, ms(s.cpu()-before))
	sum := 0.0
	for _, p := range s.processes() {
		pss, _ := process.PSS(p.PID)
		sum += float64(pss) / (1 << 20)
	}
	note(memory50, sum)
}

func manyLines(s *site, note func(row, float64)) {
	s.until(50, s.raise)
	s.settle()
	before := s.cpu()
	time.Sleep(10 * time.Second)
	note(lines50, (s.cpu() - before).Seconds())
}

func (s *site) flood(note func(row, float64), r row, mb float64) {
	s.until(2, s.raise)
	at := s.stamped()
	note(r, mb/(float64(at[1]-at[0])/1e9))
}

// until returns after how many ms the n-th further server has stamped. It waits for the command as well.
func (s *site) until(n int, do func()) float64 {
	n += len(s.stamped())
	began := time.Now()
	do()
	s.wait(fmt.Sprint(n, " have started"), func() bool { return len(s.stamped()) >= n })
	return float64(s.stamped()[n-1]-began.UnixNano()) / 1e6
}

// settle waits until what a start leaves behind is done: some refuse orders in the first second.
func (s *site) settle() { time.Sleep(3 * time.Second) }

// stopped stops all servers, and returns after how many ms none was left. It waits for the command as well.
func (s *site) stopped() float64 {
	all := processes(s.home)
	began := time.Now()
	s.run(s.stop(s, s.servers))
	s.wait("all have ended", func() bool {
		return !slices.ContainsFunc(all, func(p own) bool { return p.servant && p.id.Alive() })
	})
	return ms(time.Since(began))
}

func (s *site) wait(what string, is func() bool) {
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			s.fail("timed out: %s", what)
		}
	}
}

func (s *site) stamped() (times []int64) {
	data, _ := os.ReadFile(s.stamps())
	for _, word := range strings.Fields(string(data)) {
		n, _ := strconv.ParseInt(word, 10, 64)
		times = append(times, n)
	}
	return times
}

// processes are those of the peer, without the servers themselves.
func (s *site) processes() (list []process.Identity) {
	for _, p := range processes(s.home) {
		if !p.servant {
			list = append(list, p.id)
		}
	}
	return list
}

func (s *site) cpu() (sum time.Duration) {
	for _, p := range s.processes() {
		sum += cpuOf(p.PID)
	}
	return sum
}
