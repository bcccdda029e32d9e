package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
)

// noCommand refuses words that aren't a command, and suggests similar commands.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, command := range cmd.Commands() {
		if !command.Hidden {
			names = append(names, command.Name())
		}
	}
	err := unknown("command", args[0], names)
	if e := app.AsError(err, app.CodeNotFound); len(words.Meant(args[0], e.Choices)) == 0 && len(names) > maxNamed {
		e.Hint = "see " + cmd.CommandPath() + " --help"
	}
	return err
}

// maxNamed is how many choices a hint names.
const maxNamed = 12

// unknown is the error for a name that nothing has; it suggests similar ones.
func unknown(what, name string, choices []string) error {
	e := app.Failf(app.CodeNotFound, "", "unknown %s %s", what, words.Quote(name))
	e.Choices = words.Nearest(name, choices)
	if meant := words.Meant(name, e.Choices); len(meant) > 0 {
		e.Hint = "did you mean " + words.Or(meant) + "?"
	} else {
		e.Hint = "it is one of " + words.Or(e.Choices[:min(len(e.Choices), maxNamed)])
	}
	return e
}

// misread tells of a name that nothing has what it was meant for: several names with commas between them, or a flag of
// the command without its dashes.
func misread(cmd *cobra.Command, err error) error {
	if err == nil || app.AsError(err, app.CodeInternal).Code != app.CodeNotFound {
		return err
	}
	e, args := *app.AsError(err, app.CodeInternal), cmd.Flags().Args()
	list := strings.Fields(strings.ReplaceAll(strings.Join(args, " "), ",", " "))
	for _, arg := range args {
		switch {
		case !strings.Contains(e.Detail, words.Quote(arg)) || strings.ContainsAny(arg, "/="):
		case strings.Contains(arg, ","):
			e.Hint = "names are separated by blanks: " + cmd.CommandPath() + " " + strings.Join(list, " ")
		case cmd.Flags().Lookup(arg) != nil:
			e.Hint = "did you mean --" + arg + "?"
		}
	}
	return &e
}

// knownCommand refuses words that aren't a command, and leads those of similar programs to a command of ours.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && elsewhere[args[0]] != "" {
		return app.Failf(app.CodeNotFound, "use devservers "+elsewhere[args[0]], "unknown command %q", args[0])
	}
	return noCommand(cmd, args)
}

// refuseTopics makes help and completion refuse what isn't a command, as the commands themselves do.
func refuseTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				at, rest, err := root.Find(args)
				if err != nil || !at.HasAvailableSubCommands() {
					return err
				}
				return at.ValidateArgs(rest)
			}
		case "completion":
			c.Args, c.RunE = noCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
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
