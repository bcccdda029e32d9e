package cli

import (
	"github.com/spf13/cobra"

	"devservers/cli/base"
	"devservers/cli/term"
	"devservers/cli/view"
)

func versionCommand(p *base.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version information",
		Args:  base.AtMost(0),
		RunE:  func(*cobra.Command, []string) error { return showVersion(p) },
	}
}

func showVersion(p *base.Program) error {
	b := base.ThisBuild()
	return p.Show(b, func() string { return buildText(p.View(), b) })
}

func buildText(v view.View, b base.Build) string {
	text := v.Paint(term.Bold, "devservers") + " " + b.Version + "\n"
	for _, fact := range [][2]string{{"module", b.Module}, {"revision", b.Revision}, {"date", b.Date}, {"go", b.Go + " " + b.Platform}, {"path", b.Path}} {
		if fact[1] != "" {
			text += "  " + v.Paint(term.Dim, term.Pad(fact[0], 8)) + " " + fact[1] + "\n"
		}
	}
	return text
}
