package pages

import (
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
)

// TestAnsweredCardIsSentAgain: the answer to a click may reach the browser behind a newer card of the stream.
func TestAnsweredCardIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, ref := newAnswered(), app.Ref{Project: "shop", Name: "web"}
		a.note(ref)
		first := a.mark(ref)
		time.Sleep(time.Second)
		if second := a.mark(ref); first == "" || second == first || a.mark(app.Ref{Project: "shop", Name: "db"}) != "" {
			t.Errorf("%q, then %q", first, second)
		}
		time.Sleep(answerTime)
		if last := a.mark(ref); last != "" || len(a.at) != 0 {
			t.Errorf("%q after %s", last, answerTime)
		}
	})
}
