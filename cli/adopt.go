package cli

import (
	"github.com/spf13/cobra"
)

func adoptCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "adopt NAME",
		Short: "Track a process you started yourself as one of your servers",
		Long: `Track a process you started yourself as one of your servers: the one that serves the server's port. It is checked and
shown, and others can depend on it. It gets no signals, and its output isn't read. Tracking lasts until the process
ends, or until devservers stop NAME.`,
		Args:              exactlyOne("a server"),
		ValidArgsFunction: p.Complete().servers,
		RunE:              func(cmd *cobra.Command, args []string) error { return act(cmd.Context(), p, args[0], "adopt") },
	}
}
