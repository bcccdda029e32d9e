package detect

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// below is a directory as working_dir has it: "" for the project's own.
func below(dir string) string {
	if dir = filepath.Clean(dir); dir == "." {
		return ""
	}
	return dir
}

// byRank sorts a copy by a rank, then by name.
func byRank(list []string, rank func(string) int) []string {
	return slices.SortedFunc(slices.Values(list), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}
