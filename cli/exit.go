package cli

import (
	"context"
	"errors"
	"fmt"

	"devservers/app"
)

// The exit codes of every command; the root's help lists them.
const (
	ExitOK        = 0
	ExitFailed    = 1
	exitUsage     = 2
	ExitRunning   = 3   // serve: another manager runs
	ExitNoVerdict = 3   // check: no verdict
	ExitPort      = 4   // serve: the port is in use
	ExitTrust     = 5   // a person must review devservers.yml first
	ExitTimeout   = 124 // timed out, as timeout(1)
	exitSignal    = 130 // ended by Ctrl-C
)

// ExitHelp lists the exit codes.
const ExitHelp = `Exit codes:
  0    done
  1    failed
  2    wrong usage, or unknown project, server, task or run
  3    another manager runs (serve); no verdict (check)
  4    the port is in use (serve)
  5    a person must trust devservers.yml first
  124  timed out (wait, start)
  130  interrupted by Ctrl-C
`

// Exit ends the command with a code. If err is nil, everything has been said already.
type Exit struct {
	Code int
	Err  error
}

// Silent ends the command with a code. Everything has been said already.
func Silent(code int) error { return &Exit{Code: code} }

// Error returns what went wrong.
func (e *Exit) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns what went wrong, or nil.
func (e *Exit) Unwrap() error { return e.Err }

// ExitCode returns what the process ends with.
func (e *Exit) ExitCode() int { return e.Code }

// Usagef is a mistake in how a command was called.
func Usagef(format string, args ...any) error { return app.Failf(app.CodeInvalid, "", format, args...) }

// ExitCode returns what the process ends with after err.
func ExitCode(err error) int {
	var coded interface{ ExitCode() int }
	var failure *app.Error
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &coded):
		return coded.ExitCode()
	case errors.As(err, &failure):
		return codeExit(failure.Code)
	case errors.Is(err, context.Canceled):
		return exitSignal
	}
	return ExitFailed
}

func codeExit(code app.Code) int {
	switch code {
	case app.CodeNotFound, app.CodeInvalid:
		return exitUsage
	case app.CodeNeedsHuman:
		return ExitTrust
	case app.CodeNotReady:
		return ExitTimeout
	}
	return ExitFailed
}

// OutcomeExit is the exit code of a failed start: a server's failure is never wrong usage.
func OutcomeExit(e *app.Error) int {
	if code := codeExit(e.Code); code == ExitTrust || code == ExitTimeout {
		return code
	}
	return ExitFailed
}
