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
		exitOK:      nil,
		exitFailed:  errors.New("x"),
		exitUsage:   fmt.Errorf("wrapped: %w", &app.Error{Code: app.CodeNotFound}),
		exitTrust:   &app.Error{Code: app.CodeNeedsHuman},
		exitTimeout: &app.Error{Code: app.CodeNotReady},
		exitPort:    &exit{Code: exitPort, Err: &app.Error{Code: app.CodePortInUse}},
	} {
		if got := exitCode(err); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
	if got := exitCode(usagef("x")); got != exitUsage {
		t.Errorf("usage: exit code %d", got)
	}
}
