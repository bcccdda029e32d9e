package cli

import (
	"context"
	"net/http"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

func pinCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "pin NAME",
		Short: "Protect a server from agents and the idle timeout",
		Long: `Protect a server: agents and the idle timeout don't stop or restart it until it is unpinned. People and their scripts
still can. A pin survives a restart of the manager.`,
		Args:              exactlyOne("a server"),
		ValidArgsFunction: p.Complete().servers,
		RunE:              func(cmd *cobra.Command, args []string) error { return act(cmd.Context(), p, args[0], "pin") },
	}
}

func unpinCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:               "unpin NAME",
		Short:             "Remove a pin",
		Args:              exactlyOne("a server"),
		ValidArgsFunction: p.Complete().servers,
		RunE:              func(cmd *cobra.Command, args []string) error { return act(cmd.Context(), p, args[0], "unpin") },
	}
}

// act does something to a server that only people do; action is the last part of the route.
func act(ctx context.Context, p *Program, name, action string) error {
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	var result app.Result
	if err := s.Call(ctx, client.Request{Method: http.MethodPost, Path: client.ServerPath(st) + "/" + action},
		&result); err != nil {
		return atPage(s.Client, err, "/p/"+st.Project)
	}
	return p.Done(result, view.Plain(result.Message))
}

func adoptCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "adopt NAME",
		Short: "Track a process you started yourself as one of your servers",
		Long: `Track a process you started yourself as one of your servers: the one that serves the server's port. It is checked and
shown, and others can depend on it. It gets no signals, and its output isn't read. Tracking lasts until the process
ends, or until devservers stop NAME.`,
		Args:              exactlyOne("a server"),
		ValidArgsFunction: p.Complete().servers,
		RunE:              func(cmd *cobra.Command, args []string) error { return act(cmd.Context(), p, args[0], "adopt") },
	}
}
