package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
)

// serviceSystem is a service manager: how its units are made, and the commands that load, start and unload them.
type serviceSystem struct {
	name    string
	program string
	units   func(plan) []unit
	reach   []string   // succeeds where the service manager can be reached
	load    [][]string // after the units are written
	unload  [][]string // before they are removed
	after   [][]string // after they are removed
	active  []string   // succeeds while the service is loaded
}

// serviceSystems are the service managers by operating system.
var serviceSystems = map[string]serviceSystem{
	"linux": {
		name: "systemd", program: "systemctl", units: plan.systemd, reach: []string{"--user", "show-environment"},
		load: [][]string{{"--user", "daemon-reload"}, {"--user", "enable", "devservers.socket"},
			{"--user", "restart", "devservers.socket"}, {"--user", "start", "devservers.service"}},
		unload: [][]string{{"--user", "disable", "--now", "devservers.socket"}, {"--user", "stop", "devservers.service"}},
		after:  [][]string{{"--user", "daemon-reload"}},
		active: []string{"--user", "is-active", "--quiet", "devservers.socket"},
	},
	"darwin": {
		name: "launchd", program: "launchctl", units: plan.launchd, reach: []string{"print", domain()},
		load:   [][]string{{"bootstrap", domain(), agentFile()}},
		unload: [][]string{{"bootout", domain() + "/" + label}},
		active: []string{"print", domain() + "/" + label},
	},
}

// domain is where launchd keeps a person's agents.
func domain() string { return "gui/" + strconv.Itoa(os.Getuid()) }

func agentFile() string {
	home, _ := os.UserHomeDir()
	return filepath.Join(home, "Library/LaunchAgents", label+".plist")
}

// run runs commands of the service manager one after the other.
func (s serviceSystem) run(ctx context.Context, commands [][]string) error {
	for _, args := range commands {
		out, err := exec.CommandContext(ctx, s.program, args...).CombinedOutput()
		if err != nil {
			return app.Failf(app.CodeInternal, "", "%s %s: %v: %s", s.program, strings.Join(args, " "), err,
				strings.TrimSpace(string(out)))
		}
	}
	return nil
}

// reachable returns why the service manager can't be reached from here, or nil.
func (s serviceSystem) reachable(ctx context.Context) error {
	const fine = "nothing was changed, and nothing is lost: any command starts the manager when it needs it"
	out, err := exec.CommandContext(ctx, s.program, s.reach...).CombinedOutput()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return app.Failf(app.CodeInvalid, fine, "%s is not installed here", s.program)
	case err != nil:
		return app.Failf(app.CodeInvalid, fine+"\nit needs a session of yours on this machine, as after a login: loginctl",
			"%s of your user can't be reached here: %s", s.name, strings.TrimSpace(string(out)))
	}
	return nil
}

// loaded reports whether the service manager knows the service.
func (s serviceSystem) loaded(ctx context.Context) bool {
	return exec.CommandContext(ctx, s.program, s.active...).Run() == nil
}

// foreignUnit returns the first unit file that exists and isn't ours, or "".
func foreignUnit(units []unit) string {
	for _, u := range units {
		if text, err := os.ReadFile(u.path); err == nil && !strings.Contains(string(text), mark) {
			return u.path
		}
	}
	return ""
}

func write(units []unit) error {
	for _, u := range units {
		if err := os.MkdirAll(filepath.Dir(u.path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(u.path, []byte(u.text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// remove removes the unit files and reports whether there were any.
func remove(units []unit) (found bool, err error) {
	for _, u := range units {
		switch e := os.Remove(u.path); {
		case e == nil:
			found = true
		case !errors.Is(e, os.ErrNotExist):
			err = errors.Join(err, e)
		}
	}
	return found, err
}
