package cli

import (
	"testing"

	"devservers/app"
)

func TestExitText(t *testing.T) {
	code := 3
	for want, exit := range map[string]*app.Exit{
		"":            nil,
		"exit code 3": {Code: &code},
		"killed by SIGKILL, over its memory limit": {Signal: "KILL", Cause: "memory"},
		"killed by SIGTERM, stopped on request":    {Signal: "TERM", Cause: "asked"},
		"no such file":                             {Error: "no such file"},
		"ended, its holder died":                   {Cause: "holder"},
	} {
		if got := exitText(exit); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
