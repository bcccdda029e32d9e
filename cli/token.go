package cli

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/access"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

func tokenCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Manage tokens for MCP clients without a browser",
		Long: `Manage tokens for MCP clients that can neither run devservers nor open a browser. A token gives access to /mcp alone,
until it is revoked. Its actions appear in the history under its name. Only its digest is stored.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "add NAME", Short: "Create a token and show it once", Args: exactlyOne("the token"),
			RunE: func(cmd *cobra.Command, args []string) error { return tokenAdd(cmd.Context(), p, args[0]) },
		},
		&cobra.Command{
			Use: "list", Aliases: []string{"ls"}, Short: "List tokens, and agents that were allowed in the browser", Args: atMost(0),
			RunE: func(cmd *cobra.Command, _ []string) error { return tokenList(cmd.Context(), p) },
		},
		&cobra.Command{
			Use: "revoke NAME", Short: "Revoke a token, or the access of an agent by its id", Args: exactlyOne("the token or the id of an agent"),
			ValidArgsFunction: completer{p}.access,
			RunE:              func(cmd *cobra.Command, args []string) error { return tokenRevoke(cmd.Context(), p, args[0]) },
		})
	return cmd
}

func tokenAdd(ctx context.Context, p *program, name string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	var made struct {
		access.Entry
		Token string `json:"token"`
		URL   string `json:"url"`
	}
	if err := c.Post(ctx, "/api/access", map[string]string{"name": name}, &made); err != nil {
		return err
	}
	made.URL = c.Manager().URL + "/mcp"
	m, shown := p.messages(), term.Plain(made.Name)
	err = p.show(made, func() string { return made.Token + "\n" })
	p.note(m.Done() + " " + m.Paint(term.Bold, shown) + " may use " + m.Paint(term.Cyan, made.URL) + " with: Authorization: Bearer TOKEN\n" +
		"  the token is not shown again; to revoke it: devservers token revoke " + shown)
	return err
}

func tokenList(ctx context.Context, p *program) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	list := []access.Entry{}
	if err := c.Get(ctx, "/api/access", nil, &list); err != nil {
		return err
	}
	return p.show(list, func() string { return tokensText(p.view(), list) })
}

func tokensText(v view, list []access.Entry) string {
	if len(list) == 0 {
		return "no agent is connected and there is no token\n"
	}
	t := term.Table{Columns: []term.Column{{Title: "NAME"}, {Title: "KIND"}, {Title: "ID"}, {Title: "CREATED", Rank: 1}, {Title: "USED"}}}
	for _, e := range list {
		kind := "token"
		if e.Kind == access.KindGrant {
			kind = "agent"
		}
		t.Rows = append(t.Rows, term.Row{Cells: []string{v.Paint(term.Bold, term.Plain(e.Name)), kind, e.ID, v.moment(e.CreatedAt), lastUse(v, e.UsedAt)}})
	}
	return v.table(t)
}

// lastUse says when a credential was used last, which is recorded once a minute.
func lastUse(v view, at *time.Time) string {
	if at == nil {
		return "never"
	}
	if d := v.since(*at); d >= 2*time.Minute {
		return words.Ago(d)
	}
	return "just now"
}

func tokenRevoke(ctx context.Context, p *program, name string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	if err := c.Call(ctx, client.Request{Method: http.MethodDelete, Path: "/api/access/" + url.PathEscape(name)}, nil); err != nil {
		return err
	}
	return p.done(map[string]string{"revoked": name}, term.Plain(name)+" is revoked")
}
