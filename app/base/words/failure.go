package words

import (
	"cmp"
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

// Failing returns that a server that was ready does not serve any more.
func Failing(name, why string) Sentence { return Sentence{name, "is failing: " + why} }

// EndedAtOnce returns that a server was ready and ended within a moment. end is as End.String returns it.
func EndedAtOnce(name, end string) Sentence {
	return Sentence{name, "was ready for a moment, then it " + end}
}

// ErrorAt returns an error and its place, if that is known, in a line.
func ErrorAt(message, place string) string {
	text := FirstLine(message)
	if place != "" {
		text += " in " + place
	}
	return text
}

// Sentence is a sentence about a server or task. Where a list has just named its subject, the predicate is enough.
type Sentence struct{ Subject, Predicate string }

// String returns the whole sentence.
func (s Sentence) String() string { return s.Subject + " " + s.Predicate }

// End is how a run ended.
type End struct {
	Cause  string        // why it was ended: asked, shutdown, idle, memory, unhealthy, holder; "" if it ended on its own
	Code   int           // its exit code, unless one of the next two is set
	Signal string        // "KILL"
	Error  string        // why it could not be executed
	Lived  time.Duration // 0: not known
	Ready  time.Duration // how long before its end it became ready; 0: it was not, or that is of no interest
	Detail string        // of memory and unhealthy: OverMemory or Unhealthy
}

// String returns e as a clause without a subject: "exited with code 1 after 3m".
func (e End) String() string {
	after := ""
	if e.Lived > 0 {
		after = " after " + Duration(e.Lived)
	}
	if e.Ready > 0 {
		after += ", " + Duration(e.Ready) + " after it was ready"
	}
	switch {
	case e.Cause == "holder":
		return "stopped" + after + ": its holder was killed"
	case e.Cause == "memory":
		return "stopped" + after + ": " + cmp.Or(e.Detail, "it used more memory than its limit")
	case e.Cause == "unhealthy":
		return "stopped" + after + ": " + cmp.Or(e.Detail, "its liveness check failed")
	case e.Cause == "idle":
		return "stopped because nobody used it"
	case e.Cause != "":
		return "stopped"
	case e.Error != "":
		return "could not be executed: " + e.Error
	case e.Signal == "XFSZ":
		return "ended by signal XFSZ" + after + ": a file grew beyond file_size"
	case e.Signal != "":
		return "ended by signal " + e.Signal + after
	}
	return fmt.Sprintf("exited with code %d%s", e.Code, after)
}

// Unhealthy returns how many liveness checks failed, and how the last one did.
func Unhealthy(checks int, last Reason) string {
	if checks == 1 {
		return "its liveness check failed: " + last.failed()
	}
	return fmt.Sprintf("%d liveness checks in a row failed: %s", checks, last.failed())
}
