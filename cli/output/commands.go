package output

import "devservers/cli/base"

// Commands are the commands that read, in the order of the help.
func Commands() []base.Command {
	return []base.Command{base.Lazy(logsCommand, "logs"), base.Lazy(errorsCommand, "errors"), base.Lazy(checkCommand, "check"), base.Lazy(whyCommand, "why"),
		base.Lazy(searchCommand, "search"), base.Lazy(runsCommand, "runs"), base.Lazy(eventsCommand, "events"), base.Lazy(historyCommand, "history")}
}
