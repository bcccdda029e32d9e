package run

import (
	"path/filepath"
	"strings"
)

// Program returns the name of the program of a process and its first argument that is not a flag, such as "node
// server.js"; "" if this user can't see it.
func Program(pid int) string {
	argv := arguments(pid)
	if len(argv) == 0 || argv[0] == "" {
		return ""
	}
	name := filepath.Base(argv[0])
	for _, a := range argv[1:] {
		if a != "" && !strings.HasPrefix(a, "-") {
			if filepath.IsAbs(a) {
				a = filepath.Base(a)
			}
			return name + " " + a
		}
	}
	return name
}
