package config

import (
	"fmt"
	"strings"
)

// KeyTables returns the tables of keys in the docs, as Markdown.
func KeyTables() string {
	return table("Top level", projectRows, false) + table("`servers: NAME:` and `tasks: NAME:`", serverRows, true) +
		"\nKeys with a `*` are for servers only.\n" +
		table("`ready:`", readyRows, false) + table("`alive:`", aliveRows, false) + table("`stop:`", stopRows, false) + "\n"
}

// table returns one table, with a mark at keys that tasks do not have if mark is set.
func table[R any](title string, rows []row[R], mark bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n| %s | default | |\n|---|---|---|\n", title)
	for _, r := range rows {
		name, preset := "`"+r.name+"`", ""
		if mark && !r.tasks {
			name += " *"
		}
		if r.preset != "" {
			preset = " `" + strings.Trim(r.preset, `"`) + "`"
		}
		fmt.Fprintf(&b, "| %s |%s | %s |\n", name, preset, r.about)
	}
	return b.String()
}
