package health

import (
	"testing"
	"time"

	"devservers/app"
)

func TestSamplesCoverFiveMinutes(t *testing.T) {
	begin := time.Unix(1_000_000, 0)
	var p samples
	for i := range 100 {
		at := begin.Add(time.Duration(i) * sampleEvery)
		p.add(measured{Usage: Usage{CPU: float64(i), Memory: int64(i)}, at: at, since: at})
		p.add(measured{Usage: Usage{Memory: int64(i) / 2}, at: at.Add(sampleEvery / 2), since: at})
	}
	now := begin.Add(100 * sampleEvery)
	list := p.list(tickOf(now))
	if len(list) != samplesKept || list[samplesKept-1] != (app.Sample{}) ||
		list[samplesKept-2] != (app.Sample{CPU: 99, Memory: 99}) || list[0] != (app.Sample{CPU: 41, Memory: 41}) {
		t.Errorf("%+v", list)
	}
	for _, s := range p.list(tickOf(now.Add(time.Hour))) {
		if s != (app.Sample{}) {
			t.Fatalf("an hour later there is still %+v", s)
		}
	}
}
