package health

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app/engine/machine"
	"devservers/app/run"
)

// site is a Source that counts how often its runs are wanted.
type site struct {
	list  []Listening
	begun chan struct{}
	looks atomic.Int64
}

func (s *site) Serving() []Listening      { s.looks.Add(1); return s.list }
func (s *site) Begun() <-chan struct{}    { return s.begun }
func (s *site) Silent(Listening, Silence) {}

// TestWatchRestsWithoutRuns: nothing wakes the process while no run has a port, and each second does once one has.
func TestWatchRestsWithoutRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := &site{begun: make(chan struct{}, 1)}
		done := make(chan bool)
		go func() { WatchListeners(ctx, s, new(machine.Closings)); close(done) }()
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := s.looks.Load(); n > 1 {
			t.Error(n, "looks in an hour without a run")
		}
		s.list = []Listening{{Run: new(run.Run), Port: 1}}
		s.begun <- struct{}{}
		before := s.looks.Load()
		time.Sleep(10*rest + rest/2)
		synctest.Wait()
		if n := s.looks.Load() - before; n != 10 && n != 11 {
			t.Error(n, "looks in ten seconds with a run")
		}
		cancel()
		<-done
	})
}
