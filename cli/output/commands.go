package output

import (
	"github.com/spf13/cobra"

	"devservers/cli/base"
)

// Commands are the commands that read, in the order of the help.
func Commands(p *base.Program) []*cobra.Command {
	return []*cobra.Command{logsCommand(p), errorsCommand(p), checkCommand(p), whyCommand(p), searchCommand(p), runsCommand(p), eventsCommand(p), historyCommand(p)}
}
