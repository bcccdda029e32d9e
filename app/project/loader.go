package project

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
)

// FreshWait limits how long a caller waits for a project's files to be checked. A file system that hangs costs each
// caller of that project this long, and does not affect other projects.
const FreshWait = time.Second

// StartWait limits how long a start waits for that: on a busy machine a look can take longer than somebody who only
// looks should wait.
const StartWait = 5 * time.Second

// maxQueued is how many requests a loader takes while it is busy, without a goroutine that waits for it.
const maxQueued = 4

// loader reads the files of one project on a goroutine of its own. Only the loader replaces that project's Declared.
type loader struct {
	ps    *Projects
	now   atomic.Pointer[Declared]
	asks  chan ask
	end   context.CancelFunc
	shell *shell

	stamp     fileStamp
	envStamps atomic.Pointer[map[string]fileStamp] // of all env files
}

// ask is a request to check the files again.
type ask struct {
	force  bool            // read devservers.yml even if it looks unchanged
	change func(*Declared) // also made to the next value; nil = nothing
	done   chan<- struct{} // gets a value once it is published; has room for it
}

// run answers requests until ctx ends.
func (l *loader) run(ctx context.Context, first ask) {
	l.answer([]ask{first})
	for {
		select {
		case a := <-l.asks:
			l.answer(l.waiting(a))
		case <-ctx.Done():
			return
		}
	}
}

// waiting returns a request and the ones that wait behind it: one look at the files answers all of them.
func (l *loader) waiting(first ask) []ask {
	for all := []ask{first}; ; {
		select {
		case a := <-l.asks:
			all = append(all, a)
		default:
			return all
		}
	}
}

func (l *loader) answer(all []ask) {
	if slices.ContainsFunc(all, func(a ask) bool { return a.force || a.change != nil }) || l.stale(l.now.Load()) {
		l.renew(all)
	}
	for _, a := range all {
		a.done <- struct{}{}
	}
}

// renew reads the files that may have changed, makes the changes of asks, and publishes the result if it is another
// one.
func (l *loader) renew(all []ask) {
	next := *l.now.Load()
	before, changed := next.Version, false
	l.read(&next, slices.ContainsFunc(all, func(a ask) bool { return a.force }))
	for _, a := range all {
		if a.change != nil {
			a.change(&next)
			changed = true
		}
	}
	if next.Version != before {
		next.EnvFaults = l.envFaults(&next)
	}
	if next.Version != before || changed {
		l.now.Store(&next)
		l.ps.o.Changed(&next)
		l.ps.watcher.poke()
	}
}

// read reads the files that may have changed since they were last read.
func (l *loader) read(d *Declared, force bool) {
	if st := l.stampOf(d.File()); force || l.outdated(d, st) {
		l.stamp = st
		d.Version++
		l.load(d)
	}
	if stamps := l.newStamps(d); stamps != nil {
		l.envStamps.Store(&stamps)
		d.Version++
		l.review(d, d.Conf)
	}
}

// stale reports whether files may have changed since they were read.
func (l *loader) stale(d *Declared) bool {
	return l.outdated(d, l.stampOf(d.File())) || l.newStamps(d) != nil
}

// outdated reports whether devservers.yml, which looks like st now, has to be read.
func (l *loader) outdated(d *Declared, st fileStamp) bool {
	there := st != (fileStamp{})
	return st != l.stamp || d.Conf.FallbacksDiffer() || d.Version == 0 || d.Problem != nil &&
		(there || !d.Removed && l.removed(d.Reg))
}

// newStamps returns how the env files look if that is not as it was when they were read, and nil otherwise.
func (l *loader) newStamps(d *Declared) map[string]fileStamp {
	files, old := d.envFiles(), l.envStamps.Load()
	if len(files) == 0 && old != nil && len(*old) == 0 {
		return nil
	}
	stamps := map[string]fileStamp{}
	for _, file := range files {
		stamps[file] = l.stampOf(file)
	}
	if old != nil && maps.Equal(*old, stamps) {
		return nil
	}
	return stamps
}

// review sets what the files of a project run, and whether a person has trusted that.
func (l *loader) review(d *Declared, conf config.Project) {
	d.Conf = withEnvFiles(conf)
	l.ps.judge(d)
}

// load reads devservers.yml and the overlay.
func (l *loader) load(d *Declared) {
	conf, err := config.Load(d.File())
	if d.Removed = err != nil && l.removed(d.Reg); err != nil {
		d.Problem, d.broken = missing(d, err), d.inBrief(err)
		return
	}
	conf.ID = d.Reg.ID
	d.Problem = nil
	l.review(d, conf.WithFallbacks())
	if d.Stray {
		d.Problem = unregistered(d.Reg)
		d.broken = d.Problem.Detail
	}
	l.patch(d)
}

// patch applies the overlay.
func (l *loader) patch(d *Declared) {
	d.Patches, d.Overlay = l.ps.Overlays.Patches(d.Reg.ID)
	l.apply(d)
}

// missing returns the problem of a project whose file can't be read for this reason.
func missing(d *Declared, err error) *app.Error {
	switch {
	case d.Removed:
		return app.Failf(app.CodeNotFound, "stop its servers and forget it: devservers forget "+d.Reg.ID,
			"the worktree %s was removed", d.Reg.Path)
	case errors.Is(err, os.ErrNotExist):
		hint := "put it back, or forget the project: devservers forget " + d.Reg.ID
		if _, err := os.Stat(d.Reg.Path); err != nil {
			return app.Failf(app.CodeNotFound, hint, "the directory %s is gone", d.Reg.Path)
		}
		other := config.FileIn(d.Reg.Path)
		if _, err := os.Stat(other); err == nil && other != d.File() {
			hint = "there is " + filepath.Base(other) + ": give it the old name, or forget the project and start it again: " +
				"devservers forget " + d.Reg.ID
		}
		return app.Failf(app.CodeNotFound, hint, "%s is missing", d.File())
	}
	return app.AsError(err, app.CodeConfig)
}

// request makes a request to the loader and waits for it at most this long. It reports whether it is done; a project
// that isn't known has no loader.
func (l *loader) request(wait time.Duration, a ask) bool {
	if l == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(l.ps.ctx, wait)
	defer cancel()
	done := make(chan struct{}, 1)
	a.done = done
	l.queue(ctx, a)
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// queue makes a request to the loader and doesn't wait. Behind a loader that doesn't respond, it waits elsewhere until
// ctx ends.
func (l *loader) queue(ctx context.Context, a ask) {
	select {
	case l.asks <- a:
	default:
		go func() {
			select {
			case l.asks <- a:
			case <-ctx.Done():
			}
		}()
	}
}

// Silent returns a Declared for a project whose files did not respond within a time.
func Silent(reg settings.Registered, within time.Duration) *Declared {
	d := &Declared{Reg: reg}
	d.Problem = app.Failf(app.CodeConfig, "check the disk; the next request tries again", "%s could not be read within %s",
		d.File(), within)
	return d
}

// unregistered returns the problem of a project that has running servers, and that config.yml does not name.
func unregistered(reg settings.Registered) *app.Error {
	return app.Failf(app.CodeUnregistered, "register it again: devservers register "+reg.Path+"; or stop its servers",
		"%s is not registered in config.yml, but its servers run", reg.ID)
}

// envFaults returns which env files can't be read, and where the problem is.
func (l *loader) envFaults(d *Declared) (faults []string) {
	if !l.ps.login.quick(l.shell.get()) { // a login shell may take seconds, and its project's files must not wait for it
		return nil
	}
	for _, server := range d.Servers {
		if len(server.EnvFiles) == 0 {
			continue
		}
		_, err := l.ps.environ(d, server, server.WorkingDir, 0, readEnvFiles(d.Conf.Dir, server.EnvFiles))
		var wrong *yml.FileError
		if errors.As(err, &wrong) {
			faults = append(faults, server.Name+" cannot be started: "+yml.Unread(shortPath(d.Conf.Dir, wrong.File), wrong.Why))
		}
	}
	return faults
}
