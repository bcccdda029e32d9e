package config

import "strings"

// nameForm tells a person what validName accepts.
const nameForm = "use 1 to 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'"

// validName is the rule for names of projects, servers and tasks: they stand in URLs, paths and arguments.
func validName(s string) bool {
	if s == "" || len(s) > 64 || s[0] == '-' || s[0] == '.' {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r < 0x80 && isNameByte(byte(r))) && r != '.' && r != '-'
	}) < 0
}

// suggestName turns any text into a valid name, or returns "".
func suggestName(s string) string {
	out := strings.Map(func(r rune) rune {
		if r < 0x80 && isNameByte(byte(r)) || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, s)
	for strings.Contains(out, "--") {
		out = strings.ReplaceAll(out, "--", "-")
	}
	out = strings.Trim(out, "-.")
	return strings.TrimRight(out[:min(len(out), 64)], "-.")
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// isName reports whether s can be the name of an environment variable that a shell could use.
func isName(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return true
}

// validID is a name, with the branch of a worktree behind an @.
func validID(s string) bool {
	name, branch, linked := strings.Cut(s, "@")
	return validName(name) && (!linked || validName(branch))
}
