package cli

import (
	"github.com/spf13/cobra"

	"devservers/app"
)

// ExactlyOne requires one argument; what names it.
func ExactlyOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < 1:
			return WrongCall(cmd, "name %s", what)
		case len(args) > 1:
			return WrongCall(cmd, "too many arguments after %q", args[0])
		}
		return nil
	}
}

// AtMost allows up to n arguments.
func AtMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return WrongCall(cmd, "too many arguments")
	}
}

// WrongCall is a usage error that shows how the command is called.
func WrongCall(cmd *cobra.Command, format string, args ...any) error {
	return app.Failf(app.CodeInvalid, "usage: "+cmd.UseLine(), format, args...)
}
