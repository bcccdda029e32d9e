package machine

import (
	"cmp"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// Tenant is a server that runs, or that is about to.
type Tenant struct {
	Ref    app.Ref
	Memory int64         // bytes of its tree
	Grows  int64         // how much of it is expected, and not used yet
	Idle   time.Duration // since it was used last
	Ready  bool          // it uses what it needs, and not only as much as it got so far
	Sleeps bool          // it may be put to sleep, once it was idle for long enough
	Frozen bool          // its processes stand still: it doesn't count as running
	Leaves bool          // it is about to end
}

// Machine is what the machine has.
type Machine struct {
	Total, Free int64   // bytes; 0 = unknown
	Pressure    float64 // percent of the time that some process waits for memory
}

// What the default leaves to other programs, and when a start waits for it.
const (
	sparePercent = 15
	spareMost    = 2 << 30
	// Servers that use less than this part of the machine aren't what fills it: they start all the same.
	innocent = 4
	// Programs that wait for memory so much of the time: the machine begins to stand still.
	highPressure = 20
)

// asked is one start, and what it meets.
type asked struct {
	settings.Budget
	Machine
	ref  app.Ref
	need int64 // bytes that it will use, as far as known
	idle time.Duration
}

// ruling is the answer to a start: it may begin, some servers go to sleep for it first, or it waits.
type ruling struct {
	admit  bool
	sleep  []app.Ref
	leaves bool // what is about to end makes enough room
	lack   words.Room
}

// rule decides about a start beside what runs.
func (a asked) rule(running []Tenant) ruling {
	others := slices.DeleteFunc(slices.Clone(running), func(t Tenant) bool { return t.Ref == a.ref })
	lack := a.lacks(others)
	if lack.Kind == words.RoomForAll {
		return ruling{admit: true}
	}
	var sleep []app.Ref
	without := func(gone func(Tenant) bool) {
		others = slices.DeleteFunc(others, func(o Tenant) bool {
			if gone(o) {
				a.Free += o.Memory
			}
			return gone(o)
		})
	}
	if without(func(o Tenant) bool { return o.Leaves }); a.lacks(others).Kind == words.RoomForAll {
		return ruling{leaves: true, lack: lack}
	}
	for _, t := range a.sleepers(others, lack) {
		without(func(o Tenant) bool { return o.Ref == t.Ref })
		sleep = append(sleep, t.Ref)
		if a.lacks(others).Kind == words.RoomForAll {
			return ruling{sleep: sleep, lack: lack}
		}
	}
	return ruling{lack: lack}
}

// lacks returns what there is too little of. Something always runs: a start alone on the machine is admitted.
func (a asked) lacks(others []Tenant) words.Room {
	count, used, ofProject, grows := 0, int64(0), int64(0), int64(0)
	for _, t := range others {
		used, grows = used+t.Memory, grows+t.Grows
		if t.Ref.Project == a.ref.Project {
			ofProject += t.Memory
		}
		if !t.Frozen {
			count++
		}
	}
	limit, share := a.Memory.Of(a.Total), a.share()
	spare := min(a.Total/100*sparePercent, spareMost)
	switch {
	case len(others) == 0:
	case a.MaxRunning > 0 && count >= a.MaxRunning:
		return words.Room{Kind: words.ManyRun, Used: int64(count), Limit: int64(a.MaxRunning)}
	case share > 0 && ofProject > 0 && ofProject+a.need > share:
		return words.Room{Kind: words.ShareUsed, Used: ofProject, Limit: share, Need: a.need, Project: a.ref.Project}
	case a.NoBudget:
	case limit > 0 && used+a.need > limit:
		return words.Room{Kind: words.MemoryUsed, Used: used, Limit: limit, Need: a.need}
	case used < a.Total/innocent: // not what fills the machine
	case a.Pressure >= highPressure:
		return words.Room{Kind: words.UnderPressure, Percent: int(a.Pressure)}
	case limit == 0 && a.Free > 0 && a.Free-grows-a.need < spare:
		return words.Room{Kind: words.MemoryFree, Used: a.Free, Limit: spare, Need: a.need}
	}
	return words.Room{}
}

// roomy reports whether the machine alone shows that there is room, also for starts that need so much: then nobody asks
// what runs.
func (a asked) roomy(coming int64) bool {
	return a.MaxRunning == 0 && len(a.Shares) == 0 && a.Memory == settings.Portion{} && a.Pressure < highPressure &&
		a.Free-coming > 2*min(a.Total/100*sparePercent, spareMost)
}

// share returns the memory that the project of the start may use; 0 = as much as all.
func (a asked) share() int64 {
	whole := a.Memory.Of(a.Total)
	if whole == 0 {
		whole = a.Total
	}
	return a.Shares[a.ref.Project].Of(whole)
}

// sleepers returns the servers that may go to sleep for the start, the least recently used first.
func (a asked) sleepers(others []Tenant, lack words.Room) []Tenant {
	list := slices.DeleteFunc(slices.Clone(others), func(t Tenant) bool {
		return !t.Sleeps || t.Idle < a.idle || lack.Kind == words.ShareUsed && t.Ref.Project != a.ref.Project ||
			lack.Kind == words.ManyRun && t.Frozen
	})
	slices.SortStableFunc(list, func(x, y Tenant) int { return cmp.Compare(y.Idle, x.Idle) })
	return list
}
