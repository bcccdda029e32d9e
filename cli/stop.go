package cli

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/home"
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
		find = func(context.Context) (*client, bool, error) { return p.running() }
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
	p.print("the manager is not running\n")
	return nil
}

// stopWait bounds one stop on top of the usual patience: a server may take its stop.timeout before it is killed.
const stopWait = 5 * time.Minute

func (p *program) stopServers(ctx context.Context, c *client, names []string) error {
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
	show := p.progress(sorted(labels, chosen))
	outcomes := make([]outcome, len(chosen))
	var all sync.WaitGroup
	for i, st := range chosen {
		show.say(labels[st.Ref()], "stopping")
		all.Go(func() {
			outcomes[i] = stopOne(ctx, c, st, along(chosen, st))
			show.settle(labels[st.Ref()], p.stopBlock(labels[st.Ref()], outcomes[i], nameRoom(labels)))
		})
	}
	all.Wait()
	show.end()
	return cmpErr(ctx.Err(), p.finish(outcomes))
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

func stopOne(ctx context.Context, c *client, st app.Status, with []string) (out outcome) {
	r := request{method: http.MethodPost, path: runPath(st, "stop"), wait: stopWait, body: map[string]any{"with": with}}
	err := c.call(ctx, r, &out.Result)
	if err != nil {
		out.Status, out.Error = st, asError(err)
	}
	return out
}

func (p *program) stopBlock(label string, o outcome, room int) string {
	s := p.style(p.out)
	name := s.paint(bold, label) + strings.Repeat(" ", max(0, room-visible(label)))
	if o.Error != nil {
		return p.explained(s, fmt.Sprintf("  %s %s  ", s.cross(), name), nameless(o), p.width(p.out))
	}
	text := "was not running"
	if o.Changed {
		text = string(o.State)
		if o.Message != "" {
			text = strings.TrimPrefix(plain(o.Message), o.Name+" is ")
		}
	}
	return fmt.Sprintf("  %s %s  %s\n", s.paint(dim, s.pick("○", "-")), name, s.paint(dim, text))
}

// stopManager ends the manager and returns when it has let go of its lock.
func (p *program) stopManager(ctx context.Context, c *client, keep bool) error {
	before, err := p.upNow(ctx, c)
	if err != nil {
		return err
	}
	st := c.manager()
	err = p.spin(stopLabel(before, keep), func() error {
		r := request{method: http.MethodPost, path: "/api/shutdown", body: map[string]bool{"keep_servers": keep}, wait: stopWait}
		if err := c.call(ctx, r, nil); err != nil {
			return err
		}
		return p.awaitEnd(ctx, st)
	})
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
func (p *program) upNow(ctx context.Context, c *client) ([]app.Status, error) {
	var projects []app.ProjectView
	if err := c.get(ctx, "/api/projects", nil, &projects); err != nil {
		return nil, err
	}
	live := []app.Status{}
	for _, v := range projects {
		live = append(live, up(members(v))...)
	}
	return live, nil
}

// awaitEnd waits until the manager that st describes holds the lock no more.
func (p *program) awaitEnd(ctx context.Context, st home.Status) error {
	dirs, err := p.findDirs()
	if err != nil {
		return err
	}
	limit := time.After(stopWait)
	for {
		now, running, err := home.ReadStatus(dirs)
		if err != nil || running && now.Token != st.Token {
			return err
		}
		if held, err := home.LockHeld(dirs); err != nil || !held {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-limit:
			return failf(app.CodeInternal, fmt.Sprintf("look at %s; end it with: kill -9 %d", dirs.LogFile(), st.PID),
				"the manager (PID %d%s) does not end", st.PID, processState(st.PID))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (p *program) tellStopped(st home.Status, before []app.Status, keep bool) error {
	if p.json {
		key := "stopped"
		if keep {
			key = "kept"
		}
		return p.answer(map[string]any{"running": false, "pid": st.PID, key: refs(before)})
	}
	s := p.style(p.out)
	text := "manager stopped"
	if len(before) > 0 && keep {
		text += "; " + count(len(before), "server") + " left running: " + strings.Join(refs(before), ", ")
	} else if len(before) > 0 {
		text += ", and with it " + strings.Join(refs(before), ", ")
	}
	p.print(hang(s.paint(dim, s.pick("○", "-"))+" ", text, 2, p.width(p.out), style{}))
	return nil
}
