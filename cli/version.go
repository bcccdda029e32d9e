package cli

import (
	"github.com/spf13/cobra"

	"devservers/cli/view"
)

func versionCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version information",
		Args:  atMost(0),
		RunE:  func(*cobra.Command, []string) error { return showVersion(p) },
	}
}

func showVersion(p *Program) error {
	b := thisBuild()
	return p.show(b, func() string { return buildText(p.view(), b) })
}

func buildText(v view.View, b build) string {
	text := v.Paint(view.Bold, "devservers") + " " + b.Version + "\n"
	for _, fact := range [][2]string{{"module", b.Module}, {"revision", b.Revision}, {"date", b.Date},
		{"go", b.Go + " " + b.Platform}, {"path", b.Path}} {
		if fact[1] != "" {
			text += "  " + v.Paint(view.Dim, view.Pad(fact[0], 8)) + " " + fact[1] + "\n"
		}
	}
	return text
}
