package health

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run"
	"devservers/tests/fc"
)

// quiet is a Source of runs that use next to nothing. It counts how often they are wanted.
type quiet struct {
	list  []Metered
	looks atomic.Int64
}

func (q *quiet) Living() []Metered         { q.looks.Add(1); return q.list }
func (q *quiet) OverLimit(Metered, Memory) {}
func (q *quiet) Heavy(Metered, Memory)     {}

// TestMeterRestsWhileNobodyWatches counts the times at which it wakes, and the measurements.
func TestMeterRestsWhileNobodyWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		from := &quiet{list: []Metered{{Run: new(run.Run)}}}
		m, done := NewMeter(from), make(chan bool)
		go func() { m.Run(ctx); close(done) }()
		count := func(d time.Duration) int {
			before := int(from.looks.Load())
			time.Sleep(d)
			synctest.Wait()
			return int(from.looks.Load()) - before
		}
		count(5 * time.Minute)
		if n := count(time.Minute); process.FreeMemory() > 0 && n != int(time.Minute/tickFar) {
			t.Errorf("%d ticks in a minute at rest", n)
		}
		if old := time.Since(m.last.at); old > longRest {
			t.Errorf("measured %s ago", old)
		}
		m.Usage(app.Ref{})
		if n := count(watchedFor); n < int(watchedFor/tick) {
			t.Errorf("%d ticks after somebody looked", n)
		}
		count(watchedFor + tick)
		m.Fresh()
		if !m.last.at.Equal(time.Now()) {
			t.Errorf("not fresh: measured at %s", m.last.at)
		}
		cancel()
		<-done
	})
}

func TestMeasuredOftenWhereItMatters(t *testing.T) {
	known := &run.Run{}
	living := []Metered{{Run: known}}
	free := process.FreeMemory()
	if free == 0 {
		fc.Lacks(t, "a system that tells how much memory is free")
	}
	for name, c := range map[string]struct {
		last lastLook
		due  bool
	}{
		"nothing stirs":               {lastLook{same: 9, room: 1 << 40, warn: 1 << 40}, false},
		"processes come and go":       {lastLook{same: 0, room: 1 << 40, warn: 1 << 40}, true},
		"near its limit":              {lastLook{same: 9, room: 1 << 40, warn: 1 << 40, near: true}, true},
		"its limit is low":            {lastLook{same: 9, room: 1 << 30, warn: 1 << 40}, true},
		"memory shrank by the limit":  {lastLook{same: 9, room: 8 << 30, warn: 1 << 40, free: free + 6<<30}, true},
		"memory shrank for a warning": {lastLook{same: 9, room: 1 << 40, warn: 2 << 30, free: free + 2<<30}, true},
	} {
		m := NewMeter(&quiet{list: living})
		m.last = c.last
		m.last.at, m.last.runs = time.Now().Add(-longRest/2), map[*run.Run]bool{known: true}
		if m.last.free == 0 {
			m.last.free = 1
		}
		if due := m.due(living); due != c.due {
			t.Errorf("%s: due is %v", name, due)
		}
		m.last.runs = nil
		if !m.due(living) {
			t.Errorf("%s: a new run is not measured", name)
		}
	}
	m := NewMeter(&quiet{})
	for room, want := range map[int64]time.Duration{1 << 20: tick, fastest: 2 * time.Second, 2 * fastest: tickFar, 1 << 40: tickFar} {
		if m.last = (lastLook{free: 1, room: room}); m.pause() != want {
			t.Errorf("%s with %d bytes to go", m.pause(), room)
		}
	}
}

// TestMeanFillsTheSamplesThatItIsOf: five minutes of figures have no holes because they were measured rarely.
func TestMeanFillsTheSamplesThatItIsOf(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	var p samples
	p.add(measured{Usage: Usage{CPU: 1, Memory: 1}, at: now, since: now})
	p.add(measured{Usage: Usage{CPU: 7, Memory: 3}, at: now.Add(longRest), since: now})
	list := p.list(tickOf(now.Add(longRest)))
	for i, s := range list[samplesKept-1-int(longRest/sampleEvery):] {
		want := app.Sample{CPU: 7, Memory: 3}
		if i == 0 {
			want = app.Sample{CPU: 1, Memory: 1}
		}
		if s != want {
			t.Errorf("sample %d: %+v", i, s)
		}
	}
}
