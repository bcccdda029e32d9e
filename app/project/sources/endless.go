package sources

import (
	"strings"

	"devservers/app/base/words"
)

// Endless matches sources of Python that run until they are stopped.
var Endless = words.Lazy(`\bwhile (?:True|1|not [\w.]+(?:\(\))?|self\.\w+)\s*:|run_forever\(|serve_forever\(|` +
	`start_polling\(|run_polling\(`)

// breaks matches the end of a loop.
var breaks = words.Lazy(`^\s*(?:break|return)\b`)

// NeverEnds reports whether a source of Python has a loop that nothing in it leaves.
func NeverEnds(source string) bool {
	for _, at := range Endless().FindAllStringIndex(source, -1) {
		if head := source[at[0]:at[1]]; !strings.HasSuffix(head, "1:") && !strings.HasSuffix(head, "True:") {
			return true
		}
		start, left := strings.LastIndexByte(source[:at[0]], '\n')+1, false
		for line := range strings.Lines(source[at[1]:]) {
			indent := len(line) - len(strings.TrimLeft(line, " \t"))
			if strings.TrimSpace(line) != "" && indent <= at[0]-start {
				break
			}
			left = left || breaks().MatchString(line)
		}
		if !left {
			return true
		}
	}
	return false
}
