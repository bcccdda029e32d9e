package programs

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// RailsHosts returns remarks on Rails applications that respond with 403 at the named URLs of their servers: of names
// below localhost, Rails accepts only names with one label.
func RailsHosts(p *survey.Checkout) (notes []string) {
	const file = "config/environments/development.rb"
	for _, dir := range p.Dirs {
		if text := p.Read(dir, file); p.Has(dir, "bin/rails") && text != "" && !strings.Contains(text, "config.hosts") {
			notes = append(notes, "Rails refuses named URLs (http://SERVER.PROJECT.localhost) until "+
				filepath.Join(dir, file)+` has: config.hosts << /[a-z0-9.-]+\.localhost/`)
		}
	}
	return notes
}

// mostScripts is how many scripts may lead to each other.
const mostScripts = 8

// Passes reports whether an option at the end of a command reaches the tool to which its scripts lead: npm passes on
// only what follows --, and the last command of a script may not be its last program.
func Passes(command, dir string) bool {
	for depth := range mostScripts {
		words := survey.Last(command)
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
