package words

import (
	"cmp"
	"fmt"
	"strconv"
	"time"
)

// Reason is why a server is in its state. It is a value to compare; String makes it English. The zero value means no
// reason.
type Reason struct {
	Kind   ReasonKind
	Port   int
	About  string        // see Kind
	Detail string        // see Kind
	Within time.Duration // of Stopping
	Ended  End           // of Exited and EndingRest
	GaveUp int           // of Exited: no retry follows, after so many in a row
	Since  time.Time     // of NotListening, NotAccepting, HolderSilent and AnswersFail
	OnEdit bool          // of Exited: it is started again when a watched file changes
	PID    int           // of HolderSilent
	Room   Room          // of NoRoom
}

// ReasonKind is the kind of a Reason. Its numbers are saved with the outcomes of servers: add new ones at the end.
type ReasonKind int

// The kinds of reasons. The first group are what a readiness check waits for.
const (
	NoReason      ReasonKind = iota
	PortClosed               // nothing listens on Port
	PortElsewhere            // it listens on the address About only
	PortTaken                // another process listens on Port
	NoAnswer                 // no answer from the URL About
	BadAnswer                // the URL About answers with the status Detail
	NoLine                   // no line matches the pattern About
	CommandFails             // the command About fails, or cannot be started: Detail
	MustStayAlive            // it has not lived long enough

	WaitsForNeeds  // About: what Needs returned
	WaitsForStop   // About: the servers that stop first, as And returned them
	Stopping       // its processes are ending, Within is their limit
	StoppingBefore // the manager before this one requested the stop
	EndingRest     // its command ended as in Ended, its other processes are ending
	// it was ready, and nothing of its tree listens on Port, but perhaps About does; Detail: its newest error
	NotListening
	NotAccepting    // it was ready, Port is open, and nothing accepts connections there; Detail: its newest error
	AliveFailed     // it was ready, and its liveness check fails: Detail
	OpenedOutside   // it is ready, and the process About, which is not in its tree, listens on Port
	Unchecked       // it is ready, as far as its output and its exit show
	OpenToNetwork   // it is ready, on the address About
	Exited          // see Ended
	Asleep          // stopped by the idle timeout
	NotStarted      // the start was refused: Detail
	ServedElsewhere // a process that is not ours serves Port
	NotServed       // it isn't run by devservers, and nothing serves Port
	// it is ready by another sign, and nothing of its tree has listened on Port, but perhaps About does
	NeverListened
	HolderSilent // the holder of its run, the process PID, has not answered since Since
	NoRoom       // the machine has no room for its start: Room
	Frozen       // its processes stand still because nobody used it
	AnswersFail  // it is ready, and each answer since Since was a server error; Detail: its newest error
)

// Any reports whether there is a reason.
func (r Reason) Any() bool { return r.Kind != NoReason }

// Standing reports whether the reason is no trouble, and holds as long as the server runs.
func (r Reason) Standing() bool { return r.Kind == Unchecked || r.Kind == OpenToNetwork }

// String returns r as a whole clause without a subject, such as "waiting for port 5173" or "exited with code 1 after
// 3m". It stands on its own or after a colon.
func (r Reason) String() string {
	switch r.Kind {
	case WaitsForNeeds:
		return "needs " + r.About
	case WaitsForStop:
		return "waiting for " + r.About + " to stop"
	case Stopping:
		return "waiting for its processes to end (up to " + Duration(r.Within) + ")"
	case StoppingBefore:
		return "waiting for its processes to end, as requested before the manager was replaced"
	case EndingRest:
		return r.Ended.String() + "; ending the processes it left behind"
	case NotListening:
		if r.About != "" {
			return fmt.Sprintf("nothing of it listens on port %d since %s: %s does", r.Port, r.Since.Format("15:04:05"),
				r.About) + Tail("; ", r.Detail)
		}
		return fmt.Sprintf("nothing listens on port %d since %s", r.Port, r.Since.Format("15:04:05")) + Tail("; ", r.Detail)
	case NotAccepting:
		return fmt.Sprintf("nothing accepts connections on port %d since %s", r.Port, r.Since.Format("15:04:05")) +
			Tail("; ", r.Detail)
	case HolderSilent:
		return fmt.Sprintf("its holder (PID %d) has not answered since %s: `kill -CONT %d` continues a stopped one", r.PID,
			r.Since.Format("15:04:05"), r.PID)
	case AnswersFail:
		return "each answer that was seen since " + r.Since.Format("15:04:05") + " was a server error" +
			Tail("; ", r.Detail)
	case AliveFailed:
		return r.Detail
	case OpenedOutside:
		return fmt.Sprintf("port %d is served by another process", r.Port) + Tail(": ", r.About)
	case NeverListened:
		return fmt.Sprintf("nothing of it has listened on port %d since it was ready", r.Port) + Tail(": ", r.About) +
			map[bool]string{true: " does"}[r.About != ""]
	case Unchecked:
		return "no port: judged by output and exit alone"
	case OpenToNetwork:
		return "open to the network (it listens on " + r.About + ")"
	case Exited:
		return r.exited()
	case NoRoom:
		return r.Room.String()
	case Frozen:
		return "its processes stand still because nobody used it; a request or a start wakes it"
	case Asleep:
		return "stopped because nobody used it; start it again when you need it"
	case NotStarted:
		return r.Detail
	case ServedElsewhere:
		return fmt.Sprintf("port %d is served by %s", r.Port, cmp.Or(r.About, "a process that was not started here"))
	case NotServed:
		return "nothing serves it" + Tail(" on port ", number(r.Port))
	}
	return r.waiting()
}

// number returns n, or "" for 0.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// waiting is what a readiness check that has not passed waits for.
func (r Reason) waiting() string {
	switch r.Kind {
	case PortClosed:
		return fmt.Sprintf("waiting for port %d", r.Port)
	case PortElsewhere:
		return fmt.Sprintf("waiting for port %d, but it listens on %s only", r.Port, r.About)
	case PortTaken:
		return fmt.Sprintf("waiting for port %d, where another process listens", r.Port)
	case NoAnswer:
		return "waiting for " + r.About
	case BadAnswer:
		return "waiting for " + r.About + ", which answers " + r.Detail
	case NoLine:
		return fmt.Sprintf("waiting for a line that matches %q", r.About)
	case CommandFails:
		return "waiting for `" + r.About + "` to succeed" + Tail(": ", r.Detail)
	case MustStayAlive:
		return "waiting to see whether it stays alive"
	}
	return ""
}

// failed is how a liveness check failed that waited for r.
func (r Reason) failed() string {
	switch r.Kind {
	case PortClosed:
		return fmt.Sprintf("it does not listen on port %d", r.Port)
	case PortElsewhere:
		return fmt.Sprintf("it does not listen on port %d, but on %s", r.Port, r.About)
	case PortTaken:
		return fmt.Sprintf("another process listens on port %d", r.Port)
	case NoAnswer:
		return "no answer from " + r.About
	case BadAnswer:
		return r.About + " answers " + r.Detail
	case CommandFails:
		return "`" + r.About + "` did not succeed" + Tail(": ", r.Detail)
	}
	return r.String()
}

func (r Reason) exited() string {
	text := r.Ended.String()
	if r.GaveUp > 0 {
		text += "; " + GaveUp(r.GaveUp)
	}
	if r.OnEdit {
		text += "; it starts again when a watched file changes"
	}
	return text
}

// GaveUp returns that no automatic restart follows after so many.
func GaveUp(restarts int) string {
	return "gave up after " + Count(restarts, "restart") + " in a row"
}

// Need returns one thing that a start waits for: a server or task, until it is ready, started or completed.
func Need(name, until string) string {
	switch until {
	case "ready":
		return name + " to be ready"
	case "completed":
		return name + " to complete"
	case "started":
		return name + " to start"
	}
	return name + " to end"
}

// NeedFailed returns that name is not as another server needs it until it is ready, started or completed, and why.
func NeedFailed(name, by, until, why string) string {
	not := cmp.Or(map[string]string{"ready": "is not ready", "completed": "did not complete"}[until], "did not start")
	return fmt.Sprintf("%s, which %s needs, %s", name, by, not) + Tail(": ", why)
}

// NotRestarted returns why a server was not restarted although files that it watches changed.
func NotRestarted(files, why string) string {
	return "not restarted after the edit of " + files + ", because that would fail: " + why
}
