package cli

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/home"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) stopCommand() *cobra.Command {
	keep := false
	cmd := &cobra.Command{
		Use:   "stop [NAME...]",
		Short: "Stop servers, or the manager and all of them",
		Long: `Stop servers, whole process trees; it returns when they are gone.

Without a NAME: the manager and all its servers. With --keep-servers the manager alone: its servers go on,
keep what they print, and belong to the next manager again.`,
		Example:           "  devservers stop web\n  devservers stop my-app\n  devservers stop",
		ValidArgsFunction: p.completeNames,
		RunE: func(cmd *cobra.Command, names []string) error {
			return p.stop(cmd.Context(), keep, names)
		},
	}
	cmd.Flags().BoolVar(&keep, "keep-servers", false, "stop the manager, leave its servers running")
	return cmd
}

func (p *program) stop(ctx context.Context, keep bool, names []string) error {
	if keep && len(names) > 0 {
		return usagef("--keep-servers is for stopping the manager, without names")
	}
	find := p.runningOrLeft
	if keep {
		find = func(context.Context) (*client.Client, bool, error) { return p.running() }
	}
	c, running, err := find(ctx)
	if err != nil {
		return err
	}
	if !running {
		return p.nothingToStop()
	}
	if len(names) == 0 && p.named == "" {
		return p.stopManager(ctx, c, keep)
	}
	return p.stopServers(ctx, c, names)
}

func (p *program) nothingToStop() error {
	if p.json {
		return p.answer(map[string]any{"running": false, "stopped": []string{}})
	}
	p.Print("the manager is not running\n")
	return nil
}

func (p *program) stopServers(ctx context.Context, c *client.Client, names []string) error {
	s, err := p.look(ctx, c)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{s.current}
	}
	chosen, err := p.targets(ctx, c, &s, names)
	if err != nil {
		return err
	}
	labels := labels(chosen)
	show := p.Progress(sorted(labels, chosen), p.json)
	outcomes := make([]outcome, len(chosen))
	var all sync.WaitGroup
	for i, st := range chosen {
		show.Say(labels[st.Ref()], "stopping")
		all.Go(func() {
			outcomes[i] = stopOne(ctx, c, st, along(chosen, st))
			show.Settle(labels[st.Ref()], p.stopBlock(labels[st.Ref()], outcomes[i], nameRoom(labels)))
		})
	}
	all.Wait()
	show.End()
	return cmp.Or[error](ctx.Err(), p.finish(outcomes))
}

// along names the others of the same project, so that the manager ends each before what it needs.
func along(chosen []app.Status, st app.Status) (names []string) {
	for _, other := range chosen {
		if other.Project == st.Project && other.Name != st.Name {
			names = append(names, other.Name)
		}
	}
	return names
}

func stopOne(ctx context.Context, c *client.Client, st app.Status, with []string) (out outcome) {
	r := client.Request{Method: http.MethodPost, Path: client.RunPath(st, "stop"), Wait: client.StopWait, Body: map[string]any{"with": with}}
	err := c.Call(ctx, r, &out.Result)
	if err != nil {
		out.Status, out.Error = st, client.AsError(err)
	}
	return out
}

func (p *program) stopBlock(label string, o outcome, room int) string {
	s := p.Style(p.Out)
	name := s.Paint(term.Bold, label) + strings.Repeat(" ", max(0, room-term.Columns(label)))
	if o.Error != nil {
		return p.explained(s, fmt.Sprintf("  %s %s  ", s.Cross(), name), nameless(o), p.Width(p.Out))
	}
	text := "was not running"
	if o.Changed {
		text = string(o.State)
		if o.Message != "" {
			text = strings.TrimPrefix(term.Plain(o.Message), o.Name+" is ")
		}
	}
	return fmt.Sprintf("  %s %s  %s\n", s.Paint(term.Dim, s.Pick("○", "-")), name, s.Paint(term.Dim, text))
}

// stopManager ends the manager and returns when it has let go of its lock.
func (p *program) stopManager(ctx context.Context, c *client.Client, keep bool) error {
	before, err := p.upNow(ctx, c)
	if err != nil {
		return err
	}
	st := c.Manager()
	err = p.Spin(stopLabel(before, keep), p.json, func() error { return c.Shutdown(ctx, keep) })
	if err != nil {
		return err
	}
	return p.tellStopped(st, before, keep)
}

func stopLabel(before []app.Status, keep bool) string {
	if keep || len(before) == 0 {
		return "stopping the manager"
	}
	return "stopping the manager and " + strings.Join(refs(before), ", ")
}

// upNow is what lives before the manager is stopped.
func (p *program) upNow(ctx context.Context, c *client.Client) ([]app.Status, error) {
	var projects []app.ProjectView
	if err := c.Get(ctx, "/api/projects", nil, &projects); err != nil {
		return nil, err
	}
	live := []app.Status{}
	for _, v := range projects {
		live = append(live, up(members(v))...)
	}
	return live, nil
}

func (p *program) tellStopped(st home.Status, before []app.Status, keep bool) error {
	if p.json {
		key := "stopped"
		if keep {
			key = "kept"
		}
		return p.answer(map[string]any{"running": false, "pid": st.PID, key: refs(before)})
	}
	s := p.Style(p.Out)
	text := "manager stopped"
	if len(before) > 0 && keep {
		text += "; " + words.Count(len(before), "server") + " left running: " + strings.Join(refs(before), ", ")
	} else if len(before) > 0 {
		text += ", and with it " + strings.Join(refs(before), ", ")
	}
	p.Print(term.Hang(s.Paint(term.Dim, s.Pick("○", "-"))+" ", text, 2, p.Width(p.Out), term.Style{}))
	return nil
}
