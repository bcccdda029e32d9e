package cli

import (
	"context"
	"errors"
	"fmt"

	"devservers/app"
	"devservers/cli/client"
)

// The exit codes of every command; the root's help lists them.
const (
	exitOK      = 0
	exitFailed  = 1
	exitUsage   = 2
	exitRunning = 3   // serve: another manager runs
	exitPort    = 4   // serve: the port is in use
	exitTrust   = 5   // a person must review devservers.yml first
	exitTimeout = 124 // timed out, as timeout(1)
	exitSignal  = 130 // ended by Ctrl-C
)

const exitHelp = `Exit codes:
  0    done
  1    failed
  2    wrong usage, or unknown project, server, task or run
  3    another manager runs (serve)
  4    the port is in use (serve)
  5    a person must trust devservers.yml first
  124  timed out (wait, start)
  130  interrupted by Ctrl-C
`

// exit ends the command with a code. If err is nil, everything has been said already.
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
	case app.CodeNotReady:
		return exitTimeout
	}
	return exitFailed
}

// complain reports why a command failed: to a person on standard error, to a program as {"error": …}.
func (p *program) complain(err error) {
	var e *exit
	silent := errors.As(err, &e) && e.err == nil
	if err == nil || silent || errors.Is(err, context.Canceled) {
		return
	}
	failure := client.AsError(err)
	if p.json {
		_ = p.answer(map[string]any{"error": failure})
		return
	}
	v := p.messages()
	p.Notef("%s", v.Failure(v.Cross()+" ", failure))
}
