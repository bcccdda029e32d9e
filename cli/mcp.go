package cli

import (
	"cmp"
	"context"
	"net/url"

	"devservers/cli/bridge"
	"devservers/cli/client"
	"devservers/cli/term"

	"github.com/spf13/cobra"
)

func (p *program) mcpCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Connect coding agents (MCP)",
		Long: `Speak MCP over standard input and output, for clients that start a command: a bridge to the manager's /mcp. It needs no
set-up, knows the project of the directory that it is started in, starts the manager when needed and survives its
restart.

Clients that take an address need http://localhost:7912/mcp and a click on Allow; see devservers mcp install.`,
		Example: `  devservers mcp install --client claude
  claude mcp add devservers -- devservers mcp`,
		Args: p.noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.bridge(cmd.Context()) },
	}
	cmd.AddCommand(p.mcpInstallCommand(), p.mcpHeadersCommand())
	return cmd
}

// bridge speaks MCP over standard input and output until the input ends.
func (p *program) bridge(ctx context.Context) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	path := p.mcpPath(ctx, c)
	start := func(ctx context.Context) (*client.Client, error) {
		c, _, err := p.ensureManager(ctx)
		return c, err
	}
	return bridge.New(c, path, start, p.bridgeNote).Run(ctx, p.In, p.Out)
}

func (p *program) bridgeNote(text string) { p.Notef("devservers mcp: %s\n", term.Plain(text)) }

// mcpPath is the endpoint of the project that this directory belongs to, or the one for all. That the project cannot
// be used is no reason to leave an agent without tools: they tell it why.
func (p *program) mcpPath(ctx context.Context, c *client.Client) string {
	s, err := p.look(ctx, c)
	if err = cmp.Or[error](err, s.problem); err != nil {
		p.Notef("%s", p.explained(p.Style(p.Err), "", client.AsError(err), term.NoLimit))
	}
	if s.current == "" {
		return "/mcp"
	}
	return "/mcp/p/" + url.PathEscape(s.current)
}

func (p *program) mcpHeadersCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "headers",
		Short: "Print the headers that let a client in",
		Long: `Print the headers that let a client in, as JSON: for Claude Code's headersHelper and Codex's http_headers_helper, which run
it when they connect and whenever they are refused. It starts the manager when there is none.`,
		Args: p.atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, _, err := p.ensureManager(cmd.Context())
			if err != nil {
				return err
			}
			return p.jsonLine(map[string]string{"Authorization": "Bearer " + c.Manager().Token})
		},
	}
}
