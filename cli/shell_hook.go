package cli

import (
	"embed"

	"github.com/spf13/cobra"

	"devservers/app"
)

// hooks are what the shells run before each prompt.
//
//go:embed hooks
var hooks embed.FS

// HookCommand prints the hook of a shell.
func HookCommand(p *Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook SHELL",
		Short: "Start servers when your shell enters a project",
		Long: `Print a hook for bash, zsh or fish. With it, a shell that enters the directory of a project starts
the servers marked autostart: true, in the background, and prints one line with their names.

It starts only registered and trusted projects, and never asks. It does nothing when you move
within a project, and nothing in the shells of agents.`,
		Example: "  eval \"$(devservers hook bash)\"      # in ~/.bashrc\n" +
			"  eval \"$(devservers hook zsh)\"       # in ~/.zshrc\n" +
			"  devservers hook fish | source       # in ~/.config/fish/config.fish",
		Args:      exactlyOne("a shell: bash, zsh or fish"),
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := hooks.ReadFile("hooks/" + args[0])
			if err != nil {
				return app.Failf(app.CodeInvalid, "use bash, zsh or fish", "unknown shell %q", args[0])
			}
			p.Print(string(text))
			return nil
		},
	}
	cmd.AddCommand(enterCommand(p))
	return cmd
}
