package survey

import (
	"strings"

	"devservers/app/project/code"
)

// Last returns the words of the last command in a line of shell.
func Last(line string) []string {
	for _, sep := range []string{"&&", ";"} {
		if i := strings.LastIndex(line, sep); i >= 0 {
			line = line[i+len(sep):]
		}
	}
	return code.Words(line)
}
