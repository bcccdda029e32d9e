package cli

import (
	"context"
	"errors"
	"fmt"

	"devservers/app"
)

// The exit codes of every command; the root's help lists them.
const (
	exitOK      = 0
	exitFailed  = 1
	exitUsage   = 2
	exitRunning = 3   // serve: another manager runs
	exitPort    = 4   // serve: the port is held by something else
	exitTrust   = 5   // a person has to look at devservers.yml first
	exitTimeout = 124 // waited in vain, as timeout(1) says it
	exitSignal  = 130 // ended by Ctrl-C
)

const exitHelp = `Exit codes:
  0    done
  1    failed
  2    wrong usage, or no such project, server, task or run
  3    another manager runs (serve)
  4    the port is held by something else (serve)
  5    a person has to trust devservers.yml first
  124  waited in vain (wait, start)
  130  ended by Ctrl-C
`

// exit ends the command with a code. With err nil everything has been said already.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// ExitCode returns what the process ends with.
func (e *exit) ExitCode() int { return e.code }

// usagef is a mistake in how a command was called.
func usagef(format string, args ...any) error { return app.Failf(app.CodeInvalid, "", format, args...) }

// exitCode is what the process ends with after err.
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
	case app.CodeNotReady:
		return exitTimeout
	}
	return exitFailed
}
