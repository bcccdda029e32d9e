// Package hosts knows the other places where servers run. It keeps a pipe to each, with what was last seen there, and
// passes requests on. Everything that comes from a host is output: it is cleaned, bounded and never believed about
// anything but that host.
//
// A pipe joins two managers by the standard streams of one command, such as ssh or docker exec. At the far end runs
// `devservers dial`, which prints a Hello and then serves HTTP/2 on its streams: a request for /socket becomes a connection
// to that manager's Unix socket, and one for /beat tells the time and the manager there. Requests go in one direction
// only: the far end can't send any.
package hosts

import (
	"encoding/json"
	"net/http"
	"time"

	"devservers/app"
)

// Protocol is the version of what follows the Hello. Both ends must have the same.
const Protocol = 1

// mark begins the line of a Hello. What is printed before it, such as a message of the day, is skipped.
const mark = "DEVSERVERS-PIPE "

// Hello is the first line of the far end.
type Hello struct {
	Protocol int        `json:"protocol"`
	Version  string     `json:"version"`
	OS       string     `json:"os"`
	Arch     string     `json:"arch"`
	Error    *app.Error `json:"error,omitempty"` // why its manager can't start
}

// Line returns h as it is printed.
func (h Hello) Line() []byte {
	data, _ := json.Marshal(h)
	return append(append([]byte(mark), data...), '\n')
}

// Beat is what the far end tells each time that it is asked whether it lives.
type Beat struct {
	Time     time.Time `json:"time"`
	Boot     string    `json:"boot,omitempty"` // of the machine
	Instance string    `json:"instance"`       // of the manager; "" if none runs
	URL      string    `json:"url"`
	Token    string    `json:"token"`
	Version  string    `json:"version"`
	Load     float64   `json:"load,omitempty"` // of the machine, for each of its processors
}

// The paths of requests through the pipe.
const (
	pathSocket = "/socket"
	pathBeat   = "/beat"
)

// The windows of flow control. Many streams share a connection: one whose reader sleeps must not fill its window.
const (
	streamWindow     = 256 << 10
	connectionWindow = 4<<20 - 1
	mostStreams      = 4096
)

// onlyHTTP2 is HTTP/2 without TLS: the command that carries it decides about secrecy.
func onlyHTTP2() *http.Protocols {
	p := &http.Protocols{}
	p.SetUnencryptedHTTP2(true)
	return p
}
