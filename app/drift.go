package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"devservers/app/config"
)

// What a run was given is kept in its record as a digest for each variable and each key of devservers.yml. So the next
// manager still knows what has changed since, and no value is written anywhere.

// given digests all that a run is started with and that devservers.yml, its env files or the overlay say. What comes
// from the person's shell is not part of it: that differs from terminal to terminal.
func given(ref Ref, server config.Server, env environ) map[string]string {
	all := map[string]string{}
	put := func(name, value string) {
		sum := sha256.Sum256([]byte(ref.String() + "\x00" + name + "\x00" + value))
		all[name] = hex.EncodeToString(sum[:8])
	}
	for name, v := range env {
		if v.from != fromShell && v.from != fromManager && v.from != fromUs {
			put(config.EnvField(name), v.value)
		}
	}
	for _, name := range server.Unset {
		put(config.EnvField(name), "\x00unset")
	}
	for key, value := range server.Keys() {
		put(key, value)
	}
	return all
}

// driftOf names what a run would be given otherwise now: variables, and keys of devservers.yml; mu is held. The answer
// is remembered until a file or the overlay changes.
func (s *Supervisor) driftOf(p *project, m *managed) []string {
	if m.run == nil || !m.status.State.Up() || m.gone {
		return nil
	}
	rec := m.run.Record()
	if m.drift.run == rec.ID && m.drift.version == p.version {
		return m.drift.names
	}
	m.drift = drift{run: rec.ID, version: p.version}
	env, fail := s.environ(p.conf, m.spec, p.env, m.spec.WorkingDir, rec.Port)
	switch {
	case rec.Given == nil && rec.Config != m.spec.SpecHash(): // a run of an older version
		m.drift.names = []string{config.FileName}
	case rec.Given != nil && fail != nil:
		m.drift.names = []string{"env_file"}
	case rec.Given != nil:
		m.drift.names = differing(rec.Given, given(m.ref, m.spec, env))
	}
	return m.drift.names
}

// drift is what a run would be given otherwise, as of one state of the files.
type drift struct {
	run     string
	version int
	names   []string
}

// differing names what is not the same in both, variables without their "env.".
func differing(before, now map[string]string) (names []string) {
	both := maps.Clone(before)
	maps.Copy(both, now)
	for name := range both {
		if before[name] != now[name] {
			short, _ := strings.CutPrefix(name, "env.")
			names = append(names, short)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// lookAtEnvFiles notices that env files were changed; mu is held.
func (s *Supervisor) lookAtEnvFiles(p *project) {
	now := map[string]fileStamp{}
	for _, server := range slices.Concat(p.conf.Servers, p.conf.Tasks) {
		for _, file := range server.EnvFiles {
			now[file] = stampOf(file)
		}
	}
	if maps.Equal(now, p.envStamps) {
		return
	}
	p.envStamps = now
	p.version++
	p.envFaults = s.envFaults(p)
}

// envFaults says which env files cannot be read, and where their fault is.
func (s *Supervisor) envFaults(p *project) (faults []string) {
	for _, server := range slices.Concat(p.conf.Servers, p.conf.Tasks) {
		if len(server.EnvFiles) == 0 {
			continue
		}
		if _, fail := s.environ(p.conf, server, p.env, server.WorkingDir, 0); fail != nil {
			faults = append(faults, fmt.Sprintf("%s cannot be started: %s", server.Name, fail.Detail))
		}
	}
	return faults
}
