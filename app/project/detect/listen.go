package detect

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

// sourceExts are the extensions of files whose code may show where it listens.
var sourceExts = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".go", ".rs", ".rb", ".ex", ".exs", ".php",
	".java", ".kt"}

// configs are the beginnings of the names of files in which tools are told their port.
var configs = []string{"vite.config", "nuxt.config", "astro.config", "vue.config", "webpack.config", "rsbuild.config",
	"next.config", "angular.json", "svelte.config", "wrangler.", "_config.yml", "hugo.", "mkdocs.yml", "eleventy.config"}

// javaConfigs are those of Java.
var javaConfigs = []string{"application.properties", "application.yml", "application.yaml", "application.conf"}

var (
	javaPort   = text.Lazy(`(?m)^\s*(?:(?:server|quarkus\.http|micronaut\.server)\.)?port\s*[:=]\s*(\d{4,5})\b`)
	launchPort = text.Lazy(`"applicationUrl":\s*"[^"]*http://localhost:(\d{4,5})`)
	configPort = text.Lazy(`(?m)^\s*["']?(?:port|server\.port|dev_addr)["']?\s*[:=]\s*["']?(?:[\w.]+:)?(\d{4,5})\b|[{,]\s*port:\s*(\d{4,5})\b`)
	envPort    = text.Lazy(`(?m)^\s*(?:export\s+)?PORT\s*=\s*["']?(\d{2,5})\b`)
)

// configured makes a port that the tool's configuration or the project's .env names the server's own.
func (p *project) configured(e *ProposedServer) {
	for _, entry := range p.List(e.at()) {
		if slices.ContainsFunc(configs, func(prefix string) bool { return strings.HasPrefix(entry.Name(), prefix) }) {
			p.takeFrom(e, filepath.Join(e.at(), entry.Name()), configPort())
		}
	}
	for _, file := range javaConfigs {
		p.takeFrom(e, filepath.Join(e.at(), "src/main/resources", file), javaPort())
	}
	p.takeFrom(e, filepath.Join(e.at(), "Properties/launchSettings.json"), launchPort())
	for _, dir := range []string{e.at(), "."} {
		for _, file := range []string{".env", ".env.local", ".env.development", ".env.example"} {
			if path := filepath.Join(dir, file); !p.given[path] {
				p.given[path] = p.takeFrom(e, path, envPort())
			}
		}
	}
}

// takeFrom sets the port that a file names, unless the server has one, and reports whether it did.
func (p *project) takeFrom(e *ProposedServer, file string, re *regexp.Regexp) bool {
	m := re.FindStringSubmatch(p.Read(".", file))
	if m == nil || e.Port != auto {
		return false
	}
	e.Port, e.About = strings.Join(m[1:], ""), file+" names this port"
	e.standard, _ = strconv.Atoi(e.Port)
	return true
}

// listens returns where the sources in a directory listen: the port they name, and whether they read it from the
// variable PORT. Both are zero if no source opens a server. more are files that a command names.
func (p *project) listens(dir string, more ...string) (port int, env bool) {
	files := slices.DeleteFunc(p.Files(dir, 3, sourceExts...), func(file string) bool {
		return slices.Contains(p.started, file) || slices.Contains(more, file)
	})
	return p.listensIn(append(slices.Clone(more), files...))
}

// listensIn is listens for files.
func (p *project) listensIn(files []string) (port int, env bool) {
	for _, file := range files {
		l := p.listensAt(file)
		port, env = cmp.Or(port, l.port), env || l.env
	}
	return port, env
}

// listening is what a source shows of where it listens.
type listening struct {
	port int
	env  bool
}

// listensAt returns where a source listens. Each is looked at once.
func (p *project) listensAt(file string) listening {
	l, known := p.heard[file]
	if known {
		return l
	}
	text := p.Read(".", file)
	l.env = survey.ReadsPort(text)
	if l.env || survey.Opens(text) {
		l.port = survey.PortIn(text)
	}
	p.heard[file] = l
	return l
}

// references are the extensions of files that may name another server's address.
var references = append([]string{".json", ".yml", ".yaml", ".toml", ".vue", ".svelte", ".tsx", ".jsx", ".html", ".conf",
	".env"}, sourceExts...)

// referrer returns a file that names localhost with this port, and that is not one of the server's own sources in dir;
// or "". Files below a directory of others belong to these.
func (p *project) referrer(dir string, port int, others []string) string {
	re := regexp.MustCompile(`(?:localhost|127\.0\.0\.1|0\.0\.0\.0):` + strconv.Itoa(port) +
		`\b|(?i:dev_?(?:server)?_?port)["']?\s*[:=]\s*` + strconv.Itoa(port) + `\b`)
	if p.referring == nil {
		p.referring = append(p.Files(".", survey.MaxDepth, references...), p.dotenvs()...)
	}
	for _, file := range p.referring {
		if strings.Contains(p.Read(".", file), strconv.Itoa(port)) &&
			(strings.Contains(file, ".env") || strings.Contains(file, "proxy") || ownerOf(file, others) != dir) &&
			re.MatchString(p.Read(".", file)) {
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
	for _, dir := range p.Dirs {
		for _, name := range []string{".env", ".env.local", ".env.development", ".env.example"} {
			if p.Has(dir, name) {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	return files
}
