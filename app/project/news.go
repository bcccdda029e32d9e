package project

import (
	"bytes"
	"errors"
	"os"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
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
		add(app.EventConfigBroken, d.broken)
	case d.Problem == nil && before.Problem != nil:
		add(app.EventConfig, config.FileName+" can be read again")
	case changed && !bytes.Equal(d.Conf.Source, before.Conf.Source):
		add(app.EventConfig, config.FileName+" has changed")
	case changed:
		add(app.EventConfig, "an env file has changed which code runs")
	}
	if changed && d.Problem == nil && d.Trust != settings.Trusted {
		add(app.EventTrust, "review "+config.FileName+", then run `devservers trust`")
	}
	if faults := strings.Join(d.EnvFaults, "; "); before != nil && faults != "" &&
		faults != strings.Join(before.EnvFaults, "; ") {
		add(app.EventConfigBroken, faults)
	}
	return list
}

// inBrief returns in one line why devservers.yml can't be used.
func (d *Declared) inBrief(err error) string {
	file := shortPath(d.Reg.Path, d.File())
	var problems yml.Problems
	switch {
	case errors.As(err, &problems):
		first := problems[0]
		first.File, first.Excerpt, first.Hint = file, "", ""
		return first.String()
	case errors.Is(err, os.ErrNotExist):
		return file + " is missing"
	}
	return file + " cannot be read: " + yml.Reason(err)
}
