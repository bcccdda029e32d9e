package naming

import "strings"

// Form tells a person what validName accepts.
const Form = "use 1 to 64 letters, digits, '.', '_' and '-', not beginning with '.' or '-'"

// Valid is the rule for names of projects, servers and tasks: they stand in URLs, paths and arguments.
func Valid(s string) bool {
	if s == "" || len(s) > 64 || s[0] == '-' || s[0] == '.' {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r < 0x80 && IsVariableByte(byte(r))) && r != '.' && r != '-'
	}) < 0
}

// Suggest turns any text into a valid name, or returns "".
func Suggest(s string) string {
	out := strings.Map(func(r rune) rune {
		if r < 0x80 && IsVariableByte(byte(r)) || r == '.' || r == '-' {
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

func IsVariableByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// IsVariable reports whether s can be the name of an environment variable that a shell could use.
func IsVariable(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !IsVariableByte(s[i]) {
			return false
		}
	}
	return true
}

// ValidID is a name, with the branch of a worktree behind an @.
func ValidID(s string) bool {
	name, branch, linked := strings.Cut(s, "@")
	return Valid(name) && (!linked || Valid(branch))
}
