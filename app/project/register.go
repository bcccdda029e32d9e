package project

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
)

// Register registers the project of a directory or of a devservers.yml. It runs nothing. fresh reports whether the
// project is new.
func (ps *Projects) Register(path string) (id string, fresh bool, err error) {
	file, err := findFile(path)
	if err != nil {
		return "", false, err
	}
	_ = ps.o.Global.Reload() // the advice of the last refusal may have been followed just now
	if _, err := yml.CheckDirectory(ps.o.Dirs.Home, ps.o.Global.Settings().Roots, filepath.Dir(file),
		ps.o.Dirs.Private()...); err != nil {
		return "", false, app.AsError(err, app.CodeForbidden)
	}
	conf, err := config.Load(file)
	if err != nil {
		return "", false, app.AsError(err, app.CodeConfig)
	}
	reg, err := ps.enter(conf)
	if err != nil {
		return "", false, app.AsError(err, app.CodeConfig)
	}
	l := ps.loaders.of(reg.ID)
	defer ps.Sync() // config.yml was read again
	switch {
	case l == nil:
		ps.add(reg, false)
		ps.repatchCheckouts(reg)
	case l.now.Load().Stray:
		l.known(reg)
	case l.now.Load().Reg.Path != reg.Path:
		l.move(reg, conf)
		return reg.ID, false, nil
	default:
		return reg.ID, false, nil
	}
	return reg.ID, true, nil
}

// known makes a stray a registered project.
func (l *loader) known(reg settings.Registered) {
	l.request(FreshWait, ask{change: func(d *Declared) {
		d.Reg, d.Stray = reg, false
		d.Version++
		l.load(d)
	}})
}

func findFile(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", app.Failf(app.CodeInvalid, "give an absolute path", "%q is not an absolute path", path)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return path, nil
	}
	file, err := config.Find(path)
	if err != nil {
		return "", app.AsError(err, app.CodeNotFound)
	}
	return file, nil
}

// Remove unregisters a project and removes its overlay, and what was trusted if its directory is gone. Its files stay.
func (ps *Projects) Remove(id string) error {
	ps.listed.Lock()
	defer ps.listed.Unlock()
	d := ps.Declared(id)
	if err := ps.o.Global.Forget(id); err != nil && (d == nil || !d.Stray || ps.o.Global.Knows(id)) {
		return app.AsError(err, app.CodeConfig)
	}
	_, err := ps.Overlays.Remove(id, func(settings.Patch) bool { return true })
	if l := ps.loaders.of(id); l != nil {
		err = errors.Join(err, l.shell.put(nil))
		l.end()
		ps.loaders.drop(id)
	}
	if d != nil && d.Reg.Gone() {
		err = errors.Join(err, ps.trust.Drop(d.Reg.Path))
	}
	if err != nil {
		ps.o.Log.Warn("something is left of a forgotten project", "project", id, "error", err)
	}
	return nil
}

// strayIn returns the registration that a project with a server in dir seems to have had.
func strayIn(id, dir string) settings.Registered {
	file, err := config.Find(dir)
	if err != nil {
		file = filepath.Join(dir, config.FileName)
	}
	return settings.Registered{ID: id, Name: id, Path: filepath.Dir(file), ConfigFile: file}
}

// add starts to read a registered project, and waits for the first result as long as any caller would.
func (ps *Projects) add(reg settings.Registered, stray bool) {
	ctx, end := context.WithCancel(ps.ctx)
	l := &loader{ps: ps, asks: make(chan ask, maxQueued), end: end, shell: openShell(ps.o.Dirs.State, reg.ID, ps.o.Log)}
	first := Silent(reg, FreshWait)
	first.Stray = stray
	l.now.Store(first)
	if !ps.loaders.add(reg.ID, l) {
		end()
		return
	}
	done := make(chan struct{}, 1)
	ps.wg.Go(func() { l.run(ctx, ask{done: done}) })
	select {
	case <-done:
	case <-time.After(FreshWait):
		ps.o.Changed(l.now.Load())
	}
}
