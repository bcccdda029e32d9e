package cli

import (
	"context"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) pinCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pin NAME",
		Short: "Have agents and the idle timeout leave a server alone",
		Long: `Have agents and the idle timeout leave a server alone, until it is unpinned. People, and scripts of theirs, still stop
and restart it. A pin outlives the manager.`,
		Args:              p.exactly(1, "a server"),
		ValidArgsFunction: p.completeNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.pin(cmd.Context(), args[0], "pin") },
	}
}

func (p *program) unpinCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "unpin NAME",
		Short:             "Take a pin back",
		Args:              p.exactly(1, "a server"),
		ValidArgsFunction: p.completeNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.pin(cmd.Context(), args[0], "unpin") },
	}
}

// pin sets or takes back the pin of one server; action is the last part of the route.
func (p *program) pin(ctx context.Context, name, action string) error {
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	var result app.Result
	path := client.ProjectPath(st.Project) + "/servers/" + url.PathEscape(st.Name) + "/" + action
	if err := c.Call(ctx, client.Request{Method: http.MethodPost, Path: path}, &result); err != nil {
		return err
	}
	if p.json {
		return p.answer(result)
	}
	p.Printf("%s %s\n", p.Style(p.Out).Done(), term.Plain(result.Message))
	return nil
}
