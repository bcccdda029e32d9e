package streams

import (
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
)

func TestTypingIsRecordedOncePerStretch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		web := app.Ref{Project: "shop", Name: "web"}
		typed := newTyping(time.Now)
		a, b := app.Actor{Kind: "cli"}, app.Actor{Kind: "ui"}
		if !typed.begins(a, web) || typed.begins(a, web) || !typed.begins(b, web) {
			t.Error("two who type count as one")
		}
		time.Sleep(typingPause / 2)
		if typed.begins(a, web) {
			t.Error("a stretch ended too early")
		}
		time.Sleep(typingPause)
		if !typed.begins(a, web) || len(typed.last) != 1 {
			t.Error("a stretch never ended")
		}
	})
}
