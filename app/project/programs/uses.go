package programs

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// clientWords are how sources name a service, by a word of its image's name.
var clientWords = map[string]string{
	"postg":     `postgres psycopg pgx lib/pq asyncpg "pg" npgsql database_url`,
	"pgvector":  "postgres psycopg pgvector asyncpg",
	"timescale": "postgres psycopg pgx", "mysql": "mysql database_url", "mariadb": "mysql mariadb database_url",
	"mssql": "mssql sqlserver", "sql-edge": "mssql sqlserver", "mongo": "mongo", "redis": "redis",
	"valkey": "redis valkey", "rabbitmq": "rabbit amqp", "kafka": "kafka", "redpanda": "kafka", "memcached": "memcache",
}

// pageExts are the extensions of sources of Node's programs.
var pageExts = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".jsx", ".vue", ".svelte", ".prisma"}

// otherExts are those of other programs, with their manifests and settings.
var otherExts = []string{".py", ".go", ".rs", ".rb", ".ex", ".exs", ".php", ".java", ".kt", ".cs", ".scala", ".xml",
	".gradle", ".kts", ".properties", ".yml", ".yaml", ".toml", ".txt", ".csproj", ".mod", ".ini", ".conf"}

// Programs are the directories of a project's programs.
type Programs struct {
	*survey.Checkout
	Dirs  []string
	texts map[string]string // by directory
}

// Uses reports whether the files of a program name a service: by its image, by words for its clients, or by the port at
// which it is published.
func (p *Programs) Uses(dir string, node bool, image string, port int) bool {
	base, _, _ := strings.Cut(path.Base(image), ":")
	words := []string{"localhost:" + strconv.Itoa(port), "127.0.0.1:" + strconv.Itoa(port)}
	if len(base) > 3 && !slices.Contains([]string{"server", "proxy", "http", "nginx"}, base) {
		words = append(words, strings.ToLower(base))
	}
	for word, more := range clientWords {
		if strings.Contains(base, word) {
			words = append(words, strings.Fields(more)...)
		}
	}
	manifests := slices.ContainsFunc(code.Brokers, func(b code.Broker) bool {
		return strings.HasPrefix(base, b.Name) && slices.ContainsFunc(
			append([]string{"package.json", "Gemfile"}, survey.Python...),
			func(file string) bool { return b.Packages().MatchString(p.Read(dir, file)) })
	})
	text := p.text(dir, node)
	return manifests || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// text returns the sources and settings of a directory's program in small letters. A file belongs to the deepest of
// the directories.
func (p *Programs) text(dir string, node bool) string {
	if p.texts == nil {
		p.texts = map[string]string{}
	}
	return survey.Remember(p.texts, dir+strconv.FormatBool(node), func() string {
		exts, all := otherExts, append([]string{"Gemfile", "composer.json"}, survey.EnvFiles...)
		if node {
			exts, all = pageExts, []string{"package.json"}
		}
		for i, name := range all {
			all[i] = filepath.Join(dir, name)
		}
		for _, file := range p.Files(dir, survey.MaxDepth, exts...) {
			if survey.OwnerOf(file, p.Dirs) == dir && !strings.Contains(path.Base(file), "compose") {
				all = append(all, file)
			}
		}
		all = append(all, p.Files(filepath.Join(dir, "src/main"), 8, ".java", ".kt", ".properties", ".yml", ".yaml")...)
		var text strings.Builder
		for _, file := range all {
			text.WriteString(strings.ToLower(p.Read(".", file)) + "\n")
		}
		return text.String()
	})
}

// OwnNames are the names that the project has: its directory's, and those of its manifests.
func OwnNames(p *survey.Checkout) []string {
	var m struct {
		Name string `json:"name"`
	}
	p.JSON(".", "package.json", &m)
	module, _, _ := strings.Cut(strings.TrimPrefix(p.Read(".", "go.mod"), "module "), "\n")
	return []string{path.Base(p.Root), path.Base(m.Name), path.Base(strings.TrimSpace(module))}
}

// ownPart matches the end of an image's name that says which part of the project it is.
var ownPart = words.Lazy(`[-_](?:api|app|web|server|backend)$`)

// OwnImage reports whether an image has the project's own name.
func OwnImage(p *survey.Checkout, image string) bool {
	name, _, _ := strings.Cut(path.Base(image), ":")
	return slices.ContainsFunc(OwnNames(p), func(own string) bool {
		return strings.EqualFold(own, ownPart().ReplaceAllString(name, "")) || strings.EqualFold(own, name)
	})
}

// ownEnv matches a source that reads the file .env of the directory in which its program runs.
var ownEnv = words.Lazy(`\benv_file["']?\s*[:=]\s*\(?["'](?:\./)?\.env["']|\bdotenv/config\b|\bdotenv\.config\(\)|` +
	`\bgodotenv\.Load\(\)`)

// EnvAbove returns the file .env above a directory that its program would read if it ran there, or "".
func EnvAbove(p *survey.Checkout, dir string) string {
	at, _ := p.Upwards(filepath.Dir(dir), ".env")
	if dir == "." || at == "" || p.Has(dir, ".env") || !p.Anywhere(dir, ownEnv(), ".py", ".js", ".ts", ".mjs", ".go") {
		return ""
	}
	return filepath.Join(at, ".env")
}
