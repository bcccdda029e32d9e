package view

import (
	"testing"

	"devservers/app"
)

func TestExitText(t *testing.T) {
	t.Parallel()
	code := 3
	for want, exit := range map[string]*app.Exit{
		"":                   nil,
		"exited with code 3": {Code: &code},
		"stopped: it used more memory than its limit": {Signal: "KILL", Cause: app.CauseMemory},
		"stopped":                             {Signal: "TERM", Cause: app.CauseAsked},
		"could not be executed: no such file": {Error: "no such\nfile"},
		"stopped: its holder was killed":      {Cause: app.CauseHolder},
	} {
		if got := ExitText(exit); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
