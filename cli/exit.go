package cli

import (
	"context"
	"errors"
	"fmt"

	"devservers/app"
)

// The exit codes of every command; the root's help lists them.
const (
	exitOK        = 0
	exitFailed    = 1
	exitUsage     = 2
	exitRunning   = 3   // serve: another manager runs
	exitNoVerdict = 3   // check: no verdict
	exitPort      = 4   // serve: the port is in use
	exitTrust     = 5   // a person must review devservers.yml first
	exitCutOff    = 6   // the manager runs, but this shell can't reach it
	exitTimeout   = 124 // timed out, as timeout(1)
	exitSignal    = 130 // ended by Ctrl-C
)

const exitHelp = `Exit codes:
  0    done
  1    failed
  2    wrong usage, or unknown project, server, task or run
  3    another manager runs (serve); no verdict (check)
  4    the port of the manager is in use
  5    a person must trust devservers.yml first, or answer (prune, uninstall)
  6    the manager runs, but this shell can't reach it (a sandbox); a host is unreachable
  124  timed out (start, wait, adopt ...)
  130  interrupted by Ctrl-C
`

// exit ends the command with a code. If err is nil, everything has been said already.
type exit struct {
	Code int
	Err  error
}

// silent ends the command with a code. Everything has been said already.
func silent(code int) error { return &exit{Code: code} }

// Error returns what went wrong.
func (e *exit) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns what went wrong, or nil.
func (e *exit) Unwrap() error { return e.Err }

// exitCode returns what the process ends with.
func (e *exit) ExitCode() int { return e.Code }

// usagef is a mistake in how a command was called.
func usagef(format string, args ...any) error { return app.Failf(app.CodeInvalid, "", format, args...) }

// exitCode returns what the process ends with after err.
func exitCode(err error) int {
	var coded interface{ ExitCode() int }
	var failure *app.Error
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &coded):
		return coded.ExitCode()
	case errors.As(err, &failure):
		return codeExit(failure.Code)
	case errors.Is(err, context.Canceled):
		return exitSignal
	}
	return exitFailed
}

func codeExit(code app.Code) int {
	switch code {
	case app.CodeNotFound, app.CodeInvalid:
		return exitUsage
	case app.CodeNeedsHuman:
		return exitTrust
	case app.CodeUnreachable, app.CodeHostAway:
		return exitCutOff
	case app.CodeNotReady:
		return exitTimeout
	}
	return exitFailed
}

// outcomeExit is the exit code of a failed start: a server's failure is never wrong usage.
func outcomeExit(e *app.Error) int {
	if code := codeExit(e.Code); code == exitTrust || code == exitTimeout {
		return code
	}
	return exitFailed
}
