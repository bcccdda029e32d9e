package detect

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/transcript/text"
)

// sourceExts are the extensions of files whose code may show where it listens.
var sourceExts = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".go", ".rs", ".rb", ".ex", ".exs", ".php",
	".java", ".kt"}

var (
	opens   = text.Lazy(`\blisten\(|\.listen\b|ListenAndServe|\.run\(|serve\(|Server\(|\.bind\(|\.Start\(|\.Run\(|HttpServer|set :port|Endpoint`)
	fromEnv = text.Lazy(`(?i:env|environ|getenv|var|fetch|get)[\w.]*[.(\[]+\s*["']?PORT\b`)
	literal = text.Lazy(`\blisten\(\s*(\d{2,5})\b|(?i:port)["']?(?:\s*:\s*\w+)?\s*(?:[:=,]|=>)\s*(?:[^\n\d]{0,60}(?:\|\||\?\?|\bor\b|,)\s*)?["']?(\d{4,5})\b|(?:127\.0\.0\.1|localhost|0\.0\.0\.0|["'])["']?[:,]\s*["']?(\d{4,5})\b`)
)

// foreign are ports of databases and mail servers, which sources name because they connect to them.
var foreign = []int{5432, 3306, 6379, 27017, 5672, 9200, 11211, 1025, 8025, 2525, 1433, 9092, 9000, 4317, 4318}

// listens returns where the sources in a directory listen: the port they name, and whether they read it from the
// variable PORT. Both are zero if no source opens a server. more are files that a command names.
func (p *project) listens(dir string, more ...string) (port int, env bool) {
	for _, file := range append(more, p.files(dir, 3, sourceExts...)...) {
		if slices.Contains(p.started, file) && !slices.Contains(more, file) {
			continue
		}
		text := p.read(".", file)
		if !opens().MatchString(text) && !fromEnv().MatchString(text) {
			continue
		}
		env = env || fromEnv().MatchString(text)
		for _, m := range literal().FindAllStringSubmatch(text, 20) {
			n, _ := strconv.Atoi(m[1] + m[2] + m[3])
			if port == 0 && n >= 1024 && n <= 65535 && !slices.Contains(foreign, n) {
				port = n
			}
		}
	}
	return port, env
}

// references are the extensions of files that may name another server's address.
var references = append([]string{".json", ".yml", ".yaml", ".toml", ".vue", ".svelte", ".tsx", ".jsx", ".html", ".conf",
	".env"}, sourceExts...)

// referrer returns a file that names localhost with this port, and that is not one of the server's own sources in dir;
// or "". Files below a directory of others belong to these.
func (p *project) referrer(dir string, port int, others []string) string {
	re := regexp.MustCompile(`(?:localhost|127\.0\.0\.1|0\.0\.0\.0):` + strconv.Itoa(port) + `\b`)
	files := append(p.files(".", maxDepth, references...), p.dotenvs()...)
	for _, file := range files {
		if (strings.Contains(file, ".env") || strings.Contains(file, "proxy") || ownerOf(file, others) != dir) &&
			re.MatchString(p.read(".", file)) {
			return file
		}
	}
	return ""
}

// ownerOf returns the deepest of dirs that holds a file, "." if none does.
func ownerOf(file string, dirs []string) string {
	owner := "."
	for _, dir := range dirs {
		if strings.HasPrefix(file, dir+"/") && len(dir) > len(owner)-1 {
			owner = dir
		}
	}
	return owner
}

// dotenvs returns the env files of the project.
func (p *project) dotenvs() (files []string) {
	for _, dir := range p.dirs {
		for _, name := range []string{".env", ".env.local", ".env.development", ".env.example"} {
			if p.has(dir, name) {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	return files
}
