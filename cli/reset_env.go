package cli

import (
	"context"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

func showEnvCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "show-env [NAME]",
		Short: "Show the changes made with set-env, as a diff",
		Long: `Show how the servers of a project, or one of them, differ from devservers.yml: as a diff, with who changed it and why.
Values that look like secrets are masked.`,
		Args:              atMost(1),
		ValidArgsFunction: p.Complete().firstServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			return onOverlay(cmd.Context(), p, args, client.Request{Method: http.MethodGet}, false)
		},
	}
}

type resetEnvOptions struct {
	patch        string
	all, restart bool
}

func resetEnvCommand(p *Program) *cobra.Command {
	var o resetEnvOptions
	cmd := &cobra.Command{
		Use:   "reset-env NAME",
		Short: "Undo changes made with set-env",
		Long: "Undo changes made with set-env: all changes of a server, all of a project (--all), or a single " +
			"one (--patch).",
		Example: "  devservers reset-env web --restart\n  devservers reset-env web --patch k3v9qz\n" +
			"  devservers reset-env --all",
		Args:              atMost(1),
		ValidArgsFunction: p.Complete().firstServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && (!o.all || o.patch != "") {
				return wrongCall(cmd, "name a server, or use --all for the whole project")
			}
			return onOverlay(cmd.Context(), p, args, client.Request{Method: http.MethodDelete, Path: o.patch}, o.restart)
		},
	}
	cmd.Flags().StringVar(&o.patch, "patch", "", "id of a single change, as shown by show-env")
	cmd.Flags().BoolVar(&o.all, "all", false, "all changes of the project")
	cmd.Flags().BoolVar(&o.restart, "restart", false, "restart the running servers that were changed")
	return cmd
}

// onOverlay sends a request to the overlay of a server or project, and shows the answer. The path of r is that of a
// patch in it, or empty.
func onOverlay(ctx context.Context, p *Program, args []string, r client.Request, restart bool) error {
	s, err := p.Open(ctx)
	if err != nil {
		return err
	}
	path, err := overlayPath(ctx, s, args)
	if err != nil {
		return err
	}
	if r.Path != "" {
		path += "/" + url.PathEscape(r.Path)
	}
	r.Path = path
	var overlay app.Overlay
	if err := s.Call(ctx, r, &overlay); err != nil {
		return err
	}
	return showOverlay(ctx, s, overlay, restart)
}

func overlayPath(ctx context.Context, s *Session, args []string) (string, error) {
	if len(args) == 0 {
		here, err := s.here()
		return client.ProjectPath(here.ID) + "/patches", err
	}
	ref, err := s.Find(ctx, args[0])
	if err != nil || ref.Name == "" {
		return client.ProjectPath(ref.Project) + "/patches", err
	}
	return client.ServerPath(app.Status{Project: ref.Project, Name: ref.Name}) + "/patches", nil
}

// showOverlay shows what has changed, and restarts what runs with something else if that is wanted.
func showOverlay(ctx context.Context, s *Session, overlay app.Overlay, restart bool) error {
	v := s.Program.view()
	host, _, _ := app.CutHost(overlay.Project)
	err := s.Program.show(overlay, func() string {
		return v.Diff(overlay.Diff) + v.Done() + " " +
			view.Plain(view.On(host, overlay.Message)) + "\n"
	})
	if err != nil || !restart || len(overlay.Restart) == 0 {
		return err
	}
	names := words.Each(overlay.Restart, func(name string) string { return overlay.Project + "/" + name })
	return startOptions{action: "restart"}.restart(ctx, s, names)
}
