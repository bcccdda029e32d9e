package history

import (
	"errors"
	"runtime"
	"strings"

	"devservers/app/config/command"
)

var errNoNotifier = errors.New("no program is known that shows notices on " + runtime.GOOS)

// notifier returns the command that shows a notice. Title and text are arguments of their own, never part of a script.
// The text may be markup (Desktop Notifications Specification 1.2, "Markup"), so it is escaped.
func notifier(system, title, text string) []string {
	switch system {
	case "linux", "freebsd":
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
		return []string{"notify-send", "--app-name=devservers", "--", title, text}
	case "darwin":
		return []string{"osascript", "-e", "on run argv", "-e",
			"display notification (item 2 of argv) with title (item 1 of argv)", "-e", "end run", "--", title, text}
	}
	return nil
}

// show shows a notice soon, and waits for nothing.
func (n *Notifier) show(title, text string) {
	argv := notifier(runtime.GOOS, title, text)
	if argv == nil {
		n.shown("", errNoNotifier)
		return
	}
	j, err := n.program(command.Command{Words: []command.Word{{{Literal: argv[0]}}}}, nil)
	if err != nil {
		n.shown("", err)
		return
	}
	j.argv, j.done = argv, n.shown
	n.jobs.add(j)
}

// shown logs why a notice could not be shown, once per cause.
func (n *Notifier) shown(output string, err error) {
	trouble := ""
	if err != nil {
		trouble = strings.TrimSpace(err.Error() + " " + output)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if trouble != "" && trouble != n.trouble && !n.jobs.ending() {
		n.o.Log.Warn("a notice can't be shown; settings.notify in config.yml asks for them", "error", trouble)
	}
	n.trouble = trouble
}
