package app

import (
	"math"
	"strings"
	"time"

	"devservers/app/base/words"
)

// HostState is whether another place where servers run can be reached.
type HostState string

// The states of a host.
const (
	HostConnecting  HostState = "connecting" // for the first time
	HostReachable   HostState = "reachable"
	HostUnreachable HostState = "unreachable"
)

// HostView is a host as people and programs see it. All but its name and address comes from there.
type HostView struct {
	Name      string    `json:"name"`
	Address   string    `json:"address"`
	State     HostState `json:"state"`
	Since     time.Time `json:"since"`                // of the state
	Step      string    `json:"step,omitempty"`       // at which it could not be reached
	Reason    string    `json:"reason,omitempty"`     // why, as a clause
	Fix       string    `json:"fix,omitempty"`        // what to do about it
	Latency   float64   `json:"latency_ms,omitempty"` // of a round trip
	Offset    float64   `json:"clock_offset_ms"`      // of its clock from the one here; positive: it is ahead
	Load      float64   `json:"load,omitempty"`       // of its machine, for each processor
	Version   string    `json:"version,omitempty"`    // of devservers there
	System    string    `json:"system,omitempty"`     // linux/amd64
	ForAgents bool      `json:"for_agents"`           // agents here may use it
	Remarks   []string  `json:"remarks,omitempty"`    // such as a clock that went back
	Origin    string    `json:"origin,omitempty"`     // of its own pages, as they are seen here
	Up        int       `json:"servers_up"`
	Servers   int       `json:"servers"`
	// As they were last seen. Their ids begin with the host's name and a colon.
	Projects []ProjectView `json:"projects"`
}

// clockWorth is from how many milliseconds on the clock of a host is worth a word.
const clockWorth = 500

// Clock returns in words that the clock of a host is ahead or behind, "" if it isn't.
func (h HostView) Clock() string {
	by := time.Duration(math.Abs(h.Offset)) * time.Millisecond
	switch {
	case h.Offset >= clockWorth:
		return "its clock is " + words.Duration(by) + " ahead"
	case h.Offset <= -clockWorth:
		return "its clock is " + words.Duration(by) + " behind"
	}
	return ""
}

// hostName is a label of a host name (RFC 1123 2.1).
var hostName = words.Lazy(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

// IsHostName reports whether a host can have a name: it becomes part of named URLs.
func IsHostName(name string) bool {
	return hostName().MatchString(name) && name != "localhost" && name != "devservers"
}

// CutHost returns the host of a name such as box:shop/web, and the rest. found is false for a name of this machine.
func CutHost(name string) (host, rest string, found bool) {
	host, rest, found = strings.Cut(name, ":")
	if !found || !hostName().MatchString(host) {
		return "", name, false
	}
	return host, rest, true
}

// OnHost returns a name as it is written here for something on a host; "" is this machine.
func OnHost(host, name string) string {
	if host == "" {
		return name
	}
	return host + ":" + name
}
