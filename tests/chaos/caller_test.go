//go:build chaos

package chaos

import (
	"math/rand/v2"
	"time"
)

// caller does random steps, one after another, as one of many clients.
type caller struct {
	b       *burst
	w       *world
	random  *rand.Rand
	readers map[string]*reader // by server
	mcp     mcpSession
	steps   int
}

// step is one kind of step, with its weight.
type step struct {
	weight int
	name   string
	do     func(*caller) string
}

var steps = []step{
	{10, "start", (*caller).start},
	{8, "stop", (*caller).stop},
	{7, "restart", (*caller).restart},
	{5, "task", (*caller).task},
	{8, "status", (*caller).status},
	{16, "page", (*caller).page},
	{6, "follow", (*caller).follow},
	{2, "stall", (*caller).stall},
	{12, "mcp", (*caller).agent},
	{3, "pin", (*caller).pin},
	{10, "look", (*caller).look},
	{3, "patch", (*caller).patch},
	{3, "wait", (*caller).wait},
	{2, "side", (*caller).side},
	{3, "edit", (*caller).edit},
	{1, "trust", (*caller).trust},
	{1, "reload", (*caller).reload},
	{1, "command", (*caller).command},
}

// pause is the longest time between two steps of a caller; $PAUSE.
var pause = given("PAUSE", 15*time.Millisecond)

// run does steps until it is time.
func (c *caller) run(until time.Time) {
	for time.Now().Before(until) {
		s := c.pick()
		came := s.do(c)
		c.w.log.add("%s: %s", s.name, came)
		c.steps++
		time.Sleep(time.Duration(c.random.Int64N(int64(pause))))
	}
}

func (c *caller) pick() step {
	sum := 0
	for _, s := range steps {
		sum += s.weight
	}
	n := c.random.IntN(sum)
	for _, s := range steps {
		if n -= s.weight; n < 0 {
			return s
		}
	}
	panic("no step")
}

func (c *caller) one(of []string) string { return of[c.random.IntN(len(of))] }

func (c *caller) chance(percent int) bool { return c.random.IntN(100) < percent }
