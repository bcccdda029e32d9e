package restarts

import (
	"fmt"
	"time"

	"devservers/app"
)

// An edit restarts a server that watches files. If the server itself changes a watched file at each start, that would
// loop for ever. These limits detect such loops.
const (
	soon  = 2 * time.Second // a change this soon after such a start may come from the server itself
	loops = 5               // so many in a row do come from it
)

// Guard counts restarts by edits that the server itself seems to cause.
type Guard struct {
	Off   string // why edits are ignored; "" = they are not
	file  string // the file that changed soon after the last start
	loops int    // how often in a row it did
}

// Allows records the edit of a file, and reports whether the server should restart for it. by and started are who made
// its last start, and when; nil = nobody, and not yet.
func (g *Guard) Allows(file string, at time.Time, by *app.Actor, started *time.Time) bool {
	early := by != nil && by.Kind == app.ActorWatch && (started == nil || at.Sub(*started) < soon)
	switch {
	case g.Off != "":
		return false
	case !early || g.file != file:
		*g = Guard{file: file}
		if early {
			g.loops = 1
		}
		return true
	}
	if g.loops++; g.loops < loops {
		return true
	}
	g.Off = fmt.Sprintf("watch is off until the next start: %s changed right after each of %d starts, so this server seems to write it; leave it out with \"!%s\"",
		file, loops, file)
	return false
}
