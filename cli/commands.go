package cli

import (
	"github.com/spf13/cobra"
)

// outputCommands are the commands that read, in the order of the help.
func outputCommands(p *Program) []*cobra.Command {
	return []*cobra.Command{logsCommand(p), errorsCommand(p), checkCommand(p), whyCommand(p), searchCommand(p),
		runsCommand(p), eventsCommand(p), historyCommand(p)}
}
