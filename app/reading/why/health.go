package why

import (
	"slices"

	"devservers/app"
	"devservers/app/engine/machine"
	"devservers/app/project/code"
)

// Health returns what is so of a server now, besides causes: where it listens, and what it was not given.
func (w *Why) Health(ref app.Ref) (app.Health, error) {
	now, err := w.sup.Situation(ref)
	if err != nil {
		return app.Health{}, err
	}
	h := app.Health{}
	if now.Run != nil && now.Status.State.Up() {
		for _, l := range machine.OfTree(now.Run.Record().Holder.PID) {
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
		h.Missing = append(h.Missing, code.Unlisted(dir, now.Project.Dir, env)...)
	}
	slices.Sort(h.Missing)
	h.Missing = slices.Compact(h.Missing)
	return h, nil
}
