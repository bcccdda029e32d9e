// Package cli is the command line, and the manager that `serve` runs: the process that assembles the supervisor, the
// API, the pages and the MCP endpoint, publishes its address, serves, and closes all of it in order. Every other
// command is a request to it and draws the answer for a person, or passes it on as JSON. The package doesn't know how
// servers are run.
package cli

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"devservers/app"
	"devservers/app/base/words"
)

// Main runs the command line of this process and returns its exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	return execute(ctx, thisProgram(), os.Args[1:])
}

// execute runs one command, reports what went wrong, and returns the exit code.
func execute(ctx context.Context, p *Program, args []string) int {
	p.options = args
	if i := slices.Index(args, "--"); i >= 0 {
		p.options = args[:i]
	}
	root := rootCommand(p)
	root.SetArgs(args)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	cmd, err := root.ExecuteContextC(ctx)
	err = misread(cmd, exclusive(err))
	p.complain(err)
	return exitCode(err)
}

// exclusive returns the error of flags that exclude each other in our words, and any other as it is.
func exclusive(err error) error {
	if err == nil {
		return nil
	}
	rest, ok := strings.CutPrefix(err.Error(), "if any flags in the group [")
	if flags, _, found := strings.Cut(rest, "]"); ok && found {
		return usagef("--%s exclude each other", strings.Join(strings.Fields(flags), " and --"))
	}
	return err
}

// The groups of commands, in the order of the help.
const (
	groupRun   = "run"
	groupRead  = "read"
	groupSetup = "setup"
	groupOther = "other"
)

func rootCommand(p *Program) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "devservers",
		Short: "DevServer Manager - Development server orchestration",
		Long:  rootLong,
		Args:  knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return showVersion(p)
			}
			return overview(cmd.Context(), p)
		},
		PersistentPreRun:  func(cmd *cobra.Command, _ []string) { p.sayConfig(cmd) },
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
	}
	flags := root.PersistentFlags()
	flags.BoolVar(&p.JSON, "json", false, "JSON output, including errors")
	flags.StringVarP(&p.Named, "project", "p", "", "the project: its id, name or directory")
	_ = root.RegisterFlagCompletionFunc("project", p.Complete().Projects)
	root.Flags().BoolVar(&version, "version", false, "the same as devservers version")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		p.JSON = p.JSON || slices.Contains(p.options, "--json") // it may be behind the one that is wrong
		return app.Failf(app.CodeInvalid, flagHint(cmd, err.Error()), "%v", err)
	})
	root.AddGroup(
		&cobra.Group{ID: groupRun, Title: "Servers:"},
		&cobra.Group{ID: groupRead, Title: "Output:"},
		&cobra.Group{ID: groupSetup, Title: "Projects:"},
		&cobra.Group{ID: groupOther, Title: "Manager and more:"},
	)
	cobra.EnableCommandSorting = false // addCommands puts what matters most first
	addCommands(root, p)
	showHelp(root, p)
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
	addCompletionInstall(root, p)
	refuseTopics(root)
	return root
}

// flagHint returns what to do about an error in the flags of a command.
func flagHint(cmd *cobra.Command, msg string) string {
	if strings.Contains(msg, " duration \"") {
		return "write a time with its unit, such as 30s, 5m or 1h30m"
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	if flag, ok := strings.CutPrefix(msg, "unknown flag: "); ok {
		if meant := words.Meant(flag, names); len(meant) > 0 {
			return "did you mean " + words.Or(meant) + "?"
		}
		if strings.Contains(cmd.Use, "-- ") {
			return "write -- before what is not for devservers: " + cmd.CommandPath() + " ... -- " + flag
		}
	}
	return "see " + cmd.CommandPath() + " --help"
}

// showHelp wraps the help of a command before it is shown, and ends the root's with the exit codes.
func showHelp(root *cobra.Command, p *Program) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		fitHelp(cmd)
		help(cmd, args)
		if cmd == root {
			p.Print("\n" + exitHelp)
		}
	})
}

func addCommands(root *cobra.Command, p *Program) {
	add := func(group string, commands ...*cobra.Command) {
		for _, command := range commands {
			command.GroupID = group
		}
		root.AddCommand(commands...)
	}
	add(groupRun, startCommand(p), stopCommand(p), restartCommand(p), statusCommand(p), waitCommand(p), attachCommand(p),
		runCommand(p), execCommand(p), pinCommand(p), unpinCommand(p), adoptCommand(p))
	add(groupRead, logsCommand(p), errorsCommand(p), checkCommand(p), whyCommand(p), searchCommand(p), runsCommand(p),
		eventsCommand(p), historyCommand(p))
	add(groupSetup, initCommand(p), registerCommand(p), forgetCommand(p), pruneCommand(p), trustCommand(p), upCommand(p),
		downCommand(p), setupCommand(p), environmentsCommand(p), configCommand(p), schemaCommand(p), exportCommand(p),
		envCommand(p), setEnvCommand(p), showEnvCommand(p), resetEnvCommand(p))
	add(groupOther, serveCommand(p), openCommand(p), doctorCommand(p), serviceCommand(p), httpsCommand(p),
		upgradeCommand(p), uninstallCommand(p), mcpCommand(p), HookCommand(p), tokenCommand(p), hostCommand(p),
		dialCommand(p), demoCommand(p), versionCommand(p), demoServerCommand(p))
	for _, command := range extra {
		add(groupOther, command(p))
	}
}

const rootLong = `DevServer Manager - Development server orchestration

Starts the dev servers of your projects once, knows when each is ready, stores their output,
and shows the same facts to you, your agents and your scripts.

A NAME is a server of the current project, PROJECT/SERVER, or a PROJECT for all its servers.`

// extra are commands of builds with further tags.
var extra []func(*Program) *cobra.Command
