package words

import (
	"fmt"
	"time"
)

// EndedEarly returns that a run ended before its server was ready.
func EndedEarly(name string, how End) string {
	return name + " " + how.String() + ", before it was ready"
}

// Late returns that a server was not ready in time, and what it waits for. listens are the addresses that it listens on;
// they are named only if it has a port or listens on any.
func Late(name string, within time.Duration, waiting Reason, listens []string, hasPort bool) string {
	text := fmt.Sprintf("%s was not ready within %s: %s", name, Duration(within), waiting)
	switch {
	case len(listens) > 0:
		return text + "; it listens on " + And(listens)
	case hasPort:
		return text + "; it does not listen on any port"
	}
	return text
}

// ListensElsewhere returns that a server listens on another port than the declared one.
func ListensElsewhere(name string, port, declared int) string {
	return fmt.Sprintf("%s listens on %d, not on %d", name, port, declared)
}

// Restarts returns when the automatic restart comes, and which of how many it is.
func Restarts(in time.Duration, attempt, of int) string {
	return fmt.Sprintf("restarting in %s (%d of %d)", Duration(in), attempt, of)
}

// NotReadyAfterError returns that a server printed an error and has been quiet since, and what it waits for.
func NotReadyAfterError(name string, waiting Reason) string {
	return fmt.Sprintf("%s is not ready: the last thing it printed is an error, and it has been quiet since (%s)", name, waiting)
}
