package apptest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/supervisor"
)

// Start starts a server and waits until it is ready.
func (w *World) Start(ref app.Ref) (app.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	return w.Sup.Start(ctx, ref, supervisor.StartOptions{Actor: Me})
}

// MustStart is Start for a server that should start.
func (w *World) MustStart(ref app.Ref) app.Result {
	w.T.Helper()
	r, err := w.Start(ref)
	if err != nil {
		w.T.Fatalf("cannot start %s: %v\n%+v", ref, err, err)
	}
	return r
}

// Stop stops a server and waits until its process tree is gone.
func (w *World) Stop(ref app.Ref) app.Result {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	r, err := w.Sup.Stop(ctx, ref, supervisor.StartOptions{Actor: Me})
	if err != nil {
		w.T.Fatal(err)
	}
	return r
}

// Until waits until a server's status is as wanted, and returns it; what names that in the failure.
func (w *World) Until(ref app.Ref, what string, is func(app.Status) bool) app.Status {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	var st app.Status
	for range w.Sup.Changes(ctx) {
		var err error
		if st, err = w.Sup.Status(ref); err != nil {
			w.T.Fatal(err)
		}
		if is(st) {
			return st
		}
	}
	w.T.Fatalf("timed out waiting for %s %s: %+v", ref, what, st)
	return st
}

// NoneLeft fails the test when a process of the World's servers lives.
func (w *World) NoneLeft() {
	w.T.Helper()
	all, err := process.Listing()
	if err != nil {
		w.T.Fatal(err)
	}
	for _, p := range all {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.PID))
		if p.State != 'Z' && strings.Contains(string(env), "HOME="+w.Dirs.Home+"\x00") {
			w.T.Errorf("process %d is left", p.PID)
		}
	}
}

// Failure returns err as an *app.Error, and fails the test unless it has the code.
func Failure(t testing.TB, err error, code app.Code) *app.Error {
	t.Helper()
	var e *app.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("error %v (%T), want %s", err, err, code)
	}
	return e
}
