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

func (p *program) tokenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Tokens for MCP clients that cannot ask",
		Long: `Tokens for MCP clients that can neither run devservers nor open a browser to ask. A token is good for /mcp, and for nothing
else, until it is revoked. What it does is in the history under its name. Only its digest is kept.`,
		Args: p.noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "add NAME", Short: "Make a token and show it, this once", Args: p.exactly(1, "the token"),
			RunE: func(cmd *cobra.Command, args []string) error { return p.tokenAdd(cmd.Context(), args[0]) },
		},
		&cobra.Command{
			Use: "list", Aliases: []string{"ls"}, Short: "List tokens and the agents that were allowed in the browser", Args: p.atMost(0),
			RunE: func(cmd *cobra.Command, _ []string) error { return p.tokenList(cmd.Context()) },
		},
		&cobra.Command{
			Use: "revoke NAME", Short: "End a token, or an agent by its id", Args: p.exactly(1, "the token or the id of an agent"),
			ValidArgsFunction: p.completeAccess,
			RunE:              func(cmd *cobra.Command, args []string) error { return p.tokenRevoke(cmd.Context(), args[0]) },
		})
	return cmd
}

func (p *program) tokenAdd(ctx context.Context, name string) error {
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
	if p.json {
		return p.answer(made)
	}
	s := p.Style(p.Out)
	p.Printf("%s\n", made.Token)
	p.Notef("%s %s may use %s with: Authorization: Bearer TOKEN\n  it is not shown again; to end it: devservers token revoke %s\n",
		s.Done(), s.Paint(term.Bold, term.Plain(made.Name)), s.Paint(term.Cyan, made.URL), term.Plain(made.Name))
	return nil
}

func (p *program) tokenList(ctx context.Context) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	list := []access.Entry{}
	if err := c.Get(ctx, "/api/access", nil, &list); err != nil {
		return err
	}
	if p.json {
		return p.answer(list)
	}
	if len(list) == 0 {
		p.Print("no agent is connected and there is no token\n")
		return nil
	}
	s := p.Style(p.Out)
	t := term.Table{Columns: []term.Column{{Title: "NAME"}, {Title: "KIND"}, {Title: "ID"}, {Title: "MADE", Rank: 1}, {Title: "USED"}}}
	for _, e := range list {
		t.Rows = append(t.Rows, term.Row{Cells: []string{s.Paint(term.Bold, term.Plain(e.Name)), kindText(e), e.ID, p.moment(e.CreatedAt), p.usedText(e.UsedAt)}})
	}
	p.Print(t.Render(s, p.Width(p.Out)))
	return nil
}

func kindText(e access.Entry) string {
	if e.Kind == access.KindGrant {
		return "agent"
	}
	return "token"
}

func (p *program) usedText(at *time.Time) string {
	if at == nil {
		return "never"
	}
	if d := p.since(*at); d >= 2*time.Minute {
		return words.Ago(d)
	}
	return "just now" // it is known to a minute
}

func (p *program) tokenRevoke(ctx context.Context, name string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	if err := c.Call(ctx, client.Request{Method: http.MethodDelete, Path: "/api/access/" + url.PathEscape(name)}, nil); err != nil {
		return err
	}
	if p.json {
		return p.answer(map[string]string{"revoked": name})
	}
	p.Printf("%s %s is revoked\n", p.Style(p.Out).Done(), term.Plain(name))
	return nil
}

// completeAccess offers the names of tokens and the ids of agents, if a manager runs.
func (p *program) completeAccess(cmd *cobra.Command, _ []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(cmd.Context(), completionLimit)
	defer cancel()
	var list []access.Entry
	if c, running, err := p.running(); err == nil && running {
		_ = c.Get(ctx, "/api/access", nil, &list)
	}
	for _, e := range list {
		name := e.ID
		if e.Kind == access.KindToken {
			name = e.Name
		}
		names = append(names, cobra.CompletionWithDesc(term.Plain(name), term.Plain(e.Name)+", used "+p.usedText(e.UsedAt)))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
