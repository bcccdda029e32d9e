package cli

import (
	"github.com/spf13/cobra"
)

// SetupCommands are the commands about projects, in the order of the help.
func SetupCommands(p *Program, restart Restart) []*cobra.Command {
	return []*cobra.Command{initCommand(p), registerCommand(p), forgetCommand(p), trustCommand(p), configCommand(p),
		schemaCommand(p), exportCommand(p),
		envCommand(p), setEnvCommand(p, restart), showEnvCommand(p), resetEnvCommand(p, restart)}
}
