package health

import (
	"time"

	"devservers/app"
)

// How much usage history is kept: five minutes, with a sample every five seconds.
const (
	sampleEvery = 5 * time.Second
	samplesKept = 60
)

// samples holds the last five minutes of one server.
type samples struct {
	ring [samplesKept]app.Sample
	tick int64 // the number of the last one, counted from the clock's zero
}

func tickOf(t time.Time) int64 { return t.UnixNano() / int64(sampleEvery) }

// add adds a measurement to the samples of the time since the one before, which its CPU is the mean of.
func (p *samples) add(u measured) {
	now := tickOf(u.at)
	p.forward(now)
	for t := min(now, max(tickOf(u.since)+1, now-samplesKept+1)); t <= now; t++ {
		s := &p.ring[t%samplesKept]
		s.CPU, s.Memory = max(s.CPU, u.CPU), max(s.Memory, u.Memory)
	}
}

// forward empties the samples between the last one and now.
func (p *samples) forward(now int64) {
	if now-p.tick >= samplesKept {
		p.ring = [samplesKept]app.Sample{}
	} else {
		for t := p.tick + 1; t <= now; t++ {
			p.ring[t%samplesKept] = app.Sample{}
		}
	}
	p.tick = max(p.tick, now)
}

// list returns the samples up to now, oldest first.
func (p *samples) list(now int64) []app.Sample {
	p.forward(now)
	list := make([]app.Sample, 0, samplesKept)
	for t := p.tick - samplesKept + 1; t <= p.tick; t++ {
		list = append(list, p.ring[t%samplesKept])
	}
	return list
}
