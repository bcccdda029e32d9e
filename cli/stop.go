package cli

import (
	"context"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

type stopOptions struct{ keep, all bool }

func stopCommand(p *Program) *cobra.Command {
	var o stopOptions
	cmd := &cobra.Command{
		Use:   "stop [NAME...]",
		Short: "Stop servers, a project or everything",
		Long: `Stop servers with their whole process trees, and return when they are gone.

Without a NAME, in a project: all its servers and tasks, and the manager if nothing else is running. With --all: the
servers and tasks of all projects, and the manager. Outside a project it asks first, then does the same.
With --keep-servers: only the manager. Servers keep running, their output is stored, and the next manager takes them
over.`,
		Example:           "  devservers stop web\n  devservers stop my-app\n  devservers stop\n  devservers stop --all",
		ValidArgsFunction: p.Complete().servers,
		RunE:              func(cmd *cobra.Command, names []string) error { return o.run(cmd.Context(), p, names) },
	}
	cmd.Flags().BoolVar(&o.keep, "keep-servers", false, "stop the manager and leave its servers running")
	cmd.Flags().BoolVar(&o.all, "all", false, "stop the servers of all projects, and the manager")
	cmd.MarkFlagsMutuallyExclusive("keep-servers", "all")
	return cmd
}

func (o stopOptions) run(ctx context.Context, p *Program, names []string) error {
	if (o.keep || o.all) && len(names) > 0 {
		return usagef("--all and --keep-servers stop the manager: leave out the names")
	}
	find := p.runningOrLeft
	if o.keep {
		find = func(context.Context) (*client.Client, bool, error) { return p.running() }
	}
	c, running, err := find(ctx)
	if err != nil {
		return err
	}
	if !running {
		return p.show(map[string]any{"running": false, "stopped": []string{}},
			func() string { return "the manager is not running\n" })
	}
	if len(names) == 0 {
		return o.stopUnnamed(ctx, p, c)
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return err
	}
	chosen, err := s.targets(ctx, names)
	if err != nil {
		return err
	}
	return stopServers(ctx, s, chosen)
}

// stopUnnamed stops this project's servers, or everything.
func (o stopOptions) stopUnnamed(ctx context.Context, p *Program, c *client.Client) error {
	s, err := p.inside(ctx, c)
	if err != nil {
		return err
	}
	all := []app.Status{}
	for _, v := range s.Projects {
		all = append(all, view.Up(v.Members())...)
	}
	here := view.Up(s.project(s.Current).Members())
	switch {
	case o.keep || o.all || len(all) == 0:
		return o.stopManager(ctx, p, c, all)
	case s.Current == "":
		return o.confirm(ctx, p, c, all)
	case len(here) == len(all):
		return o.stopManager(ctx, p, c, all)
	case len(here) == 0:
		return p.show([]view.Outcome{}, func() string { return p.view().NothingToStop(s.Current, view.Refs(all)) })
	}
	return stopServers(ctx, s, here)
}

// confirm stops everything once a person has agreed. Nobody else can be asked: they need --all.
func (o stopOptions) confirm(ctx context.Context, p *Program, c *client.Client, all []app.Status) error {
	if !p.Person() || p.JSON {
		return app.Failf(app.CodeInvalid, "name them, or stop everything: devservers stop --all",
			"no registered project is here, and %s would stop: %s",
			words.Count(len(all), "server"), strings.Join(view.Refs(all), ", "))
	}
	if !p.Confirm(ctx, "Stop the manager and "+strings.Join(view.Refs(all), ", ")+"?") {
		return silent(exitFailed)
	}
	return o.stopManager(ctx, p, c, all)
}

func stopServers(ctx context.Context, s *Session, chosen []app.Status) error {
	return together(ctx, s, chosen, "stopping", func(st app.Status, name string) (view.Outcome, string) {
		out := stopOne(ctx, s, st, along(chosen, st))
		return out, s.Program.view().Stopped(name, out)
	})
}

// along names the others of the same project, so that the manager stops each before the servers it depends on.
func along(chosen []app.Status, st app.Status) (names []string) {
	for _, other := range chosen {
		if other.Project == st.Project && other.Name != st.Name {
			names = append(names, other.Name)
		}
	}
	return names
}

func stopOne(ctx context.Context, s *Session, st app.Status, with []string) (out view.Outcome) {
	r := client.Request{Method: http.MethodPost, Path: client.RunPath(st, "stop"), Wait: client.StopWait,
		Body: map[string]any{"with": with}}
	if err := s.Call(ctx, r, &out.Result); err != nil {
		out.Status, out.Error = st, client.AsError(err)
	}
	return out
}

// stopManager ends the manager, whose live servers are all, and returns when it has released its lock.
func (o stopOptions) stopManager(ctx context.Context, p *Program, c *client.Client, all []app.Status) error {
	before, st := view.Refs(all), c.Manager()
	text := "stopping the manager"
	if !o.keep && len(before) > 0 {
		text += " and " + strings.Join(before, ", ")
	}
	if err := p.during(text, func() error { return c.Shutdown(ctx, o.keep) }); err != nil {
		return err
	}
	return o.report(p, st, before)
}

func (o stopOptions) report(p *Program, st home.Status, before []string) error {
	key, text := "stopped", "manager stopped"
	switch {
	case o.keep && len(before) > 0:
		text += "; " + words.Count(len(before), "server") + " left running: " + strings.Join(before, ", ")
	case len(before) > 0:
		text += ", and with it " + strings.Join(before, ", ")
	}
	if o.keep {
		key = "kept"
	}
	v := p.view()
	return p.show(map[string]any{"running": false, "pid": st.PID, key: before},
		func() string { return v.Hang(v.Symbol(app.Status{State: app.Stopped})+" ", text, 2) })
}
