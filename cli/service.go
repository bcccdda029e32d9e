package cli

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
)

func serviceCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "service",
		Short: "Let systemd or launchd start the manager",
		Long: `Let the system start the manager, so that pages and agents reach it before any command is run.

On Linux, a systemd user unit listens on the manager's port from login on and starts the manager at the first
connection.
On macOS, a launchd agent starts it at login. A manager that the system stops leaves its servers running, and the
next one takes them over. Without a service, any command starts the manager when it needs it.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(installServiceCommand(p), serviceStatusCommand(p), removeCommand(p))
	return cmd
}

func installServiceCommand(p *Program) *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Write the units and load them",
		Long: `Write the units for this program and load them. A running manager is replaced; its servers keep running. Run it again
after the program has moved or settings.port has changed.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return installService(cmd.Context(), p, dryRun) },
	}
	cmd.Flags().BoolVarP(&dryRun, "dry-run", "n", false, "print the units and change nothing")
	return cmd
}

func serviceStatusCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Show whether the service is installed and loaded", Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return serviceStatus(cmd.Context(), p) },
	}
}

func removeCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use: "remove", Short: "Unload the service and remove its units", Args: atMost(0),
		Long: "Unload the service and remove its units. Its manager stops; servers keep running, and the next command that " +
			"needs a manager starts one.",
		RunE: func(cmd *cobra.Command, _ []string) error { return removeService(cmd.Context(), p) },
	}
}

// here returns the service manager of this machine and the units for this program.
func here(p *Program) (serviceSystem, plan, error) {
	s, ok := serviceSystems[runtime.GOOS]
	if !ok {
		return s, plan{}, app.Failf(app.CodeInvalid, "", "services are known for Linux and macOS only")
	}
	dirs, err := p.findDirs()
	if err != nil {
		return s, plan{}, err
	}
	global, err := p.global()
	if err != nil {
		return s, plan{}, err
	}
	port, given, err := client.ParsePort(p.Getenv(client.PortVariable))
	if err != nil {
		return s, plan{}, err
	}
	if !given {
		port = global.Settings().Port
	}
	if port == 0 {
		return s, plan{}, app.Failf(app.CodeInvalid, "set settings: {port: 7912} in config.yml",
			"a service needs a fixed port")
	}
	exe, err := client.Executable()
	if err == nil && client.Temporary(exe) {
		err = app.Failf(app.CodeInvalid, "install it first: go install . in its sources",
			"%s is a temporary program, which go run deletes", exe)
	}
	one := plan{home: dirs.Home, program: exe, log: dirs.LogFile(), port: port, env: map[string]string{}}
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		if value := p.Getenv(name); value != "" {
			one.env[name], one.names = value, append(one.names, name)
		}
	}
	return s, one, err
}

func installService(ctx context.Context, p *Program, dryRun bool) error {
	s, one, err := here(p)
	if err != nil {
		return err
	}
	units := s.units(one)
	files := []string{}
	text := ""
	for _, u := range units {
		files, text = append(files, u.path), text+"# "+u.path+"\n"+u.text+"\n"
	}
	if dryRun {
		return p.show(map[string]any{"files": files, "text": text}, func() string { return text })
	}
	if file := foreignUnit(units); file != "" {
		return app.Failf(app.CodeInvalid, "move it away first", "%s was not written by devservers", file)
	}
	if err := s.reachable(ctx); err != nil {
		return err
	}
	before := contents(units)
	err = write(units)
	if err == nil {
		err = p.during("replacing the manager", func() error { return replace(ctx, p, s, one.port) })
	}
	if err != nil {
		if left := undo(ctx, p, s, before); left != nil {
			return app.Failf(app.CodeInternal, "undoing it failed, too: "+left.Error(), "%s", err)
		}
		return err
	}
	return p.Done(map[string]any{"files": files, "port": one.port}, s.name+
		" starts the manager from now on: devservers service status")
}

// replace ends a service or manager that runs, whose port the service takes, and loads the service.
func replace(ctx context.Context, p *Program, s serviceSystem, port int) error {
	dirs, err := p.findDirs()
	if err != nil {
		return err
	}
	if s.loaded(ctx) {
		if err := s.run(ctx, s.unload); err != nil {
			return err
		}
	}
	c, running, err := p.running()
	if err != nil {
		return err
	}
	if running {
		if err := c.Shutdown(ctx, true); err != nil {
			return err
		}
	}
	if err := s.run(ctx, s.load); err != nil {
		return err
	}
	return client.Service{Port: port}.Write(dirs)
}

func serviceStatus(ctx context.Context, p *Program) error {
	s, one, err := here(p)
	if err != nil {
		return err
	}
	units := s.units(one)
	installed := !slices.ContainsFunc(units, func(u unit) bool { _, err := os.Stat(u.path); return err != nil })
	current := installed && !slices.ContainsFunc(units,
		func(u unit) bool { text, _ := os.ReadFile(u.path); return string(text) != u.text })
	loaded := installed && s.loaded(ctx)
	text := map[bool]string{true: "installed and loaded by " + s.name, false: "installed, but " + s.name +
		" has not loaded it: devservers service install"}[loaded]
	switch {
	case !installed:
		text = "not installed: devservers service install"
	case !current:
		text += "; the units are for another program or port: devservers service install"
	}
	return p.show(map[string]any{"installed": installed, "loaded": loaded, "current": current},
		func() string { return text + "\n" })
}

// undo puts the units back as they were, and starts a manager again: its servers have none.
func undo(ctx context.Context, p *Program, s serviceSystem, before []unit) (err error) {
	_ = s.run(ctx, s.unload)
	for _, u := range before {
		if u.text == "" {
			err = errors.Join(err, ignoreMissing(os.Remove(u.path)))
		} else {
			err = errors.Join(err, os.WriteFile(u.path, []byte(u.text), 0o644))
		}
	}
	_ = s.run(ctx, s.after)
	if before[0].text != "" {
		_ = s.run(ctx, s.load)
	}
	_, connectErr := p.Connect(ctx)
	return errors.Join(err, connectErr)
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// contents returns units as they are on disk; the text of one that doesn't exist is empty.
func contents(units []unit) []unit {
	list := slices.Clone(units)
	for i := range list {
		text, _ := os.ReadFile(list[i].path)
		list[i].text = string(text)
	}
	return list
}

func removeService(ctx context.Context, p *Program) error {
	found, err := takeService(ctx, p)
	if err != nil {
		return err
	}
	if !found {
		return p.show(map[string]any{"removed": false}, func() string { return "not installed\n" })
	}
	return p.Done(map[string]any{"removed": true}, "removed; commands start the manager when they need it")
}

// takeService unloads the service and removes its units, and reports whether there were any. Where the service manager
// can't be reached, it has nothing loaded.
func takeService(ctx context.Context, p *Program) (found bool, err error) {
	s, one, err := here(p)
	if err != nil {
		return false, err
	}
	units := s.units(one)
	if file := foreignUnit(units); file != "" {
		return false, app.Failf(app.CodeInvalid, "", "%s was not written by devservers", file)
	}
	dirs, err := p.findDirs()
	if err != nil {
		return false, err
	}
	reached := s.reachable(ctx) == nil
	var unloadErr error
	if reached {
		unloadErr = s.run(ctx, s.unload)
	}
	if found, err = remove(units); err == nil {
		err = client.Service{}.Remove(dirs)
	}
	if err != nil || !found || !reached {
		return found, err
	}
	return found, errors.Join(unloadErr, s.run(ctx, s.after))
}
