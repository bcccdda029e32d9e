package cli

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/cli/term"
)

// exitText says how a run ended.
func exitText(e *app.Exit) string {
	switch {
	case e == nil:
		return ""
	case e.Error != "":
		return term.Plain(e.Error)
	case e.Signal != "":
		return "killed by SIG" + strings.TrimPrefix(e.Signal, "SIG") + causeText(e.Cause)
	case e.Code != nil:
		return fmt.Sprintf("exit code %d", *e.Code) + causeText(e.Cause)
	}
	return "ended" + causeText(e.Cause)
}

// exitWord is what a sentence about the end of a run can't do without.
func exitWord(e app.Exit) string {
	switch {
	case e.Signal != "":
		return strings.TrimPrefix(e.Signal, "SIG")
	case e.Code != nil:
		return fmt.Sprintf("code %d", *e.Code)
	}
	return e.Error
}

func causeText(cause app.Cause) string {
	switch cause {
	case "":
		return ""
	case app.CauseMemory:
		return ", over its memory limit"
	case app.CauseHolder:
		return ", its holder died"
	case app.CauseAsked:
		return ", stopped as asked"
	}
	return ", " + string(cause)
}

func pidText(pid int) string {
	if pid == 0 {
		return ""
	}
	return fmt.Sprintf(", PID %d", pid)
}
