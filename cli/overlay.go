package cli

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) setEnvCommand() *cobra.Command {
	change, restart := app.Change{}, false
	cmd := &cobra.Command{
		Use:   "set-env SERVER [NAME=VALUE...]",
		Short: "Change a server's environment or port without touching devservers.yml",
		Long: `Change a server's environment or port from its next start on. The changes are kept beside devservers.yml, which is
never written, until reset-env takes them back. What looks like a secret is masked wherever it is shown.`,
		Example:           "  devservers set-env web DEBUG=1 --restart\n  devservers set-env api --unset SENTRY_DSN --port 8001 --reason 'the other one is taken'",
		Args:              p.atLeastServer,
		ValidArgsFunction: p.completeOneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			change.SetEnv = map[string]string{}
			for _, arg := range args[1:] {
				name, value, ok := strings.Cut(arg, "=")
				if !ok {
					return usagef("%q is not NAME=VALUE", arg)
				}
				change.SetEnv[name] = value
			}
			return p.setEnv(cmd.Context(), args[0], change, restart)
		},
	}
	cmd.Flags().StringArrayVar(&change.UnsetEnv, "unset", nil, "a variable that it is not to get from anywhere; may be repeated")
	cmd.Flags().StringVar(&change.Port, "port", "", "its port: a number, or auto")
	cmd.Flags().StringVar(&change.Reason, "reason", "set by hand", "why, in one sentence, for those who wonder later")
	cmd.Flags().BoolVar(&restart, "restart", false, "restart it if it is up")
	return cmd
}

func (p *program) showEnvCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show-env [NAME]",
		Short: "Show what was changed with set-env, as a diff",
		Long: `Show what the servers of a project, or one of them, have that devservers.yml does not say: as a diff, with who
changed it and why. What looks like a secret is masked.`,
		Args:              p.atMost(1),
		ValidArgsFunction: p.completeOneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.onOverlay(cmd.Context(), args, func(c *client.Client, path string, o *app.Overlay) error { return c.Get(cmd.Context(), path, nil, o) })
		},
	}
}

func (p *program) resetEnvCommand() *cobra.Command {
	id, all, restart := "", false, false
	cmd := &cobra.Command{
		Use:               "reset-env NAME",
		Short:             "Take back what was changed with set-env",
		Long:              "Take back what was changed with set-env: all of a server, all of a project (--all), or one change.",
		Example:           "  devservers reset-env web --restart\n  devservers reset-env web --patch k3v9qz\n  devservers reset-env --all",
		Args:              p.atMost(1),
		ValidArgsFunction: p.completeOneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && (!all || id != "") {
				return usagef("name a server, or say --all for the whole project: %s", cmd.UseLine())
			}
			return p.resetEnv(cmd.Context(), args, id, restart)
		},
	}
	cmd.Flags().StringVar(&id, "patch", "", "only this change: show-env names it")
	cmd.Flags().BoolVar(&all, "all", false, "all changes of the project")
	cmd.Flags().BoolVar(&restart, "restart", false, "restart what is up and was changed")
	return cmd
}

func (p *program) atLeastServer(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("name a server: %s", cmd.UseLine())
	}
	return nil
}

// completeOneName offers servers for the first word alone.
func (p *program) completeOneName(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return p.completeNames(cmd, args, word)
}

func (p *program) setEnv(ctx context.Context, name string, change app.Change, restart bool) error {
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	var o app.Overlay
	if err := c.Post(ctx, client.ServerPath(st)+"/patches", change, &o); err != nil {
		return err
	}
	return p.changed(ctx, o, restart)
}

func (p *program) resetEnv(ctx context.Context, args []string, id string, restart bool) error {
	var changed app.Overlay
	err := p.onOverlay(ctx, args, func(c *client.Client, path string, o *app.Overlay) error {
		if id != "" {
			path += "/" + url.PathEscape(id)
		}
		err := c.Call(ctx, client.Request{Method: http.MethodDelete, Path: path}, o)
		changed = *o
		return err
	})
	if err != nil || !restart || len(changed.Restart) == 0 {
		return err
	}
	return p.restartChanged(ctx, changed)
}

// onOverlay finds whose overlay is meant, a server's or a project's, and shows what do makes of it.
func (p *program) onOverlay(ctx context.Context, args []string, do func(c *client.Client, path string, o *app.Overlay) error) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	path, err := p.overlayPath(ctx, c, args)
	if err != nil {
		return err
	}
	var o app.Overlay
	if err := do(c, path, &o); err != nil {
		return err
	}
	return p.showOverlay(o)
}

func (p *program) overlayPath(ctx context.Context, c *client.Client, args []string) (string, error) {
	s, err := p.look(ctx, c)
	if err != nil {
		return "", err
	}
	if len(args) == 0 {
		v, err := s.here()
		return client.ProjectPath(v.ID) + "/patches", err
	}
	found, err := p.target(ctx, c, &s, args[0])
	if err != nil {
		return "", err
	}
	if v, err := s.project(args[0]); err == nil && (len(found) != 1 || found[0].Name != args[0]) {
		return client.ProjectPath(v.ID) + "/patches", nil
	}
	if len(found) != 1 {
		return "", app.Failf(app.CodeInvalid, "name one of "+strings.Join(refs(found), ", "), "%s is %s", args[0], words.Count(len(found), "server"))
	}
	return client.ServerPath(found[0]) + "/patches", nil
}

func (p *program) changed(ctx context.Context, o app.Overlay, restart bool) error {
	if err := p.showOverlay(o); err != nil || !restart || len(o.Restart) == 0 {
		return err
	}
	return p.restartChanged(ctx, o)
}

func (p *program) restartChanged(ctx context.Context, o app.Overlay) error {
	var names []string
	for _, name := range o.Restart {
		names = append(names, o.Project+"/"+name)
	}
	return p.restart(ctx, startOptions{action: "restart"}, names)
}

func (p *program) showOverlay(o app.Overlay) error {
	if p.json {
		return p.answer(o)
	}
	s := p.Style(p.Out)
	p.Print(diffText(s, o.Diff))
	p.Printf("%s %s\n", s.Done(), term.Plain(o.Message))
	return nil
}
