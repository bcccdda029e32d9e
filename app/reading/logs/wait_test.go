package logs

import (
	"context"
	"errors"
	"testing"
	"time"

	"devservers/app"
	"devservers/tests/apptest"
)

func TestQuietMeansNothingPrintedForAWhile(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	lines := New(w.Sup)
	waiter := NewWaiter(w.Sup, lines, nil)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC slowlines 30 100ms}\n"), Name: "web"}
	w.MustStart(ref)
	got, err := waiter.For(context.Background(), WaitQuery{Ref: ref, Until: UntilQuiet, Timeout: apptest.Patience})
	if err != nil || !got.Met {
		t.Fatalf("%+v %v", got, err)
	}
	page, err := lines.Read(context.Background(), Query{Ref: ref})
	if err != nil || len(page.Lines) != 30 {
		t.Errorf("it was not quiet yet: %d lines, %v", len(page.Lines), err)
	}
	got, err = waiter.For(context.Background(), WaitQuery{Ref: ref, Until: UntilQuiet, Timeout: time.Millisecond})
	if err != nil || got.Met {
		t.Errorf("%+v %v", got, err)
	}
}

func TestUnknownUntilIsRefused(t *testing.T) {
	t.Parallel()
	_, err := (&Waiter{}).For(t.Context(), WaitQuery{Until: "gone"})
	if e, ok := errors.AsType[*app.Error](err); !ok || e.Code != app.CodeInvalid {
		t.Fatal(err)
	}
}
