package cli

import (
	"github.com/spf13/cobra"
)

func adoptCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "adopt NAME",
		Short: "Follow what already serves the port of a server",
		Long: `Follow the process that serves the port of a server although devservers did not start it: it is checked and shown, and
others may depend on it. It gets no signals, and its output isn't read. This lasts until it ends, or until devservers stop NAME.`,
		Args:              ExactlyOne("a server"),
		ValidArgsFunction: p.Complete().Servers,
		RunE:              func(cmd *cobra.Command, args []string) error { return act(cmd.Context(), p, args[0], "adopt") },
	}
}
