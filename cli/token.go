package cli

import (
	"context"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app/access"
	"devservers/cli/client"
	"devservers/cli/view"
)

func tokenCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Manage tokens for MCP clients without a browser",
		Long: `Manage tokens for MCP clients that can neither run devservers nor open a browser. A token gives access to /mcp only,
until it is revoked. Its actions appear in the history under its name. Only its digest is stored.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "add NAME", Short: "Create a token and show it once", Args: exactlyOne("the token"),
			RunE: connected(p, tokenAdd),
		},
		&cobra.Command{
			Use: "list", Aliases: []string{"ls"}, Short: "List tokens, and agents allowed in the browser", Args: atMost(0),
			RunE: connected(p, func(ctx context.Context, p *Program, c *client.Client, _ []string) error {
				return listed(ctx, p, c, "/api/access", nil, view.View.Access)
			}),
		},
		&cobra.Command{
			Use: "revoke NAME", Short: "Revoke a token, or an agent's access by its id",
			Args:              exactlyOne("the token or the id of an agent"),
			ValidArgsFunction: p.Complete().access,
			RunE:              connected(p, tokenRevoke),
		},
		&cobra.Command{
			Use: "allow ID", Short: "Restore the access of a revoked client", Args: exactlyOne("the id of a client"),
			ValidArgsFunction: p.Complete().access,
			RunE:              connected(p, tokenAllow),
		})
	return cmd
}

func tokenAdd(ctx context.Context, p *Program, c *client.Client, args []string) error {
	var made struct {
		access.Entry
		Token string `json:"token"`
		URL   string `json:"url"`
	}
	if err := c.Post(ctx, "/api/access", map[string]string{"name": args[0]}, &made); err != nil {
		return err
	}
	made.URL = c.Manager().URL + "/mcp"
	m, shown := p.messages(), view.Plain(made.Name)
	err := p.show(made, func() string { return made.Token + "\n" })
	p.note(m.Done() + " " + m.Paint(view.Bold, shown) + " may use " + m.Link(made.URL) +
		" with: Authorization: Bearer TOKEN\n" +
		"  the token is not shown again; to revoke it: devservers token revoke " + shown)
	return err
}

func tokenRevoke(ctx context.Context, p *Program, c *client.Client, args []string) error {
	r := client.Request{Method: http.MethodDelete, Path: "/api/access/" + url.PathEscape(args[0])}
	if err := c.Call(ctx, r, nil); err != nil {
		return err
	}
	return p.Done(map[string]string{"revoked": args[0]}, view.Plain(args[0])+" is revoked")
}

func tokenAllow(ctx context.Context, p *Program, c *client.Client, args []string) error {
	if err := c.Post(ctx, "/api/access/"+url.PathEscape(args[0])+"/allow", nil, nil); err != nil {
		return atPage(c, err, "/settings")
	}
	return p.Done(map[string]string{"allowed": args[0]}, view.Plain(args[0])+" may connect again")
}
