package programs

import (
	"cmp"
	"path"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// database matches where settings name a database on this machine: an address, or the kind of one.
var database = words.Lazy(`\b(postgres|mysql|mariadb|mongodb)(?:ql)?(?:\+\w+)*://(?:[^\s"'/]*@)?(?:localhost|127\.0\.0\.1)(?::(\d+))?` +
	`|\bDB_CONNECTION=(mysql|mariadb|pgsql)\b|^\s*adapter:\s*["']?(postgres|mysql|trilogy)|` +
	`\bdjango\.db\.backends\.(postgres|mysql)`)

// kinds are the databases that settings call otherwise, and ports the usual ones.
var (
	kinds = map[string]string{"pgsql": "postgres", "trilogy": "mysql"}
	ports = map[string]string{"postgres": "5432", "mysql": "3306", "mariadb": "3306", "mongodb": "27017"}
)

// Databases names those that settings look for on this machine, and of which nothing said before tells.
func Databases(p *survey.Checkout, said string) (notes []string) {
	files := append(p.DotEnvs(), p.Files(".", 3, ".properties", ".yml", ".py", ".example", ".sample")...)
	for _, file := range files {
		name := path.Base(file)
		if name[0] != '.' && !strings.Contains(name, "settings") && !strings.HasPrefix(name, "application") &&
			!strings.HasPrefix(name, "database.") {
			continue
		}
		for line := range strings.Lines(p.Read(".", file)) {
			m := database().FindStringSubmatch(line)
			if m == nil || strings.HasPrefix(strings.TrimSpace(line), "#") {
				continue
			}
			kind := m[1] + m[3] + m[4] + m[5]
			if kind = cmp.Or(kinds[kind], kind); strings.Contains(said, kind) {
				continue
			}
			said += kind
			notes = append(notes, file+" names "+kind+" on port "+cmp.Or(m[2], ports[kind])+
				", which nothing here starts: servers that need it fail until it listens")
		}
	}
	return notes
}
