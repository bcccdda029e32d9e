package cli

import (
	"github.com/spf13/cobra"

	"devservers/app"
)

// knownCommand refuses words that aren't a command, and leads those of similar programs to a command of ours.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && elsewhere[args[0]] != "" {
		return app.Failf(app.CodeNotFound, "use devservers "+elsewhere[args[0]], "unknown command %q", args[0])
	}
	return noCommand(cmd, args)
}

// elsewhere maps the words of similar programs to a command of ours.
var elsewhere = map[string]string{
	"list": "status", "ps": "status", "top": "status", "info": "status",
	"launch": "start", "kill": "stop", "shutdown": "stop", "quit": "stop", "reload": "restart",
	"log": "logs", "tail": "logs -f", "follow": "logs -f", "grep": "search", "connect": "attach", "shell": "attach",
	"add": "register", "detect": "init", "scaffold": "init", "remove": "forget", "rm": "forget",
	"unregister": "forget", "validate": "config check", "worktrees": "environments",
	"clean": "prune", "gc": "prune", "purge": "uninstall", "diagnose": "why", "explain": "why", "daemon": "serve",
	"server": "serve", "web": "open", "dashboard": "open",
}
