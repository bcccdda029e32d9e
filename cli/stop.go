package cli

import (
	"context"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/home"
	"devservers/app/words"
	"devservers/cli/base"
	"devservers/cli/client"
	"devservers/cli/view"
)

type stopOptions struct{ keep bool }

func stopCommand(p *base.Program) *cobra.Command {
	var o stopOptions
	cmd := &cobra.Command{
		Use:   "stop [NAME...]",
		Short: "Stop servers, or the manager and all of them",
		Long: `Stop servers with their whole process trees, and return when they are gone.

Without a NAME: the manager and all its servers. With --keep-servers: the manager alone. Its servers keep
running, their output is stored, and the next manager takes them over.`,
		Example:           "  devservers stop web\n  devservers stop my-app\n  devservers stop",
		ValidArgsFunction: p.Complete().Servers,
		RunE:              func(cmd *cobra.Command, names []string) error { return o.run(cmd.Context(), p, names) },
	}
	cmd.Flags().BoolVar(&o.keep, "keep-servers", false, "stop the manager and leave its servers running")
	return cmd
}

func (o stopOptions) run(ctx context.Context, p *base.Program, names []string) error {
	if o.keep && len(names) > 0 {
		return base.Usagef("--keep-servers stops the manager alone: leave out the names")
	}
	find := p.RunningOrLeft
	if o.keep {
		find = func(context.Context) (*client.Client, bool, error) { return p.Running() }
	}
	c, running, err := find(ctx)
	if err != nil {
		return err
	}
	if !running {
		return p.Show(map[string]any{"running": false, "stopped": []string{}}, func() string { return "the manager is not running\n" })
	}
	if len(names) == 0 && p.Named == "" {
		return o.stopManager(ctx, p, c)
	}
	s, err := p.Look(ctx, c)
	if err != nil {
		return err
	}
	return stopServers(ctx, s, names)
}

func stopServers(ctx context.Context, s *base.Session, names []string) error {
	if len(names) == 0 {
		names = []string{s.Current}
	}
	chosen, err := s.Targets(ctx, names)
	if err != nil {
		return err
	}
	return together(ctx, s, chosen, "stopping", func(st app.Status, name string) (view.Outcome, string) {
		out := stopOne(ctx, s, st, along(chosen, st))
		return out, s.Program.View().Stopped(name, out)
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

func stopOne(ctx context.Context, s *base.Session, st app.Status, with []string) (out view.Outcome) {
	r := client.Request{Method: http.MethodPost, Path: client.RunPath(st, "stop"), Wait: client.StopWait, Body: map[string]any{"with": with}}
	if err := s.Call(ctx, r, &out.Result); err != nil {
		out.Status, out.Error = st, client.AsError(err)
	}
	return out
}

// stopManager ends the manager and returns when it has released its lock.
func (o stopOptions) stopManager(ctx context.Context, p *base.Program, c *client.Client) error {
	s, err := p.Glance(ctx, c)
	if err != nil {
		return err
	}
	live := []app.Status{}
	for _, v := range s.Projects {
		live = append(live, view.Up(view.Members(v))...)
	}
	before, st := view.Refs(live), c.Manager()
	text := "stopping the manager"
	if !o.keep && len(before) > 0 {
		text += " and " + strings.Join(before, ", ")
	}
	if err := p.During(text, func() error { return c.Shutdown(ctx, o.keep) }); err != nil {
		return err
	}
	return o.report(p, st, before)
}

func (o stopOptions) report(p *base.Program, st home.Status, before []string) error {
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
	v := p.View()
	return p.Show(map[string]any{"running": false, "pid": st.PID, key: before},
		func() string { return v.Hang(v.Symbol(app.Status{State: app.Stopped})+" ", text, 2) })
}
