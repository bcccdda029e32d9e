package hosts

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"devservers/app/base/words"
)

// beatEvery is how often a host is asked for a sign of life. With AnswerLimit, a cut link is known within 14
// seconds.
const beatEvery = 10 * time.Second

// beats asks for signs of life until there is none, which ends the pipe.
func (l *Link) beats(ctx context.Context, p *Pipe) {
	tick := time.NewTicker(l.hosts.o.Interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !l.feel(ctx, p) {
			return
		}
	}
}

// feel asks for one sign of life, and ends the pipe if there is none.
func (l *Link) feel(ctx context.Context, p *Pipe) bool {
	b, took, err := p.Beat(ctx)
	if err != nil {
		if ctx.Err() == nil {
			p.Close(silent(err))
		}
		return false
	}
	l.mu.Lock()
	l.noteBeat(b, took)
	l.mu.Unlock()
	return true
}

// noteBeat notes a sign of life. The caller holds the lock. The host's clock is read half a round trip before now.
func (l *Link) noteBeat(b Beat, took time.Duration) {
	l.beat = b
	l.now.Latency = float64(took.Microseconds()) / 1000
	l.now.Offset = float64(time.Until(b.Time.Add(took / 2)).Milliseconds())
	l.now.Load, l.now.Version = b.Load, words.Clean(b.Version, 40)
}

// clockStep is how far a clock may be set without a remark.
const clockStep = 5 * time.Second

// remarks tells what doesn't fit what was known before the link broke.
func remarks(old, now Beat) (list []string) {
	if old.Time.IsZero() {
		return nil
	}
	if back := old.Time.Sub(now.Time); back > clockStep {
		list = append(list, fmt.Sprintf("its clock went back by %s: was it restored from a snapshot? Newer runs may be gone",
			words.Age(back)))
	}
	if old.Boot != "" && now.Boot != old.Boot {
		list = append(list, "its machine has started again")
	}
	return list
}

// The pauses between two tries: doubled after each failure. While a host is away, the machine's addresses are compared
// every lookEvery: a network that returns is used at once.
const (
	firstPause = 500 * time.Millisecond
	lastPause  = 30 * time.Second
	lookEvery  = 2 * time.Second
)

// pause waits before the next try.
func (l *Link) pause() {
	l.mu.Lock()
	wait := min(firstPause<<min(l.tried-1, 6), lastPause)
	l.mu.Unlock()
	over := time.NewTimer(wait)
	defer over.Stop()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for before, began := addresses(), time.Now().Round(0); ; {
		select {
		case <-over.C:
			return
		case <-l.kicked:
			return
		case <-l.ctx.Done():
			return
		case <-look.C:
			now := time.Now().Round(0) // without the monotonic part, which stands still while the machine sleeps
			if addresses() != before || now.Sub(began) > wait+lookEvery {
				return
			}
		}
	}
}

// addresses returns the machine's addresses as one text.
func addresses() string {
	list, _ := net.InterfaceAddrs()
	return fmt.Sprint(list)
}

// fix returns what to do about a host that can't be reached.
func fix(d Declared, step Stage) string {
	check := "devservers host check " + d.Name
	switch step {
	case StepCommand:
		return "install that program here, then: " + check
	case StepDevservers, StepVersion:
		return "devservers host upgrade " + d.Name
	case StepManager:
		return "run devservers status there, then: " + check
	case StepSelf:
		return "devservers host remove " + d.Name
	case StepAnswer, StepConnect:
	}
	if strings.HasPrefix(d.Address, "ssh:") {
		check += " (in a terminal, it lets ssh ask)"
	}
	return check
}
