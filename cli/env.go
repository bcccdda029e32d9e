package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) envCommand() *cobra.Command {
	explain, all := false, false
	cmd := &cobra.Command{
		Use:   "env NAME",
		Short: "Show the environment that a server's next start gets",
		Long: `Show the environment that the next start of a server or task gets: what devservers.yml, its env files and set-env
say, and what devservers adds. With --all also what it inherits from your shell. What looks like a secret is masked.`,
		Example:           "  devservers env web --explain",
		Args:              p.exactly(1, "a server or task"),
		ValidArgsFunction: p.completeAll,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.env(cmd.Context(), args[0], explain, all) },
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "say where each variable is from, and whose value it takes the place of")
	cmd.Flags().BoolVarP(&all, "all", "a", false, "with what it inherits from the shell")
	return cmd
}

func (p *program) env(ctx context.Context, name string, explain, all bool) error {
	c, st, err := p.connectTo(ctx, name)
	if err != nil {
		return err
	}
	list := []app.EnvVariable{}
	if err := c.Get(ctx, client.ServerPath(st)+"/env", nil, &list); err != nil {
		return err
	}
	var shown []app.EnvVariable
	for _, v := range list {
		if all || !v.Inherited() {
			shown = append(shown, v)
		}
	}
	if p.json {
		return p.answer(shown)
	}
	p.Print(p.environment(shown, explain))
	return nil
}

// environment lists variables: as NAME=value, or as a table with where they are from.
func (p *program) environment(list []app.EnvVariable, explain bool) string {
	s, text := p.Style(p.Out), ""
	t := term.Table{Columns: []term.Column{{Title: "NAME"}, {Title: "VALUE", Rank: 1}, {Title: "FROM"}}}
	for _, v := range list {
		value := term.Plain(v.Value)
		if !explain && !v.Unset {
			text += v.Name + "=" + value + "\n"
		}
		r := term.Row{Cells: []string{term.Plain(v.Name), term.Clip(value, 60, s), term.Plain(v.From)}, Note: remarkOn(v)}
		t.Rows = append(t.Rows, r)
	}
	if !explain {
		return text
	}
	return t.Render(s, p.Width(p.Out))
}

// remarkOn says what is odd about a variable.
func remarkOn(v app.EnvVariable) string {
	var parts []string
	switch {
	case v.Unset:
		parts = append(parts, "taken away by set-env --unset")
	case len(v.Instead) > 0:
		parts = append(parts, "instead of "+strings.Join(v.Instead, ", "))
	}
	if v.Changed {
		parts = append(parts, "changed since start")
	}
	return term.Plain(strings.Join(parts, "; "))
}
