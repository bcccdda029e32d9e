package project

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/run/protocol"
)

// A run's record keeps a digest of each variable and each devservers.yml key that the run was given. So the next
// manager can still report what has changed since, and no value is written anywhere.

// Given returns digests of everything that a run is started with and that devservers.yml, its env files or the overlay
// set. Variables from the person's shell are left out: they differ from terminal to terminal.
func Given(ref app.Ref, server config.Server, env Environ) map[string]string {
	all := map[string]string{}
	put := func(name, value string) {
		sum := sha256.Sum256([]byte(ref.String() + "\x00" + name + "\x00" + value))
		all[name] = hex.EncodeToString(sum[:8])
	}
	for name, v := range env {
		if v.From != app.FromShell && v.From != app.FromLogin && v.From != app.FromManager && v.From != app.FromUs {
			put(settings.EnvField(name), v.Value)
		}
	}
	for _, name := range server.Unset {
		put(settings.EnvField(name), "\x00unset")
	}
	for key, value := range server.Keys() {
		put(key, value)
	}
	return all
}

// Drift returns the names of variables and devservers.yml keys that a new run would be given differently. It reads env
// files. A run of a version that recorded no digests has no drift, nor
// has one of a project whose inherited environment is not known yet.
func (ps *Projects) Drift(d *Declared, ref app.Ref, server config.Server, rec protocol.Record) []string {
	if rec.Given == nil || !ps.login.quick(ps.envOf(d.Reg.ID)) {
		return nil
	}
	env, fail := ps.Environ(d, server, server.WorkingDir, rec.Port)
	if fail != nil {
		return []string{"env_file"}
	}
	return Differing(rec.Given, Given(ref, server, env))
}

// Differing returns the names whose digests differ: variables without their "env." prefix, and keys. A key that only
// one of them has is unknown to the version that recorded the other, so it is not a difference.
func Differing(before, now map[string]string) (names []string) {
	both := maps.Clone(before)
	maps.Copy(both, now)
	for name := range both {
		was, had := before[name]
		is, has := now[name]
		short, variable := strings.CutPrefix(name, settings.EnvField(""))
		if was != is && (variable || had && has) {
			names = append(names, short)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
