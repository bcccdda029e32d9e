package health

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/run"
)

// A server that stops listening is reported within two seconds. Reloaders that listen again sooner than grace are not.
const (
	rest  = time.Second            // between two looks
	told  = 2 * time.Second        // the same, if the system tells that a port has closed
	soon  = 200 * time.Millisecond // while a port is closed
	grace = 800 * time.Millisecond
	// a server that is ready by another sign may open its port later
	neverGrace = 5 * time.Second
	confirm    = 400 * time.Millisecond // a server that listens again may end immediately, when it loads the broken file
)

// Listening is a run that was ready and has a port.
type Listening struct {
	Ref    app.Ref
	Run    *run.Run
	Holder int // the PID of its holder: its processes are below it
	Port   int
	// Must is false for a run whose readiness check doesn't look at the port: it is judged once it was seen to listen.
	Must bool
	// Outside is true if another process may listen for it, as a container does.
	Outside bool
	// Erred is true if the run has printed an error that is not fixed.
	Erred bool
	// Told is what was last reported of it.
	Told Silence
}

// Silence is how a run that was ready does not serve; the zero value: it does.
type Silence struct {
	Since time.Time
	Deaf  bool // its port is open, but nothing accepts connections; else nothing of it listens
	// By is the process that listens on its port in its place; "" = none.
	By string
	// Never is true if it was ready without its port, and nothing of it has listened there since.
	Never bool
}

// Any reports whether the run is silent.
func (s Silence) Any() bool { return !s.Since.IsZero() }

// Watched provides the runs to verify, and receives reports.
type Watched interface {
	// Serving returns the runs to verify.
	Serving() []Listening
	// Begun returns a channel that has a signal once there may be some, after there were none.
	Begun() <-chan struct{}
	// Silent is called when a run no longer serves, or serves again.
	Silent(s Listening, now Silence)
}

// observation is what was seen of one run.
type observation struct {
	run      *run.Run
	listener machine.Listener // of its tree; zero: it was not seen to listen
	closed   time.Time        // since when nothing listens
	by       string           // what listens in its place
	opened   time.Time        // since when it listens
	never    time.Time        // since when it was looked at, if it need not listen and never did
	at       time.Time        // when the last look began
	acceptor
}

// silence returns how the run does not serve.
func (k observation) silence() Silence {
	if !k.closed.IsZero() {
		return Silence{Since: k.closed, By: k.by}
	}
	if !k.never.IsZero() {
		return Silence{Since: k.never, By: k.by, Never: true}
	}
	if k.deaf.IsZero() && k.stuck(k.at) {
		return Silence{Since: k.queued, Deaf: true}
	}
	return Silence{Since: k.deaf, Deaf: !k.deaf.IsZero()}
}

// sure reports whether what was seen has lasted until the last look began: a look may take long on a busy machine.
func (k observation) sure(now Silence) bool {
	switch {
	case now.Never:
		return k.at.Sub(now.Since) >= neverGrace
	case now.Any():
		return k.at.Sub(now.Since) >= grace
	}
	return k.at.Sub(k.opened) >= confirm
}

// WatchListeners verifies until ctx ends.
func WatchListeners(ctx context.Context, from Watched, closings *machine.Closings) {
	seen, beat := map[app.Ref]observation{}, rest
	var looked time.Time
	for pause := rest; closings.Wait(ctx, min(pause, app.UntilBeat(beat))); {
		app.Pause(ctx, soon-time.Since(looked)) // a port may close again and again
		looked = time.Now()
		subjects := from.Serving()
		if beat = rest; closings.Of(ports(subjects)) { // before the look, so that nothing is missed
			beat = told
		}
		if pause = look(seen, subjects, from); len(subjects) > 0 {
			continue
		}
		select {
		case <-from.Begun():
			pause = rest
		case <-ctx.Done():
		}
	}
}

func ports(subjects []Listening) (list []int) {
	for _, s := range subjects {
		list = append(list, s.Port)
	}
	return list
}

// look verifies all runs once, and returns when to look again.
func look(seen map[app.Ref]observation, subjects []Listening, from Watched) time.Duration {
	pause := told
	if len(subjects) == 0 {
		clear(seen)
		return pause
	}
	begun := time.Now()
	list, err := machine.Listeners()
	if err != nil {
		return rest
	}
	for _, s := range subjects {
		k := seen[s.Ref]
		if k.run != s.Run {
			k = observation{run: s.Run}
		}
		k.at = begun
		k = k.judge(s, at(list, s.Port))
		seen[s.Ref] = k
		now := k.silence()
		same := now.Any() == s.Told.Any() && now.Deaf == s.Told.Deaf && now.By == s.Told.By &&
			now.Never == s.Told.Never
		if (now.Any() || !same) && !now.Never || k.doubt || !k.queued.IsZero() {
			pause = soon
		}
		if !same && k.sure(now) {
			from.Silent(s, now)
		}
	}
	return pause
}

// judge returns what is known of a run once these are the listeners on its port.
func (k observation) judge(s Listening, list []machine.Listener) observation {
	listener, ok := s.listens(k.listener, list)
	switch {
	case ok:
		if k.opened.IsZero() || !k.closed.IsZero() {
			k.opened = time.Now()
		}
		waiting := k.queue.look(s, listener, k.at)
		k.acceptor = k.acceptor.look(s, listener, !listener.Same(k.listener))
		k.queue = waiting
		k.listener, k.closed, k.never = listener, time.Time{}, time.Time{}
	case !k.closed.IsZero() || s.Told.Any() && !s.Told.Never:
		if k.by == "" || len(list) == 0 {
			k.by = stranger(s.Port, list)
		}
		if k.closed.IsZero() {
			k.closed, k.acceptor = time.Now(), acceptor{}
		}
	case s.Must || k.listener != machine.Listener{}:
		k.closed, k.acceptor = time.Now(), acceptor{}
	default:
		if k.by = stranger(s.Port, list); k.never.IsZero() {
			k.never = time.Now()
		}
	}
	return k
}

// listens returns the listener of a run among these. One that was seen before needs no look at processes.
func (s Listening) listens(before machine.Listener, list []machine.Listener) (machine.Listener, bool) {
	if i := slices.IndexFunc(list, before.Same); i >= 0 {
		return list[i], true
	}
	if s.Outside {
		if len(list) > 0 {
			return list[0], true
		}
		return machine.Listener{}, Answers(s.Port)
	}
	if own := machine.Among(list, s.Holder); len(own) > 0 {
		return own[0], true
	}
	return machine.Listener{}, false
}

// stranger describes the process that listens on a port, if one of these listeners is there; "" = none is.
func stranger(port int, list []machine.Listener) string {
	if len(list) == 0 {
		return ""
	}
	if o := machine.OwnerOf(port); o != nil && o.PID != 0 {
		return fmt.Sprintf("PID %d (%s)", o.PID, words.Clip(o.Command, 80))
	}
	return "another process"
}

// Listens looks once, now, whether a run listens.
func Listens(s Listening) bool {
	list, err := machine.Listening(s.Port)
	if err != nil {
		return true
	}
	_, ok := s.listens(machine.Listener{}, list)
	return ok
}

// Answers reports whether a connection to a port of this machine is accepted.
func Answers(port int) bool {
	for _, host := range []string{"127.0.0.1", "::1"} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		c, err := machine.Dial(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		cancel()
		if err == nil {
			c.Close()
			return true
		}
	}
	return false
}

func at(list []machine.Listener, port int) (found []machine.Listener) {
	for _, l := range list {
		if int(l.Addr.Port()) == port {
			found = append(found, l)
		}
	}
	return found
}
