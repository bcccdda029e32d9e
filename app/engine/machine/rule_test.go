package machine

import (
	"slices"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

const gb = 1 << 30

func ref(name string) app.Ref { return app.Ref{Project: "shop", Name: name} }

// tenant is a ready server that was idle for so long and may sleep.
func tenant(name string, memory int64, idle time.Duration) Tenant {
	return Tenant{Ref: ref(name), Memory: memory, Idle: idle, Ready: true, Sleeps: true}
}

// TestRulesOfAdmission is the table of what is admitted beside what.
func TestRulesOfAdmission(t *testing.T) {
	t.Parallel()
	pinned := tenant("pinned", 3*gb, time.Hour)
	pinned.Sleeps = false
	frozen := tenant("frozen", 3*gb, time.Hour)
	frozen.Frozen = true
	leaves := tenant("leaves", 3*gb, time.Hour)
	leaves.Sleeps, leaves.Leaves = false, true
	foreign := tenant("web", 3*gb, time.Hour)
	foreign.Ref.Project = "blog"
	budget := func(percent, running int) settings.Budget {
		return settings.Budget{Memory: settings.Portion{Percent: percent}, MaxRunning: running}
	}
	shares := settings.Budget{Shares: map[string]settings.Portion{"shop": {Percent: 25}}}
	for name, c := range map[string]struct {
		budget   settings.Budget
		free     int64
		pressure float64
		running  []Tenant
		admit    bool
		sleep    []string
		lack     words.RoomKind
	}{
		"nothing runs": {budget: budget(1, 1), free: gb, admit: true},
		"there is room": {budget: budget(60, 40),
			running: []Tenant{tenant("a", gb, 0)},
			free:    12 * gb, admit: true},
		"the budget is used": {budget: budget(50, 0),
			running: []Tenant{tenant("a", 8*gb, 0)},
			lack:    words.MemoryUsed},
		"the least used one sleeps": {budget: budget(50, 0),
			running: []Tenant{tenant("a", 4*gb, time.Hour), tenant("b", 4*gb, 2*time.Hour)},
			sleep:   []string{"b"},
			lack:    words.MemoryUsed},
		"two must sleep": {budget: budget(25, 0),
			running: []Tenant{tenant("a", 3*gb+gb/2, time.Hour), tenant("b", 4*gb, 2*time.Hour)},
			sleep:   []string{"b", "a"},
			lack:    words.MemoryUsed},
		"none sleeps if that does not help": {budget: budget(25, 0),
			running: []Tenant{tenant("a", gb, time.Hour), tenant("b", 4*gb, 0)},
			lack:    words.MemoryUsed},
		"one in use a minute ago": {budget: budget(50, 0),
			running: []Tenant{tenant("a", 8*gb, time.Minute)},
			lack:    words.MemoryUsed},
		"pinned ones never sleep": {budget: budget(15, 0),
			running: []Tenant{pinned},
			lack:    words.MemoryUsed},
		"none sleeps beside one that is about to end": {budget: budget(0, 2),
			running: []Tenant{leaves, tenant("a", gb, time.Hour)},
			lack:    words.ManyRun},
		"as many run as may": {budget: budget(0, 2),
			running: []Tenant{tenant("a", gb, 0), tenant("b", gb, 0)},
			lack:    words.ManyRun},
		"one of them sleeps": {budget: budget(0, 2),
			running: []Tenant{tenant("a", gb, 0), tenant("b", gb, time.Hour)},
			sleep:   []string{"b"},
			lack:    words.ManyRun},
		"a frozen one doesn't run": {budget: budget(0, 2),
			running: []Tenant{tenant("a", gb, 0), frozen},
			free:    12 * gb, admit: true},
		"but uses memory": {budget: budget(20, 0),
			running: []Tenant{frozen, tenant("a", gb, 0)},
			sleep:   []string{"frozen"},
			lack:    words.MemoryUsed},
		"the project's share is used": {budget: shares,
			running: []Tenant{tenant("a", 4*gb, 0)},
			free:    12 * gb,
			lack:    words.ShareUsed},
		"only its own servers sleep": {budget: shares,
			running: []Tenant{tenant("a", 4*gb, 0), foreign},
			free:    12 * gb,
			lack:    words.ShareUsed},
		"another project's use is free": {budget: shares,
			running: []Tenant{foreign, foreign},
			free:    12 * gb, admit: true},
		"no setting, much is free": {running: []Tenant{tenant("a", 8*gb, 0)},
			free: 4 * gb, admit: true},
		"no setting, little is free": {running: []Tenant{tenant("a", 8*gb, 0)},
			free: gb,
			lack: words.MemoryFree},
		"other programs use it": {running: []Tenant{tenant("a", gb, 0)}, free: gb, admit: true},
		"the machine is short of it": {running: []Tenant{tenant("a", 8*gb, 0)},
			free: 4 * gb, pressure: 40,
			lack: words.UnderPressure},
		"memory: none": {budget: settings.Budget{NoBudget: true},
			running: []Tenant{tenant("a", 15*gb, 0)},
			free:    1, pressure: 90, admit: true},
		"memory: none with max_running": {budget: settings.Budget{NoBudget: true, MaxRunning: 1},
			running: []Tenant{tenant("a", gb, 0)},
			lack:    words.ManyRun},
		"its own run doesn't count": {budget: budget(0, 1),
			running: []Tenant{tenant("new", gb, 0)},
			free:    12 * gb, admit: true},
	} {
		a := asked{c.budget, Machine{Total: 16 * gb, Free: c.free, Pressure: c.pressure}, ref("new"), gb / 2, idleFor}
		r := a.rule(c.running)
		var sleep []string
		for _, s := range r.sleep {
			sleep = append(sleep, s.Name)
		}
		if r.admit != c.admit || !slices.Equal(sleep, c.sleep) || r.lack.Kind != c.lack {
			t.Errorf("%s: admitted %v, sleep %v, lacks %v (%s)", name, r.admit, sleep, r.lack.Kind, r.lack)
		}
	}
}
