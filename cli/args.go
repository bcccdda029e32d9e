package cli

import "github.com/spf13/cobra"

// exactly wants n arguments and says what is missing.
func (p *program) exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		if len(args) < n {
			return usagef("name %s: %s", what, cmd.UseLine())
		}
		return usagef("too many words after %q: %s", args[n-1], cmd.UseLine())
	}
}

// atMost wants no more than n arguments.
func (p *program) atMost(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return usagef("too many words: %s", cmd.UseLine())
	}
}
