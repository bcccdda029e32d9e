package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"sync/atomic"
	"time"

	"devservers/app/config"
	"devservers/app/config/settings"
)

// freshWait bounds how long a caller waits for a project's files to be looked at. A file system that hangs costs each
// caller that long, and no other project anything.
const freshWait = time.Second

// loader reads the files of one project, on a goroutine of its own. It alone makes that project's declared.
type loader struct {
	ps   *Projects
	now  atomic.Pointer[declared]
	asks chan ask
	end  context.CancelFunc
	env  atomic.Pointer[map[string]string] // of the shell that last started something here; nil = not known

	stamp     fileStamp
	envStamps atomic.Pointer[map[string]fileStamp] // of all env files
}

// ask is a request to look at the files again.
type ask struct {
	force  bool            // read devservers.yml even if it looks unchanged
	change func(*declared) // made to the next value besides; nil = nothing
	done   chan struct{}   // closed once it is published
}

// run answers requests until ctx ends.
func (l *loader) run(ctx context.Context, first ask) {
	l.answer(first)
	for {
		select {
		case a := <-l.asks:
			l.answer(a)
		case <-ctx.Done():
			return
		}
	}
}

func (l *loader) answer(a ask) {
	next := *l.now.Load()
	before := next.version
	l.read(&next, a.force)
	if a.change != nil {
		a.change(&next)
	}
	if next.version != before {
		next.envFaults = l.ps.envFaults(&next)
	}
	if next.version != before || a.change != nil {
		l.now.Store(&next)
		l.ps.o.Changed(&next)
		l.ps.poke()
	}
	close(a.done)
}

// read reads what may have changed since it was last read.
func (l *loader) read(d *declared, force bool) {
	if st := l.ps.stampOf(d.file()); force || st != l.stamp || d.version == 0 || d.problem != nil && st != (fileStamp{}) {
		l.stamp = st
		d.version++
		l.load(d)
	}
	stamps := map[string]fileStamp{}
	for _, file := range d.envFiles() {
		stamps[file] = l.ps.stampOf(file)
	}
	if old := l.envStamps.Load(); old == nil || !maps.Equal(*old, stamps) {
		l.envStamps.Store(&stamps)
		d.version++
	}
}

// load reads devservers.yml and the overlay.
func (l *loader) load(d *declared) {
	conf, err := config.Load(d.file())
	if err != nil {
		d.problem = asError(err, CodeConfig)
		if errors.Is(err, os.ErrNotExist) {
			d.problem = failf(CodeNotFound, "put it back, or forget the project: devservers forget "+d.reg.ID, "%s is missing", d.file())
		}
		return
	}
	conf.ID = d.reg.ID
	d.conf, d.problem, d.trust = conf, nil, l.ps.trust.State(conf)
	l.ps.patch(d)
}

// request has the files looked at as a says, and waits for it until ctx ends. It reports whether that is done.
func (l *loader) request(ctx context.Context, a ask) bool {
	a.done = make(chan struct{})
	select {
	case l.asks <- a:
	case <-ctx.Done():
		return false
	}
	select {
	case <-a.done:
		return true
	case <-ctx.Done():
		return false
	}
}

// silent is what is known of a project whose files do not answer.
func silent(reg settings.Registered) *declared {
	d := &declared{reg: reg}
	d.problem = failf(CodeConfig, "does its disk answer? devservers looks again at each request", "%s could not be read within %s", d.file(), freshWait)
	return d
}

// envFaults says which env files can't be read, and where the problem is.
func (ps *Projects) envFaults(d *declared) (faults []string) {
	for _, server := range d.servers {
		if len(server.EnvFiles) == 0 {
			continue
		}
		if _, fail := ps.environ(d, server, server.WorkingDir, 0); fail != nil {
			faults = append(faults, fmt.Sprintf("%s cannot be started: %s", server.Name, fail.Detail))
		}
	}
	return faults
}
