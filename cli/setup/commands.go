package setup

import (
	"github.com/spf13/cobra"

	"devservers/cli/base"
)

// Commands are the commands about projects, in the order of the help.
func Commands(restart Restart) []base.Command {
	return []base.Command{base.Lazy(initCommand, "init"), base.Lazy(registerCommand, "register"), base.Lazy(forgetCommand, "forget"), base.Lazy(trustCommand, "trust"),
		base.Lazy(configCommand, "config"), base.Lazy(schemaCommand, "schema"), base.Lazy(exportCommand, "export"), base.Lazy(envCommand, "env"),
		base.Lazy(func(p *base.Program) *cobra.Command { return setEnvCommand(p, restart) }, "set-env"), base.Lazy(showEnvCommand, "show-env"),
		base.Lazy(func(p *base.Program) *cobra.Command { return resetEnvCommand(p, restart) }, "reset-env")}
}
