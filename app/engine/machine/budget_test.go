package machine

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
)

// lodgings is a House in memory. A server that is put to sleep needs a while to end.
type lodgings struct {
	mu   sync.Mutex
	list []Tenant
	used string // one that is found to be in use
}

func (l *lodgings) Tenants() []Tenant {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Tenant(nil), l.list...)
}

func (l *lodgings) Sleep(server, _ app.Ref) bool {
	if server.Name == l.used {
		l.change(server.Name, func(t *Tenant) { t.Idle = 0 })
		return false
	}
	l.change(server.Name, func(t *Tenant) { t.Sleeps = false })
	time.AfterFunc(time.Second/2, func() { l.end(server.Name) })
	return true
}

func (l *lodgings) change(name string, change func(*Tenant)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.list {
		if l.list[i].Ref.Name == name {
			change(&l.list[i])
		}
	}
}

func (l *lodgings) end(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, t := range l.list {
		if t.Ref.Name == name {
			l.list = append(l.list[:i:i], l.list[i+1:]...)
			return
		}
	}
}

func newBudget(house *lodgings, set settings.Budget) *Budget {
	b := New(house, func() settings.Budget { return set })
	b.Machine = func() Machine { return Machine{Total: 16 * gb, Free: 8 * gb} }
	return b
}

// TestStartsWaitInOrder: each has its place, and the next is admitted when a server ends.
func TestStartsWaitInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		house := &lodgings{list: []Tenant{tenant("a", gb, 0), tenant("b", gb, 0)}}
		b := newBudget(house, settings.Budget{MaxRunning: 2})
		shown := map[string]string{}
		var mu sync.Mutex
		admitted := make(chan string, 3)
		for _, name := range []string{"first", "second", "third"} {
			go func() {
				_, err := b.Admit(t.Context(), ref(name), func(r words.Room) {
					mu.Lock()
					defer mu.Unlock()
					shown[name] = r.String()
				})
				if err == nil {
					admitted <- name
				}
			}()
			synctest.Wait()
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		mu.Lock()
		if got := shown["third"]; got != "2 of 2 servers run, 3rd of 3 in the queue" {
			t.Error(got)
		}
		mu.Unlock()
		for _, want := range []string{"first", "second", "third"} {
			house.end("a")
			house.end("b")
			if got := <-admitted; got != want {
				t.Errorf("%s is admitted before %s", got, want)
			}
			house.mu.Lock()
			house.list = append(house.list, tenant("a", gb, 0), tenant("b", gb, 0))
			house.mu.Unlock()
		}
	})
}

// TestIdleServersSleepForAStart: the least recently used one, unless it turns out to be in use.
func TestIdleServersSleepForAStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		house := &lodgings{used: "oldest", list: []Tenant{tenant("old", gb, time.Hour), tenant("oldest", gb, 2*time.Hour),
			tenant("fresh", gb, time.Minute)}}
		b := newBudget(house, settings.Budget{MaxRunning: 3})
		slept, err := b.Admit(t.Context(), ref("new"), func(words.Room) {})
		if err != nil || len(slept) != 1 || slept[0] != ref("old") {
			t.Errorf("%v sleep, %v", slept, err)
		}
	})
}

// TestAStartThatIsCalledOffLeavesTheQueue: those behind it move up.
func TestAStartThatIsCalledOffLeavesTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		house := &lodgings{list: []Tenant{tenant("a", gb, 0)}}
		b := newBudget(house, settings.Budget{MaxRunning: 1})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _, _ = b.Admit(ctx, ref("first"), func(words.Room) {}) }()
		synctest.Wait()
		var place words.Room
		other, end := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = b.Admit(other, ref("second"), func(r words.Room) { place = r })
		}()
		synctest.Wait()
		cancel()
		time.Sleep(2 * time.Second)
		end()
		<-done
		if place.Place != 1 || place.Of != 1 {
			t.Errorf("%+v", place)
		}
	})
}

// TestAdmittedStartCountsBeforeItRuns: two starts at the same moment don't both take the last place.
func TestAdmittedStartCountsBeforeItRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		house := &lodgings{list: []Tenant{tenant("a", gb, 0)}}
		b := newBudget(house, settings.Budget{MaxRunning: 2})
		if _, err := b.Admit(t.Context(), ref("first"), func(words.Room) {}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if _, err := b.Admit(ctx, ref("second"), func(words.Room) {}); err == nil {
			t.Error("both are admitted")
		}
	})
}

// TestServersThatBeginCountWithWhatTheyWillUse: twelve at once don't all fit because none has grown yet.
func TestServersThatBeginCountWithWhatTheyWillUse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		house := &lodgings{}
		b := newBudget(house, settings.Budget{Memory: settings.Portion{Bytes: gb}})
		admitted := 0
		for i := range 12 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, err := b.Admit(ctx, ref(string(rune('a'+i))), func(words.Room) {}); err == nil {
				admitted++
				house.list = append(house.list, Tenant{Ref: ref(string(rune('a' + i))), Memory: 9 << 20})
			}
			cancel()
		}
		if admitted != gb/unknown {
			t.Errorf("%d are admitted", admitted)
		}
	})
}

func TestPressureIsRead(t *testing.T) {
	t.Parallel()
	if got := averageOf("some avg10=23.45 avg60=1.00 avg300=0.10 total=9\nfull avg10=11.00 avg60=0.00\n"); got != 23.45 {
		t.Error(got)
	}
}

// TestStartsWithRoomDoNotWaitForEachOther: of many at once, none waits behind one that lacks nothing.
func TestStartsWithRoomDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	b := newBudget(&lodgings{}, settings.Budget{})
	b.queue = []*waiter{{ref: ref("first")}, {ref: ref("second")}} // neither has looked yet
	if r := b.look(b.queue[1]); !r.admit {
		t.Errorf("the second waits for %v", r.lack)
	}
	b.queue[0].waits = true
	if r := b.look(b.queue[1]); r.admit {
		t.Error("the second passed the first, which waits")
	}
}

// TestFreeMemoryCountsWithoutWhatStartsWillUse: twenty starts at one moment are not all promised the same memory.
func TestFreeMemoryCountsWithoutWhatStartsWillUse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		house := &lodgings{list: []Tenant{{Ref: ref("a"), Memory: 2 * gb, Ready: true}}}
		b := newBudget(house, settings.Budget{})
		b.used[ref("a")] = 2 * gb
		admitted := 0
		for _, name := range []string{"b", "c", "d", "e", "f", "g"} {
			w := &waiter{ref: ref(name)}
			b.queue = []*waiter{w}
			if b.look(w).admit {
				admitted++
			}
		}
		if admitted != 3 { // 2 GB each, of 8 that are free, and 2 stay so
			t.Errorf("%d were admitted", admitted)
		}
	})
}
