package survey

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/code"
	"devservers/app/transcript/text"
)

// SourceExts are the extensions of files whose code may show where it listens.
var SourceExts = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".go", ".rs", ".rb", ".ex", ".exs", ".php",
	".java", ".kt"}

// references are the extensions of files that may name another server's address.
var references = append([]string{".json", ".yml", ".yaml", ".toml", ".vue", ".svelte", ".tsx", ".jsx", ".html", ".conf",
	".env"}, SourceExts...)

// Referrer returns a file that names localhost with this port, and that is not one of the server's own sources in dir;
// or "". Files below a directory of others belong to these.
func (p *Checkout) Referrer(dir string, port int, others []string) string {
	re := regexp.MustCompile(`(?:localhost|127\.0\.0\.1|0\.0\.0\.0):` + strconv.Itoa(port) +
		`\b|(?i:dev_?(?:server)?_?port)["']?\s*[:=]\s*` + strconv.Itoa(port) + `\b`)
	if p.referring == nil {
		p.referring = append(p.Files(".", MaxDepth, references...), p.DotEnvs()...)
	}
	for _, file := range p.referring {
		if strings.Contains(p.Read(".", file), strconv.Itoa(port)) &&
			(strings.Contains(file, ".env") || strings.Contains(file, "proxy") || OwnerOf(file, others) != dir) &&
			re.MatchString(p.Read(".", file)) {
			return file
		}
	}
	return ""
}

// RailsHosts returns remarks on Rails applications that respond with 403 at the named URLs of their servers: of names
// below localhost, Rails accepts only names with one label.
func (p *Checkout) RailsHosts() (notes []string) {
	const file = "config/environments/development.rb"
	for _, dir := range p.Dirs {
		if text := p.Read(dir, file); p.Has(dir, "bin/rails") && text != "" && !strings.Contains(text, "config.hosts") {
			notes = append(notes, "Rails refuses named URLs (http://SERVER.PROJECT.localhost) until "+
				filepath.Join(dir, file)+` has: config.hosts << /[a-z0-9.-]+\.localhost/`)
		}
	}
	return notes
}

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
