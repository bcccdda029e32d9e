package code

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// NewColumn returns the line of a model of Django that has a printed column which no migration names.
func (x *Texts) NewColumn(w app.Printed) (at SourceLine, ok bool) {
	at, ok = Lines(x.Sources(), func(at SourceLine) bool {
		return strings.HasPrefix(filepath.Base(at.File), "models") && w.In(at.Text) != "" && strings.Contains(at.Text, "=")
	})
	if !ok {
		return at, false
	}
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(filepath.Dir(at.File)), "migrations", "*.py"))
	for _, file := range list {
		if w.In(x.Text(file)) != "" {
			return at, false
		}
	}
	return at, true
}

// TableOfApp returns the name of a printed table that an app of Django without a migration would have, or "".
func (x *Texts) TableOfApp(w app.Printed) (name string) {
	x.Search(func(dir string) bool {
		app := filepath.Base(dir)
		if w.First("_").Is(app) && x.Unmigrated(app+"_x") != "" {
			name = app + "_x"
		}
		return name != ""
	})
	return name
}
