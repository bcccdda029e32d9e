package app

import (
	"slices"
	"strings"
)

// Type makes a command for a shell the fix. Doors offer it for copying if IsPlainCommand allows it, and never run it.
func (f *Finding) Type(command string) {
	if f.Fix = command; IsPlainCommand(command) {
		f.Command = command
	}
}

// Typed returns f with a command as the fix; see Type.
func (f Finding) Typed(command string) *Finding {
	f.Type(command)
	return &f
}

// IsPlainCommand reports whether a shell reads a command as it looks: one line of programs with plain arguments, joined
// by &&. Names in it may come from output.
func IsPlainCommand(command string) bool {
	for part := range strings.SplitSeq(command, " && ") {
		argv := strings.Split(part, " ")
		if argv[0] == "" || argv[0][0] == '-' || slices.ContainsFunc(argv,
			func(word string) bool { return !isPlainWord(word) }) {
			return false
		}
	}
	return len(command) <= 300
}

func isPlainWord(word string) bool {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@./:=+,^%-"
	return word != "" && strings.Trim(word, safe) == ""
}
