package view

import (
	"strings"

	"devservers/app"
)

// Assignments draws the variables that are set as NAME=VALUE.
func Assignments(list []app.EnvVariable) (text string) {
	for _, variable := range list {
		if !variable.Unset {
			text += variable.Name + "=" + Plain(variable.Value) + "\n"
		}
	}
	return text
}

// Variables draws a table of variables with their sources.
func (v View) Variables(list []app.EnvVariable) string {
	t := Table{Columns: []Column{{Title: "NAME"}, {Title: "VALUE", Rank: 1}, {Title: "FROM"}}}
	for _, e := range list {
		value := Clip(Plain(e.Value), 60, v.Style)
		t.Rows = append(t.Rows, Row{Cells: []string{Plain(e.Name), value, Plain(e.From)}, Note: variableNote(e)})
	}
	return v.table(t)
}

// variableNote describes what is unusual about a variable.
func variableNote(e app.EnvVariable) string {
	var parts []string
	switch {
	case e.Unset:
		parts = append(parts, "removed by set-env --unset")
	case len(e.Instead) > 0:
		parts = append(parts, "instead of "+strings.Join(e.Instead, ", "))
	}
	if e.Changed {
		parts = append(parts, "changed since start")
	}
	return Plain(strings.Join(parts, "; "))
}
