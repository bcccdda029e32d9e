package health

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/project/code"
	"devservers/app/record/history"
)

// How long a tree must listen on other ports than its own before its start fails. It is short for a port that the
// server itself prints as its address; otherwise something of the tree may just be first, such as a bundler.
const (
	announced   = time.Second
	unannounced = errorQuiet
	lookAside   = 500 * time.Millisecond // how often other ports are looked for
)

// aside is what a probe saw of the ports that its tree listens on and that are not its own.
type aside struct {
	looked, since time.Time
	listens       []machine.Listener
}

// elsewhere returns the failure of a start whose tree listens, but only on other ports than the declared one, or nil.
func (p *Probe) elsewhere() *app.Error {
	rec := p.t.Run.Record()
	if p.port == 0 || !LooksAt(p.t.Server.Ready, p.port) || Outside(p.t.Server.Ready, rec.Argv, p.port) ||
		time.Since(p.aside.looked) < lookAside {
		return nil
	}
	p.aside.looked, p.aside.listens = time.Now(), p.seen.OfTree(rec.Holder.PID)
	if len(p.aside.listens) == 0 || slices.ContainsFunc(p.aside.listens,
		func(l machine.Listener) bool { return int(l.Addr.Port()) == p.port }) {
		p.aside.since = time.Time{}
		return nil
	}
	if p.aside.since.IsZero() {
		p.aside.since = time.Now()
	}
	port, said := p.otherPort()
	if age := time.Since(p.aside.since); age < announced || !said && age < unannounced {
		return nil
	}
	hint := fmt.Sprintf("make it listen on the port in $PORT (%d), or declare the port that it uses: `port: %d`", p.port,
		port)
	if line := code.WithPort(rec.Argv, rec.Dir); line != "" {
		hint = fmt.Sprintf("write `command: %s`, or declare the port that it uses: `port: %d`", line, port)
	}
	return p.notReady(hint, words.ListensElsewhere(p.t.Ref.Name, port, p.port))
}

// ownAddress matches a URL on this machine, up to its port.
var ownAddress = words.Lazy(`https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d+)`)

// otherPort returns the port that the tree listens on: the one that it printed as its address, if it did.
func (p *Probe) otherPort() (port int, said bool) {
	text := strings.Join(history.LastLines(p.t.Run.Dir, tracebackRead), "\n")
	for _, m := range ownAddress().FindAllStringSubmatch(text, -1) {
		for _, l := range p.aside.listens {
			if m[1] == fmt.Sprint(l.Addr.Port()) {
				return int(l.Addr.Port()), true
			}
		}
	}
	for _, l := range p.aside.listens {
		if l.Local() {
			return int(l.Addr.Port()), false
		}
	}
	return int(p.aside.listens[0].Addr.Port()), false
}
