package cli

import (
	"errors"
	"fmt"
	"testing"

	"devservers/app"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	for want, err := range map[int]error{
		ExitOK:      nil,
		ExitFailed:  errors.New("x"),
		exitUsage:   fmt.Errorf("wrapped: %w", &app.Error{Code: app.CodeNotFound}),
		ExitTrust:   &app.Error{Code: app.CodeNeedsHuman},
		ExitTimeout: &app.Error{Code: app.CodeNotReady},
		ExitPort:    &Exit{Code: ExitPort, Err: &app.Error{Code: app.CodePortInUse}},
	} {
		if got := ExitCode(err); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
	if got := ExitCode(Usagef("x")); got != exitUsage {
		t.Errorf("usage: exit code %d", got)
	}
}
