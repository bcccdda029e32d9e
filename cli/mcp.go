package cli

import (
	"cmp"
	"context"
	"net/url"

	"github.com/spf13/cobra"

	"devservers/app/access"
	"devservers/cli/agents"
	"devservers/cli/client"
	"devservers/cli/view"
)

func mcpCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Connect coding agents (MCP)",
		Long: `Run as an MCP server on standard input and output, for clients that start a command. This bridge to the manager's /mcp
needs no setup: it knows the project of its directory, starts the manager if necessary, and continues when the manager
restarts.

Clients that take a URL need http://localhost:7912/mcp and a click on Allow; see devservers mcp install.`,
		Example: `  devservers mcp install --client claude
  claude mcp add devservers -- devservers mcp`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return runBridge(cmd.Context(), p) },
	}
	cmd.AddCommand(installCommand(p), headersCommand(p), hookCommand(p), snippetCommand(p))
	return cmd
}

// runBridge speaks MCP on standard input and output until the input ends.
func runBridge(ctx context.Context, p *Program) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	start := func(ctx context.Context) (*client.Client, error) {
		c, _, err := p.ensure(ctx)
		return c, err
	}
	note := func(text string) { p.Notef("devservers mcp: %s\n", view.Plain(text)) }
	return agents.NewBridge(c, mcpPath(ctx, p, c), start, note).Run(ctx, p.In, p.Out)
}

// mcpPath is the endpoint of this directory's project, or the one for all. An unusable project is not a reason to leave
// an agent without tools: they explain it.
func mcpPath(ctx context.Context, p *Program, c *client.Client) string {
	s, err := p.look(ctx, c)
	if err == nil {
		err = s.Problem
	}
	if err != nil {
		v := p.messages()
		v.Width = view.NoLimit
		p.Notef("%s", v.Failure("", client.AsError(err)))
	}
	if s == nil || s.Current == "" {
		return "/mcp?dir=" + url.QueryEscape(p.Cwd) // so that an answer can say that it has no project
	}
	return "/mcp/p/" + url.PathEscape(s.Current)
}

func snippetCommand(p *Program) *cobra.Command {
	skill, registry, name := false, false, ""
	cmd := &cobra.Command{
		Use:   "snippet",
		Short: "Print instructions for an agent without MCP",
		Long: "Print a section for the project's AGENTS.md, or for a skill, that tells an agent without MCP which " +
			"commands to use.",
		Example: "  devservers mcp snippet >> AGENTS.md\n" +
			"  devservers mcp snippet --skill > .claude/skills/devservers/SKILL.md",
		Args: atMost(0),
		RunE: func(*cobra.Command, []string) error {
			text, err := agents.Snippet, error(nil)
			switch {
			case skill:
				text = agents.Skill
			case registry:
				text, err = agents.ServerJSON(name, thisBuild().Version)
			}
			if err != nil {
				return err
			}
			return p.show(map[string]string{"text": text}, func() string { return text })
		},
	}
	cmd.Flags().BoolVar(&skill, "skill", false, "print a whole SKILL.md")
	cmd.Flags().BoolVar(&registry, "server-json", false, "print a server.json for the MCP registry")
	cmd.Flags().StringVar(&name, "name", "", "the name in server.json, such as io.github.YOU/devservers")
	cmd.MarkFlagsMutuallyExclusive("skill", "server-json")
	return cmd
}

func headersCommand(p *Program) *cobra.Command {
	name := ""
	cmd := &cobra.Command{
		Use:   "headers",
		Short: "Print the headers that authorize a client",
		Long: `Print the headers that authorize a client, as JSON: for Claude Code's headersHelper and Codex's http_headers_helper,
which run it when they connect and whenever they are refused. It starts the manager if necessary. The credential gives
access to /mcp only, until it is revoked: see devservers token list.`,
		Args: atMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, _, err := p.ensure(cmd.Context())
			if err != nil {
				return err
			}
			own, err := c.Credential(cmd.Context(), access.KindHelper, cmp.Or(name, client.Agent(p.Getenv), "helper"))
			if err != nil {
				return err
			}
			return p.jsonLine(map[string]string{"Authorization": "Bearer " + own, "X-Devservers-Session": agents.Window(),
				"X-Devservers-Directory": url.PathEscape(p.Cwd)})
		},
	}
	cmd.Flags().StringVar(&name, "client", "", "the client's name, for the history and devservers token list")
	return cmd
}
