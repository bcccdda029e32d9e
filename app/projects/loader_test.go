package projects

import (
	"testing"
	"testing/synctest"
)

// TestOneLookAnswersAllThatWait: many starts at once wait for one look at the file of their project, not one each.
func TestOneLookAnswersAllThatWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &loader{asks: make(chan ask)}
		answered := make(chan bool, 3)
		for range cap(answered) {
			go func() { answered <- l.request(t.Context(), ask{}) }()
		}
		synctest.Wait()
		all := l.waiting(<-l.asks)
		if len(all) != cap(answered) {
			t.Errorf("%d are answered together", len(all))
		}
		for _, a := range all {
			close(a.done)
			if !<-answered {
				t.Error("a request was given up")
			}
		}
	})
}
