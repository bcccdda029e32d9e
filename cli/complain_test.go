package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
	"devservers/cli/term"
)

func withEnv(env map[string]string) term.Console {
	return term.Console{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: func(name string) string { return env[name] }}
}

func TestAFailedStartIsToldInFull(t *testing.T) {
	code := 1
	failure := &app.Error{
		Code: app.CodeExited, Detail: "it ended before it was ready", Exit: &app.Exit{Code: &code},
		Output: []string{"Traceback (most recent call last):", "\x1b[31mModuleNotFoundError\x1b[0m: No module named 'django'"},
		Hint:   "activate the virtual environment, or install it",
	}
	p := &program{Console: withEnv(nil)}
	o := outcome{Error: failure}
	want := strings.TrimPrefix(`
  ✗ web     it ended before it was ready
            exit code 1
            │ Traceback (most recent call last):
            │ ModuleNotFoundError: No module nam…
            → activate the virtual environment,
              or install it
`, "\n")
	head := fmt.Sprintf("  %s %s  ", "✗", term.Pad("web", 6))
	if diff := cmp.Diff(want, p.explained(term.Style{Unicode: true}, head, o.Error, 49)); diff != "" {
		t.Error(diff)
	}
}

func TestAPortsOwnerIsNamedOnce(t *testing.T) {
	p := &program{Console: withEnv(map[string]string{"HOME": "/home/a"})}
	owner := &app.PortOwner{Port: 8000, PID: 812, Command: "python manage.py runserver", Dir: "/home/a/other", Age: "3 h", Kind: "checkout"}
	got := p.explained(term.Style{}, "x ", &app.Error{Detail: "port 8000 is in use", Owner: owner}, term.NoLimit)
	want := "x port 8000 is in use\n  held by PID 812 (python manage.py runserver), 3 h old, in ~/other: another checkout of this project\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := p.explained(term.Style{}, "x ", &app.Error{Detail: "port 8000 is held by PID 812", Owner: owner}, term.NoLimit); strings.Count(got, "held by") != 1 {
		t.Errorf("got %q", got)
	}
}

func TestExitCodesTellKindsOfFailuresApart(t *testing.T) {
	for want, err := range map[int]error{
		exitOK:      nil,
		exitFailed:  errors.New("x"),
		exitUsage:   fmt.Errorf("wrapped: %w", &app.Error{Code: app.CodeNotFound}),
		exitTrust:   &app.Error{Code: app.CodeNeedsHuman},
		exitTimeout: &app.Error{Code: app.CodeNotReady},
		exitPort:    &exit{exitPort, &app.Error{Code: app.CodePortInUse}},
	} {
		if got := exitCode(err); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
	if got := exitCode(usagef("x")); got != exitUsage {
		t.Errorf("usage: exit code %d", got)
	}
}
