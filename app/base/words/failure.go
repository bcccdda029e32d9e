package words

import (
	"fmt"
	"time"
)

// EndedEarly returns that a run ended before its server was ready.
func EndedEarly(name string, how End) Sentence {
	return Sentence{name, how.String() + ", before it was ready"}
}

// Late returns that a server was not ready in time, and what it waits for. listens are the addresses that it listens
// on; they are named only if it has a port or listens on any.
func Late(name string, within time.Duration, waiting Reason, listens []string, hasPort bool) Sentence {
	text := fmt.Sprintf("was not ready within %s: %s", Duration(within), waiting)
	switch {
	case len(listens) > 0:
		text += "; it listens on " + And(listens)
	case hasPort:
		text += "; it does not listen on any port"
	}
	return Sentence{name, text}
}

// ListensElsewhere returns that a server listens on another port than the declared one.
func ListensElsewhere(name string, port, declared int) Sentence {
	return Sentence{name, fmt.Sprintf("listens on %d, not on %d", port, declared)}
}

// Restarts returns when the automatic restart comes, and which of how many it is.
func Restarts(in time.Duration, attempt, of int) string {
	return fmt.Sprintf("restarting in %s (%d of %d)", Duration(in), attempt, of)
}

// NotReadyAfterError returns that a server printed an error and has been quiet since, and what it waits for.
func NotReadyAfterError(name string, waiting Reason) Sentence {
	return Sentence{name, fmt.Sprintf("is not ready: the last thing it printed is an error, and it has been quiet since "+
		"(%s)", waiting)}
}

// Answers returns that a server answers its readiness check with an error.
func Answers(name string, wrong Reason) Sentence {
	return Sentence{name, "is not ready: " + wrong.failed()}
}

// NotReadyAfter returns that a server is not ready although it was waited for, and what it waits for, if that is known.
func NotReadyAfter(name string, waited time.Duration, waiting string) Sentence {
	return Sentence{name, "is not ready after " + Duration(waited) + Tail(": ", waiting)}
}
