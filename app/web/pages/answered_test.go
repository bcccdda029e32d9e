package pages

import (
	"testing"

	"devservers/app"
)

// TestAnsweredCardIsSentAgain: the answer to a click may show a state that the stream has not seen, and that is over.
func TestAnsweredCardIsSentAgain(t *testing.T) {
	a, has := newAnswered(), SentSince("")
	web, db := app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "db"}
	sent := func(ref app.Ref) bool { return has.Note(ref.String(), a.mark(ref)+"stopped") }
	if !sent(web) || !sent(db) || sent(web) {
		t.Fatal("a card is not sent once")
	}
	a.note(web)
	if !sent(web) || sent(web) || sent(db) {
		t.Error("the answered card is not sent once more, or another one is")
	}
}
