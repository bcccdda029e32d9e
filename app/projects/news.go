package projects

import (
	"bytes"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
	"devservers/app/words"
)

// News returns the events of what has changed in a project's files since before, which is nil for the first look.
func (d *Declared) News(before *Declared) (list []app.Event) {
	add := func(event, message string) {
		list = append(list, app.Event{Event: event, Project: d.Reg.ID, Message: message})
	}
	changed := before == nil || d.Conf.SHA256 != before.Conf.SHA256
	switch {
	case before == nil:
	case d.Problem != nil && (before.Problem == nil || d.Problem.Detail != before.Problem.Detail):
		add(app.EventConfigBroken, d.inShort(d.Problem.Detail))
	case d.Problem == nil && before.Problem != nil:
		add(app.EventConfig, config.FileName+" can be read again")
	case changed && !bytes.Equal(d.Conf.Source, before.Conf.Source):
		add(app.EventConfig, config.FileName+" has changed")
	case changed:
		add(app.EventConfig, "an env file has changed which code runs")
	}
	if changed && d.Problem == nil && d.Trust != trust.Trusted {
		add(app.EventTrust, "review "+config.FileName+", then run `devservers trust`")
	}
	if faults := strings.Join(d.EnvFaults, "; "); before != nil && faults != "" && faults != strings.Join(before.EnvFaults, "; ") {
		add(app.EventConfigBroken, d.inShort(faults))
	}
	return list
}

// inShort returns the first line of a problem of d's files, with paths relative to its directory.
func (d *Declared) inShort(text string) string {
	return strings.ReplaceAll(words.FirstLine(text), d.Reg.Path+string(filepath.Separator), "")
}
