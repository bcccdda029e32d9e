package health

import (
	"context"
	"slices"
	"strconv"
	"time"

	"devservers/app"
	"devservers/app/engine/machine"
)

// How long a server that declares no port may take to open one. Its URL is only shown; it is ready without it.
const (
	servesTime  = 10 * time.Second // for a tool that is known to serve, until it counts as ready without a port
	findTime    = 2 * time.Minute
	findPause   = 500 * time.Millisecond
	longestFind = 4 * time.Second
)

// ofDebuggers are ports that Node's and Python's debuggers open.
var ofDebuggers = []int{9229, 5678}

// found returns the URL of a server that declares no port but listens on one: the port that it printed as its address,
// or else the only one. "" if there is none, or if it isn't clear which.
func (p *Probe) found() string {
	p.aside.listens = slices.DeleteFunc(p.seen.OfTree(p.t.Run.Record().Holder.PID), func(l machine.Listener) bool {
		return !l.Local() || slices.Contains(ofDebuggers, int(l.Addr.Port()))
	})
	if len(p.aside.listens) == 0 {
		return ""
	}
	port, said := p.otherPort()
	same := func(l machine.Listener) bool { return int(l.Addr.Port()) == port }
	if !said && slices.ContainsFunc(p.aside.listens, func(l machine.Listener) bool { return !same(l) }) {
		return ""
	}
	return schemeOf(p.t.Run.Record().Argv) + "://localhost:" + strconv.Itoa(port)
}

// find looks for the port of a ready server that declares none, until it is found, and reports its URL.
func (p *Probe) find(ctx context.Context, ready News) {
	until := time.Now().Add(findTime)
	for pause := findPause; time.Now().Before(until) &&
		app.Pause(ctx, min(pause, app.UntilBeat(longestFind))); pause = min(pause*2, longestFind) {
		if ready.URL = p.found(); ready.URL != "" {
			p.tell(ctx, ready)
			return
		}
	}
}
