// Package cli is the command line. serve puts the manager together; every other command is a request to it, and
// draws the answer for a person, or hands it on as JSON. It knows nothing of how servers are run.
package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"devservers/app"
)

// Main runs the command line of this process and returns its exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	return newProgram().execute(ctx, os.Args[1:])
}

// execute runs one command, says what went wrong, and returns the exit code.
func (p *program) execute(ctx context.Context, args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	err := root.ExecuteContext(ctx)
	p.complain(err)
	return exitCode(err)
}

// The groups of commands, in the order of the help.
const (
	groupRun   = "run"
	groupRead  = "read"
	groupSetup = "setup"
	groupOther = "other"
)

// root is the table of all commands.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:               "devservers",
		Short:             "DevServer Manager - Development server orchestration",
		Long:              rootLong,
		Args:              p.noCommand,
		RunE:              func(cmd *cobra.Command, _ []string) error { return p.overview(cmd) },
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
	}
	flags := root.PersistentFlags()
	flags.BoolVar(&p.json, "json", false, "answer with JSON, errors too")
	flags.StringVarP(&p.named, "project", "p", "", "the project that is meant: its id, name or directory")
	_ = root.RegisterFlagCompletionFunc("project", p.completeProjects)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return app.Failf(app.CodeInvalid, cmd.CommandPath()+" --help", "%v", err)
	})
	root.AddGroup(
		&cobra.Group{ID: groupRun, Title: "Servers:"},
		&cobra.Group{ID: groupRead, Title: "Output:"},
		&cobra.Group{ID: groupSetup, Title: "Projects:"},
		&cobra.Group{ID: groupOther, Title: "The manager and the rest:"},
	)
	cobra.EnableCommandSorting = false // the order of addCommands says what matters most
	p.addCommands(root)
	p.helpExitCodes(root)
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
	return root
}

// helpExitCodes ends the root's help with the exit codes.
func (p *program) helpExitCodes(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		help(cmd, args)
		if cmd == root {
			p.Print("\n" + exitHelp)
		}
	})
}

func (p *program) addCommands(root *cobra.Command) {
	add := func(group string, commands ...*cobra.Command) {
		for _, command := range commands {
			command.GroupID = group
			root.AddCommand(command)
		}
	}
	add(groupRun, p.startCommand(), p.stopCommand(), p.restartCommand(), p.statusCommand(), p.waitCommand(),
		p.attachCommand(), p.runCommand(), p.pinCommand(), p.unpinCommand())
	add(groupRead, p.logsCommand(), p.errorsCommand(), p.checkCommand(), p.whyCommand(), p.searchCommand(), p.runsCommand(), p.eventsCommand(), p.historyCommand())
	add(groupSetup, p.registerCommand(), p.forgetCommand(), p.trustCommand(), p.configCommand(), p.schemaCommand(),
		p.envCommand(), p.setEnvCommand(), p.showEnvCommand(), p.resetEnvCommand())
	add(groupOther, p.serveCommand(), p.openCommand(), p.mcpCommand(), p.tokenCommand(), p.demoCommand(), p.versionCommand(), p.demoServerCommand(), p.storybookCommand())
}

const rootLong = `DevServer Manager - Development server orchestration

Starts the dev servers of your projects once, knows when each is ready, keeps what they print,
and shows it alike to you, to your agents and to scripts.

A NAME is a server of the project you stand in, PROJECT/SERVER, or a PROJECT for all its servers.`

// noCommand refuses words that are no command, and names those that are nearly so.
func (p *program) noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, command := range cmd.Commands() {
		if !command.Hidden {
			names = append(names, command.Name())
		}
	}
	if ours := elsewhere[args[0]]; ours != "" {
		return app.Failf(app.CodeNotFound, "that is: devservers "+ours, "no command is called %s", args[0])
	}
	return unknown("command", args[0], names)
}

// elsewhere has the words that other programs of this kind use for a command of ours.
var elsewhere = map[string]string{
	"list": "status", "ps": "status", "top": "status", "info": "status",
	"up": "start", "launch": "start", "down": "stop", "kill": "stop", "shutdown": "stop", "quit": "stop", "reload": "restart",
	"log": "logs", "tail": "logs -f", "follow": "logs -f", "grep": "search", "connect": "attach", "exec": "attach", "shell": "attach",
	"add": "register", "init": "register", "remove": "forget", "rm": "forget", "unregister": "forget", "validate": "config check",
	"diagnose": "why", "explain": "why", "doctor": "why", "daemon": "serve", "server": "serve", "web": "open", "dashboard": "open",
}
