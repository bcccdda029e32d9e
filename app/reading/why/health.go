package why

import (
	"os"
	"path/filepath"
	"slices"

	"devservers/app"
	"devservers/app/config/envvar"
	"devservers/app/engine/ports"
	"devservers/app/project/sources"
)

// Health returns what is so of a server now, besides causes: where it listens, and what it was not given.
func (w *Why) Health(ref app.Ref) (app.Health, error) {
	now, err := w.sup.Situation(ref)
	if err != nil {
		return app.Health{}, err
	}
	h := app.Health{}
	if now.Run != nil && now.Status.State.Up() {
		for _, l := range ports.OfServer(now.Run.Record().Holder.PID, now.Status.Port) {
			if port := int(l.Addr.Port()); !slices.Contains(h.Listens, port) {
				h.Listens = append(h.Listens, port)
			}
		}
		slices.Sort(h.Listens)
	}
	env, err := w.sup.NextEnv(ref)
	if err != nil {
		return h, nil //nolint:nilerr // a finding says why there is no environment
	}
	for _, dir := range slices.Compact([]string{now.Server.WorkingDir, now.Project.Dir}) {
		h.Missing = append(h.Missing, unset(dir, now.Project.Dir, env)...)
	}
	slices.Sort(h.Missing)
	h.Missing = slices.Compact(h.Missing)
	return h, nil
}

// unset returns the variables that an example in dir lists and that env lacks.
func unset(dir, project string, env map[string]string) (names []string) {
	for _, example := range sources.Examples {
		file := filepath.Join(dir, example)
		if _, err := os.Lstat(file); err != nil { // most projects have one of them
			continue
		}
		f, err := envvar.Read(file, project)
		if err != nil {
			continue
		}
		vars, _ := f.Vars(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
		for _, v := range vars {
			if _, ok := env[v.Name]; !ok {
				names = append(names, v.Name)
			}
		}
	}
	return names
}
