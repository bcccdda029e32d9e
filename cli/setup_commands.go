package cli

import (
	"github.com/spf13/cobra"
)

// setupCommands are the commands about projects, in the order of the help.
func setupCommands(p *Program, restart restartAfter) []*cobra.Command {
	return []*cobra.Command{initCommand(p), registerCommand(p), forgetCommand(p), pruneCommand(p), trustCommand(p),
		upCommand(p), downCommand(p), setupCommand(p), environmentsCommand(p),
		configCommand(p),
		schemaCommand(p), exportCommand(p),
		envCommand(p), setEnvCommand(p, restart), showEnvCommand(p), resetEnvCommand(p, restart)}
}
