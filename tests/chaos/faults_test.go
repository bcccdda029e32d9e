//go:build chaos

package chaos

import (
	"math/rand/v2"
	"time"
)

// fault is one kind of fault, with its weight and what it excuses.
type fault struct {
	weight  int
	name    string
	manager bool // the manager ends or does not answer: requests may get no answer
	strain  bool // the manager may fail: its disk is full, or it has no descriptors
	do      func(*burst, *rand.Rand) string
}

func (f fault) String() string { return f.name }

var allFaults = []fault{
	{6, "kill the manager", true, false, (*burst).killManager},
	{4, "kill the manager after an answer", true, false, (*burst).killAfterAnswer},
	{3, "end a server without a manager", true, false, (*burst).endAlone},
	{2, "stop the manager, keep its servers", true, false, (*burst).keepServers},
	{2, "freeze the manager", true, false, (*burst).freezeManager},
	{2, "manager without descriptors", true, true, (*burst).noDescriptors},
	{2, "second manager", true, false, (*burst).secondManager},
	{2, "damage status.json", true, false, (*burst).damageStatus},
	{1, "empty config.yml", false, true, (*burst).emptyConfig},
	{5, "kill a holder", false, false, (*burst).killHolder},
	{3, "freeze a holder", false, false, (*burst).freezeHolder},
	{2, "full disk for a holder", false, false, (*burst).fullForHolder},
	{6, "kill a process", false, false, (*burst).killProcess},
	{3, "freeze a server", false, false, (*burst).freezeServer},
	{1, "remove a run", false, false, (*burst).removeRun},
	{1, "damage run.json", false, false, (*burst).damageRecord},
	{2, "take the port", false, false, (*burst).takePort},
	{2, "storm of processes", false, false, (*burst).storm},
}

// faults is what the faults of a burst excuse.
type faults struct {
	killsManager bool // the manager ends or is frozen
	strain       bool
	disturbed    set // servers whose processes were hurt, or whose port was
}

func (b *burst) plan(list []fault) {
	b.acts.began = time.Now().Add(-time.Second)
	for _, f := range list {
		b.killsManager = b.killsManager || f.manager
		b.strain = b.strain || f.strain
	}
}

// strained reports whether the manager may fail.
func (b *burst) strained() bool { return b.strain }

// unstable reports whether there may be no manager.
func (b *burst) unstable() bool { return b.killsManager || b.strain }

// draw selects up to three faults.
func draw(random *rand.Rand, from []fault) (list []fault) {
	sum := 0
	for _, f := range from {
		sum += f.weight
	}
	for range random.IntN(4) {
		n := random.IntN(sum)
		for _, f := range from {
			if n -= f.weight; n < 0 {
				list = append(list, f)
				break
			}
		}
	}
	return list
}

// freeze is how long a process stands still.
func freeze(random *rand.Rand) time.Duration {
	return 50*time.Millisecond + time.Duration(random.Int64N(int64(1500*time.Millisecond)))
}
