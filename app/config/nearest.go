package config

import (
	"slices"
	"strconv"

	"devservers/app/words"
)

func itoa(n int) string { return strconv.Itoa(n) }

// meant returns the candidate that name was most likely meant to be, or "".
func meant(name string, candidates []string) string {
	return slices.Concat(words.Meant(name, candidates), []string{""})[0]
}

// sorted returns a sorted copy.
func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}
