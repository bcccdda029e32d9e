package survey

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/transcript/text"
)

// proxied matches the address to which a configuration of a frontend passes requests on.
var proxied = text.Lazy(`(?i)(?:proxy|target|api|backend)[^\n]{0,80}(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b`)

// PassesOn returns the configuration of a directory that passes requests on to a port, and that port.
func (p *Checkout) PassesOn(dir string) (file, port string) {
	for _, entry := range p.List(dir) {
		if !strings.Contains(entry.Name(), ".config.") && !strings.HasPrefix(entry.Name(), "proxy.conf") {
			continue
		}
		file = filepath.Join(dir, entry.Name())
		if m := proxied().FindStringSubmatch(p.Read(".", file)); m != nil {
			return file, m[1]
		}
	}
	return "", ""
}

// mostScripts is how many scripts may lead to each other.
const mostScripts = 8

// Passes reports whether an option at the end of a command reaches the tool to which its scripts lead: npm passes on
// only what follows --, and the last command of a script may not be its last program.
func Passes(command, dir string) bool {
	for depth := range mostScripts {
		words := Last(command)
		if slices.ContainsFunc(words, func(w string) bool {
			return strings.HasPrefix(w, "|") || strings.HasSuffix(w, "&") || strings.HasPrefix(w, "#")
		}) {
			return false
		}
		next, script := code.Script(words, dir)
		if !script {
			next, script = code.Script(code.ProgramOf(words), dir)
		}
		if !script || next == command {
			return true
		}
		if depth > 0 && slices.Contains(words, "npm") && !slices.Contains(words, "--") {
			return false
		}
		command = next
	}
	return false
}

// WithFlag adds an option to a command; npm passes only what follows -- on to a script.
func WithFlag(command, flag string) string {
	list := code.Words(command)
	if len(list) > 1 && list[0] == "npm" && !slices.Contains(list, "--") {
		return command + " -- " + flag
	}
	return command + " " + flag
}
