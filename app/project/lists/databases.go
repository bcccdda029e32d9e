package lists

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// database is a program that stores data and isn't proposed as a server: its data are the person's.
type database struct {
	names []string       // that it has in settings, the first in sentences
	named *regexp.Regexp // a line that says where settings look for it here; the group is the port, if it has that
	uses  func() *regexp.Regexp
}

// databases are known by their names in settings, and by the packages of their clients.
var databases = sync.OnceValue(func() []database {
	return []database{
		looked("postgres|postgresql|pgsql|postgis", "pg", "postgres", "pg-promise", "pg8000", `psycopg\d?(?:-binary)?`,
			"asyncpg", "postgrex", "tokio-postgres", `github\.com/(?:lib/pq|jackc/pgx/v\d)`, `.*[:>]postgresql.*`),
		looked("mysql|mysql2|mariadb|trilogy|myxql", "mysql2?", "mysqlclient", "pymysql", "aiomysql", "trilogy", "myxql",
			"mariadb", `github\.com/go-sql-driver/mysql`, `.*[:>]mysql-connector-.*`),
		looked("mongodb|mongo", "mongodb", "mongoose", "pymongo", "motor", "mongoengine", "beanie", "mongoid",
			`go\.mongodb\.org/mongo-driver(?:/v2)?`, `.*[:>]spring-boot-starter-data-mongodb.*`),
		looked("nats", "nats", "nats-py", "async-nats", `github\.com/nats-io/nats\.go`),
		looked("kafka", "kafkajs", "confluent-kafka", "aiokafka", "kafka-python", "rdkafka", "ruby-kafka", "karafka",
			`github\.com/(?:segmentio/kafka-go|IBM/sarama|twmb/franz-go)`, `.*[:>]spring-kafka.*`),
		looked("elasticsearch", "@elastic/elasticsearch", "elasticsearch", "elasticsearch-dsl"),
		looked("sqlserver|mssql", "mssql", "pymssql", "tedious"),
	}
})

// looked returns a database by its names, and its clients' packages.
func looked(names string, clients ...string) database {
	const here = `(?:localhost|127\.0\.0\.1)`
	return database{strings.Split(names, "|"), regexp.MustCompile(`(?i)\b(?:` + names + `)(?:\+\w+)*://(?:[^\s"'/@]*@)?` + here +
		`(?::(\d+))?|(?:\bDB_(?:CONNECTION|TYPE|DRIVER|DIALECT|ENGINE|CLIENT)=["']?|^\s*adapter:\s*["']?|Ecto\.Adapters\.|` +
		`\bdjango\.db\.backends\.)(?:` + names + `)\b|\b(?:` + names + `)_(?:HOST|SERVER)\s*[=:]\s*["']?` + here),
		code.Lists(clients...)}
}

// in reports whether a text in lower case has one of the names.
func (d database) in(text string) bool {
	return slices.ContainsFunc(d.names, func(name string) bool { return strings.Contains(text, name) })
}

// databasePort matches a port in the lines after the name of a database.
var databasePort = words.Lazy(`(?i)^(?:[^\n]*\n){0,8}?[^\n#]*\b(?:DB_|DATABASE_|POSTGRES_|MYSQL_|PG)?port["']?\s*(?:=>|[:=])\s*["']?(\d{4,5})\b`)

// Databases names those that the project looks for on this machine, or that the manifests of its servers' directories
// have clients of, and of which nothing said before tells.
func Databases(p *survey.Checkout, dirs []string, said string) (notes []string) {
	left := slices.DeleteFunc(slices.Clone(databases()), func(d database) bool { return d.in(strings.ToLower(said)) })
	for _, file := range append(p.DotEnvs(), p.Files(".", 5, settingExts...)...) {
		if path.Ext(file) == ".json" && !strings.HasPrefix(path.Base(file), "appsettings") {
			continue
		}
		text := p.Read(".", file)
		lower := strings.ToLower(text)
		if otherPlace().MatchString(file) || !slices.ContainsFunc(left, func(d database) bool { return d.in(lower) }) {
			continue
		}
		left = slices.DeleteFunc(left, func(d database) bool {
			port, named := d.namedIn(text)
			if named {
				notes = append(notes, file+" names "+d.names[0]+port+
					", which nothing here starts: servers that need it fail until it listens")
			}
			return named
		})
	}
	clients := map[string][]string{}
	for _, d := range left {
		if file := d.client(p, append([]string{"."}, dirs...)); file != "" {
			clients[file] = append(clients[file], d.names[0])
		}
	}
	for _, file := range slices.Sorted(maps.Keys(clients)) {
		notes = append(notes, file+" names a client of "+words.And(clients[file])+
			", and nothing here starts that or says where it runs")
	}
	return notes
}

// settingExts are the extensions of files that may name where a database is.
var settingExts = append([]string{".properties", ".yml", ".yaml", ".example", ".sample", ".prisma", ".json"},
	survey.SourceExts...)

// otherPlace matches files about other places than where a program is developed.
var otherPlace = words.Lazy(`(?i)(?:^|[/._-])(?:prod\w*|staging|test\w*|ci|k8s|kubernetes|helm|charts?|deploy\w*)(?:[/._-]|$)|` +
	`(?:^|/)(?:docs?|examples?)/`)

// namedIn reports whether a text names the database on this machine, and how a sentence names its port.
func (d database) namedIn(text string) (port string, named bool) {
	for line := range strings.Lines(text) {
		if text = text[len(line):]; !d.in(strings.ToLower(line)) || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		m := d.named.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		near := databasePort().FindStringSubmatch(line[m[1]:] + text)
		switch {
		case m[2] > 0:
			port = " on port " + line[m[2]:m[3]]
		case near != nil && !strings.Contains(line[m[0]:m[1]], "//"):
			port = " on port " + near[1]
		}
		return port, true
	}
	return "", false
}

// client returns the manifest that lists a client of the database, or "".
func (d database) client(p *survey.Checkout, dirs []string) string {
	for i, dir := range dirs {
		for _, name := range manifestNames {
			if i == 0 && survey.Builds().MatchString(name) {
				continue // the versions of what modules may need
			}
			text := extras().ReplaceAllString(p.Read(dir, name), "")
			if d.uses().MatchString(indirect().ReplaceAllString(text, "")) {
				return path.Join(dir, name)
			}
		}
	}
	return ""
}

// indirect matches what a manifest lists without using it itself.
var indirect = words.Lazy(`(?m)^.*(?:// indirect|only: :test).*$|^\s*"(?:scripts|keywords)":\s*[{\[][^}\]]*[}\]]`)
