package words

import (
	"cmp"
	"fmt"
	"time"
)

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
