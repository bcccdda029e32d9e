package detect

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// below is a directory as working_dir has it: "" for the project's own.
func below(dir string) string {
	if dir = filepath.Clean(dir); dir == "." {
		return ""
	}
	return dir
}

// number returns a port as it is declared, "" for 0.
func number(port int) string {
	if port == 0 {
		return ""
	}
	return strconv.Itoa(port)
}
