package cli

import (
	"github.com/spf13/cobra"

	"devservers/app"
)

// exactlyOne requires one argument; what names it.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < 1:
			return wrongCall(cmd, "name %s", what)
		case len(args) > 1:
			return wrongCall(cmd, "too many arguments after %q", args[0])
		}
		return nil
	}
}

// atMost allows up to n arguments.
func atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return wrongCall(cmd, "too many arguments")
	}
}

// wrongCall is a usage error that shows how the command is called.
func wrongCall(cmd *cobra.Command, format string, args ...any) error {
	return app.Failf(app.CodeInvalid, "usage: "+cmd.UseLine(), format, args...)
}
