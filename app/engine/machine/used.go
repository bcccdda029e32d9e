package machine

import "time"

// timeWait is how long the kernel lists a closed connection: TCP_TIMEWAIT_LEN of Linux, a constant.
const timeWait = time.Minute

// use is a connection to a server: open, or closed a while ago.
type use struct {
	connection
	open   bool
	closed time.Duration // ago
}

// Used returns when somebody other than devservers was last connected to a port of this machine: now, while a
// connection is open; zero, if there was none in the last minute. It doesn't see a connection that was reset, nor one
// that another machine closed first.
func Used(port int) (last time.Time) {
	now := time.Now()
	for _, u := range uses(port) {
		at := now.Add(-u.closed)
		if at.After(last) && !own.has(u.connection) {
			last = at
		}
	}
	return last
}

// closedTo returns the connections to a port that were closed in the last minute.
func closedTo(port int) map[connection]struct{} {
	closed := map[connection]struct{}{}
	for _, u := range uses(port) {
		if !u.open {
			closed[u.connection.plain()] = struct{}{}
		}
	}
	return closed
}
