package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"devservers/cli/base"
	"devservers/cli/doctor"
	"devservers/cli/https"
	"devservers/cli/output"
	"devservers/cli/service"
	"devservers/cli/setup"
	"devservers/cli/shell"
)

// The groups of commands, in the order of the help.
const (
	groupRun   = "run"
	groupRead  = "read"
	groupSetup = "setup"
	groupOther = "other"
)

// groups are all commands, those that matter most first.
func groups() map[string][]base.Command {
	return map[string][]base.Command{
		groupRun: {base.Lazy(startCommand, "start"), base.Lazy(stopCommand, "stop"), base.Lazy(restartCommand, "restart"), base.Lazy(statusCommand, "status", "ls"),
			base.Lazy(waitCommand, "wait"), base.Lazy(attachCommand, "attach"), base.Lazy(runCommand, "run"), base.Lazy(pinCommand, "pin"),
			base.Lazy(unpinCommand, "unpin"), base.Lazy(adoptCommand, "adopt")},
		groupRead:  output.Commands(),
		groupSetup: setup.Commands(startOptions{action: "restart"}.restart),
		groupOther: append([]base.Command{base.Lazy(serveCommand, "serve"), base.Lazy(openCommand, "open", "ui"), base.Lazy(doctor.Command, "doctor"),
			base.Lazy(service.Command, "service"), base.Lazy(https.Command, "https"), base.Lazy(upgradeCommand, "upgrade"), base.Lazy(mcpCommand, "mcp"),
			base.Lazy(shell.HookCommand, "hook"), base.Lazy(tokenCommand, "token"), base.Lazy(demoCommand, "demo"), base.Lazy(versionCommand, "version"),
			base.Lazy(demoServerCommand, "demo-server")}, extra...),
	}
}

// extra are commands of builds with further tags.
var extra []base.Command

// addCommands adds the command that is called only, or all when none is.
func addCommands(root *cobra.Command, p *base.Program, only string) (found bool) {
	all := groups()
	for _, id := range []string{groupRun, groupRead, groupSetup, groupOther} {
		for _, c := range all[id] {
			if only != "" && !c.Is(only) {
				continue
			}
			command := c.Make(p)
			command.GroupID = id
			root.AddCommand(command)
			found = true
		}
	}
	return found
}

// wanted returns the command that a command line is about, or "" if that takes all of them to say.
func wanted(args []string) string {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--version":
			return "version"
		case arg == "--project" || arg == "-p":
			i++
		case arg == "--json" || strings.HasPrefix(arg, "--project="):
		case strings.HasPrefix(arg, "-"):
			return ""
		default:
			return arg
		}
	}
	return ""
}
