package server

import (
	"cmp"
	"fmt"
	"time"

	"devservers/app"
)

// An edit restarts a server that watches files. If the server itself changes a watched file at each start, that would
// loop for ever. Who writes a file can't be seen, and a person or an agent may edit it as quickly. So after some such
// changes in a row the restart waits. Somebody who edits changes the file while it waits, or not at
// all after the start; a server changes it soon after each start, and never else.
const (
	soon  = 2 * time.Second // a change this soon after such a start may come from the server itself
	loops = 5               // after so many in a row restarts wait
	waits = 3               // so many that waited, each of which such a change follows, show a loop
)

// Guard counts restarts by edits that the server itself seems to cause.
type Guard struct {
	Off   string // why edits are ignored; "" = they are not
	Kept  string // why the last edit did not restart the server; "" = it did
	file  string // the file that changed soon after the last start
	loops int    // how often in a row it did
}

// ignoring returns why edits don't restart the server; "" = they do.
func (g *Guard) ignoring() string { return cmp.Or(g.Off, g.Kept) }

// Allows records the edit of a file, and reports whether the server should restart for it, and after which time. by and
// started are who made its last start, and when; nil = nobody, and not yet.
func (g *Guard) Allows(file string, at time.Time, by *app.Actor, started *time.Time) (ok bool, wait time.Duration) {
	early := by != nil && by.Kind == app.ActorWatch && (started == nil || at.Sub(*started) < soon)
	switch {
	case g.Off != "":
		return false, 0
	case !early || g.file != file:
		*g = Guard{file: file}
		if early {
			g.loops = 1
		}
		return true, 0
	}
	switch g.loops++; {
	case g.loops < loops:
		return true, 0
	case g.loops < loops+waits:
		return true, soon
	}
	g.Off = fmt.Sprintf("watch is off until the next start: %s changed right after each of %d starts, so this server "+
		"seems to write it; leave it out with \"!%s\"",
		file, g.loops, file)
	return false, 0
}
