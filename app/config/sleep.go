package config

import (
	"slices"

	"devservers/app/config/yml"
)

// readSleep reads how a server sleeps.
func readSleep(r *yml.Reader, v *yml.Node, key string) (how Sleep) {
	const form = "write sleep: stop or sleep: freeze"
	text, ok := r.Text(v, key, form)
	if how = Sleep(text); ok && !slices.Contains([]Sleep{SleepStop, SleepFreeze}, how) {
		r.Report(v, key, form, "expected stop or freeze, found %s", yml.Found(v))
	}
	return how
}
