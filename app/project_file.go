package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"devservers/app/config"
)

// fileStamp tells whether a file may have changed since it was read.
type fileStamp struct {
	size int64
	time time.Time
}

func stampOf(file string) fileStamp {
	info, err := os.Stat(file)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime()}
}

func (p *project) file() string {
	name := p.reg.ConfigFile
	if name == "" {
		name = config.FileName
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.reg.Path, name)
}

// load reads p's file; mu is held. A fault leaves what was known in place.
func (s *Supervisor) load(p *project) {
	p.stamp = stampOf(p.file())
	conf, err := config.Load(p.file())
	if err != nil {
		p.problem = asError(err, CodeConfig)
		if errors.Is(err, os.ErrNotExist) {
			p.problem = failf(CodeNotFound, "put it back, or forget the project: devservers forget "+p.reg.ID, "%s is missing", p.file())
		}
		return
	}
	conf.ID = p.reg.ID
	p.conf, p.problem = conf, nil
	p.patches, p.overlay = s.overlays.Patches(p.reg.ID)
	s.declare(p)
	s.lookAtEnvFiles(p)
}

// declare brings p.servers in line with what the file declares; mu is held.
func (s *Supervisor) declare(p *project) {
	p.version, p.envStamps, p.envFaults = p.version+1, nil, nil
	for _, m := range p.servers {
		m.gone = true
	}
	for _, spec := range slices.Concat(p.conf.Servers, p.conf.Tasks) {
		m := p.servers[spec.Name]
		if m == nil {
			m = s.manage(p, spec)
		}
		m.spec, m.overlay, m.gone = spec.Apply(p.patches), shownPatches(p.patches, spec.Name), false
	}
	for name, m := range p.servers {
		if m.gone && !m.status.State.Up() && (!m.want.up || m.status.State == Backoff) {
			delete(p.servers, name)
			m.wake() // its goroutine ends
		}
	}
}

// manage makes a server and starts its goroutine.
func (s *Supervisor) manage(p *project, spec config.Server) *managed {
	m := &managed{ref: Ref{p.reg.ID, spec.Name}, spec: spec, wanted: make(chan struct{})}
	m.status = Status{State: Stopped, Since: time.Now()}
	p.servers[spec.Name] = m
	s.adopting.Add(1)
	s.wg.Go(func() { s.keepSupervising(p, m) })
	return m
}

// refresh reads p's files again when they may have changed; mu is held.
func (s *Supervisor) refresh(p *project) {
	if st := stampOf(p.file()); st != p.stamp || (p.problem != nil && st != fileStamp{}) {
		s.load(p)
	}
	s.lookAtEnvFiles(p)
}
