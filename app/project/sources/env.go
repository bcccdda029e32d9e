package sources

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Examples are files that list the variables of a project.
var Examples = []string{".env.example", ".env.sample", ".env.template", ".env.dist", "example.env", "env.example",
	".env.local.example", ".env.development.example"}

// Defines reports whether an env file has the variable.
func Defines(file, name string) bool {
	return file != "" && regexp.MustCompile(`(?m)^\s*(?:export\s+)?#?\s*`+regexp.QuoteMeta(name)+
		`\s*[=:]`).MatchString(Read(file))
}

// Unread returns an env file of the project that has the variable, but that is not among the ones that the server
// reads.
func (p *Project) Unread(name string, read []string) string {
	for _, dir := range []string{p.WorkDir, p.Dir} {
		for _, base := range []string{".env", ".env.local", ".env.development", ".env.dev"} {
			file := filepath.Join(dir, base)
			if Defines(file, name) && !slices.Contains(read, file) {
				return file
			}
		}
	}
	return ""
}

var envLine = lazily(`^\s*(?:(?:export\s+)?[A-Za-z_][\w.-]*\s*=.*|#.*|)$`)

// BrokenEnv returns the number of the first line of an env file that is neither NAME=value nor a comment, or 0. A value
// in quotes may have many lines.
func BrokenEnv(file string) int {
	quote := ""
	for i, line := range strings.Split(Read(file), "\n") {
		_, value, _ := strings.Cut(line, "=")
		value = strings.TrimSpace(value)
		switch {
		case quote != "":
			if strings.Contains(line, quote) {
				quote = ""
			}
		case !envLine().MatchString(strings.TrimRight(line, "\r")):
			return i + 1
		case value != "" && strings.ContainsAny(value[:1], "\"'`") && strings.Count(value, value[:1]) == 1:
			quote = value[:1]
		}
	}
	return 0
}
