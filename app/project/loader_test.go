package project

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// TestOneLookAnswersAllThatWait: many starts at once wait for one look at the file of their project, not one each.
func TestOneLookAnswersAllThatWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &loader{ps: &Projects{ctx: t.Context()}, asks: make(chan ask)}
		answered := make(chan bool, 3)
		for range cap(answered) {
			go func() { answered <- l.request(FreshWait, ask{}) }()
		}
		synctest.Wait()
		all := l.waiting(<-l.asks)
		if len(all) != cap(answered) {
			t.Errorf("%d are answered together", len(all))
		}
		for _, a := range all {
			a.done <- struct{}{}
			if !<-answered {
				t.Error("a request was given up")
			}
		}
	})
}

// TestRefreshAllReadsWhatRespondsBesideAHangingDisk: requests queue up for one project, more than its loader takes, and
// the change of another one is still read.
func TestRefreshAllReadsWhatRespondsBesideAHangingDisk(t *testing.T) {
	h := newHouse(t)
	free, hung, far := make(chan struct{}), make(chan struct{}, 9), h.dirs.Home+"/far"
	var hangs atomic.Bool
	h.o.Stat = func(file string) (os.FileInfo, error) {
		if hangs.Load() && strings.HasPrefix(file, far) {
			hung <- struct{}{}
			<-free
		}
		return os.Stat(file)
	}
	h.write("far/devservers.yml", "project: far\nservers:\n  web: {command: ls}\n")
	if _, _, err := h.Register(far); err != nil {
		t.Fatal(err)
	}
	id := h.shop("servers:\n  web: {command: ls}\n")
	hangs.Store(true)
	defer close(free)
	l := h.loaders.of("far")
	queue := func() { l.queue(t.Context(), ask{done: make(chan struct{}, 1)}) }
	queue()
	<-hung
	for range maxQueued { // RefreshAll finds it full
		queue()
	}
	write := "project: shop\nservers:\n  web: {command: ls}\n  api: {command: ls}\n"
	if err := os.WriteFile(h.dirs.Home+"/shop/devservers.yml", []byte(write), 0o600); err != nil {
		t.Fatal(err)
	}
	h.RefreshAll()
	if n := len(h.Declared(id).Servers); n != 2 {
		t.Errorf("%d servers are declared", n)
	}
}
