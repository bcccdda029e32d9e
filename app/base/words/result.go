package words

import (
	"fmt"
	"os/user"
	"strconv"
	"strings"
	"time"
)

// IsBecause returns a state and its reason, if there is one, as a predicate: "is starting: waiting for port 80".
func IsBecause(state, reason string) string {
	if reason == "" {
		return Is(state)
	}
	return Is(state) + ": " + reason
}

// Is returns a state as a predicate: "is ready", "has failed".
func Is(state string) string {
	if state == "failed" {
		return "has failed"
	}
	return "is " + state
}

// Started is how a start went that did not fail.
type Started struct {
	Name, State, URL, Run string
	Running               bool // a task, which has not ended
	Ready, Already        bool
	Reason                string   // of State
	Others                []string // what was started because it needs them
	Slept                 []string // what was put to sleep to make room for it
}

// String returns s as a sentence: "web is ready at http://localhost:5173 (run k3x9a)".
func (s Started) String() string {
	text := s.Name + " " + IsBecause(s.State, s.Reason)
	switch {
	case s.Running:
		text = fmt.Sprintf("%s is running (run %s)", s.Name, s.Run)
	case s.Ready:
		text = fmt.Sprintf("%s%s%s (run %s)", s.Name,
			map[bool]string{true: " is already ready", false: " is ready"}[s.Already], at(s.URL), s.Run)
	}
	if len(s.Others) > 0 {
		text += "; also started, because it needs them: " + strings.Join(s.Others, ", ")
	}
	if len(s.Slept) > 0 {
		text += "; " + SleptFor(s.Slept)
	}
	return text
}

func at(url string) string {
	if url == "" {
		return ""
	}
	return " at " + url
}

// Stopped is how a stop went that did not fail.
type Stopped struct {
	Name       string
	NotRunning bool          // nothing was done
	Retrying   bool          // it waited for an automatic restart
	Took       time.Duration // 0: not known
	Killed     int           // processes that ignored the signal
	Denied     []Denied      // processes of other users, which are left
	Failed     string        // the hook that failed, and why; "" = none
	StillUp    []string      // servers that need it
}

// String returns s as a sentence: "web is stopped (took 0.3s)".
func (s Stopped) String() string {
	if s.NotRunning {
		return s.Name + " " + s.Short()
	}
	return s.Name + " is " + s.Short()
}

// Short returns s for a list that has named the server: "stopped (took 0.3s)".
func (s Stopped) Short() string {
	if s.NotRunning {
		return "was not running"
	}
	text := "stopped" + s.how() + leftBehind(s.Denied)
	if s.Failed != "" {
		text += "; " + s.Failed
	}
	if len(s.StillUp) > 0 {
		text += "; still running although they need it: " + And(s.StillUp)
	}
	return text
}

// Denied is a process that belongs to another user; UID -1: unknown.
type Denied struct{ PID, UID int }

// leftBehind names the processes that a stop could not end, and the command that does.
func leftBehind(list []Denied) string {
	if len(list) == 0 {
		return ""
	}
	var text []string
	pids := ""
	for _, d := range list {
		owner := "another user"
		if u, err := user.LookupId(strconv.Itoa(d.UID)); err == nil {
			owner = u.Username
		}
		text = append(text, fmt.Sprintf("PID %d belongs to %s", d.PID, owner))
		pids += " " + strconv.Itoa(d.PID)
	}
	return ", but " + And(text) + " and still runs: sudo kill" + pids
}

func (s Stopped) how() string {
	switch {
	case s.Retrying:
		return ": it will not be restarted automatically"
	case s.Took == 0:
		return ""
	case s.Killed == 0:
		return " (took " + Duration(s.Took) + ")"
	}
	return fmt.Sprintf(" (took %s; %s ignored the signal and had to be killed)", Duration(s.Took),
		Count(s.Killed, "process"))
}

// Patched returns how many changes a server or project has outside its file, and which of its servers must be restarted
// for them to apply. undone is how many were just undone.
func Patched(whose string, changes, undone int, restart []string) string {
	text := whose + " has " + Count(changes, "change") + " to devservers.yml"
	switch {
	case changes == 0 && undone > 0:
		text = whose + " follows devservers.yml again"
	case changes == 0:
		text = whose + " has no changes to devservers.yml"
	}
	if len(restart) > 0 {
		text += "; restart " + And(restart) + " to apply it"
	}
	return text
}

// IsServed returns that a server which devservers doesn't run serves, where, and by which process.
func IsServed(name, url, by string) string {
	text := name + " is external" + at(url)
	if by != "" {
		text += ", served by " + by
	}
	return text
}

// StartElsewhere returns what to do about a server that devservers doesn't run and that nothing serves.
func StartElsewhere(name string) string {
	return "start " + name + " where it belongs: devservers never starts it (managed: false)"
}

// Pinned returns that a server is pinned, or is no longer.
func Pinned(name string, pinned bool) string {
	if pinned {
		return name + " is pinned: agents and the idle timeout leave it alone"
	}
	return name + " is not pinned any more"
}
