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
	name  string
	said  *regexp.Regexp // its name
	named *regexp.Regexp // where settings look for it on this machine; the group is the port, if they name it
	uses  func() *regexp.Regexp
}

// databases are known by their names in settings, and by the packages of their clients.
var databases = sync.OnceValue(func() []database {
	return []database{
		looked("postgres", "postgres(?:ql)?|pgsql|postgis", "pg", "postgres", "pg-promise", "pg8000", `psycopg\d?(?:-binary)?`,
			"asyncpg", "postgrex", "tokio-postgres", `github\.com/(?:lib/pq|jackc/pgx/v\d)`, `.*[:>]postgresql.*`),
		looked("mysql", "mysql2?|mariadb|trilogy|myxql", "mysql2?", "mysqlclient", "pymysql", "aiomysql", "trilogy", "myxql",
			"mariadb", `github\.com/go-sql-driver/mysql`, `.*[:>]mysql-connector-.*`),
		looked("mongodb", "mongodb|mongo", "mongodb", "mongoose", "pymongo", "motor", "mongoengine", "beanie", "mongoid",
			`go\.mongodb\.org/mongo-driver(?:/v2)?`, `.*[:>]spring-boot-starter-data-mongodb.*`),
		looked("nats", "nats", "nats", "nats-py", "async-nats", `github\.com/nats-io/nats\.go`),
		looked("kafka", "kafka", "kafkajs", "confluent-kafka", "aiokafka", "kafka-python", "rdkafka", "ruby-kafka", "karafka",
			`github\.com/(?:segmentio/kafka-go|IBM/sarama|twmb/franz-go)`, `.*[:>]spring-kafka.*`),
		looked("elasticsearch", "elasticsearch", "@elastic/elasticsearch", "elasticsearch", "elasticsearch-dsl"),
		looked("sqlserver", "sqlserver|mssql", "mssql", "pymssql", "tedious"),
	}
})

// looked returns a database by the expression for its names, and its clients' packages.
func looked(name, names string, clients ...string) database {
	const here = `(?:localhost|127\.0\.0\.1)`
	return database{name, regexp.MustCompile(`(?i)\b(?:` + names + `)`), regexp.MustCompile(`(?im)^[^#\n]*?(?:\b(?:` + names + `)(?:\+\w+)*://(?:[^\s"'/@]*@)?` + here +
		`(?::(\d+))?|(?:\bDB_(?:CONNECTION|TYPE|DRIVER|DIALECT|ENGINE|CLIENT)=["']?|^\s*adapter:\s*["']?|Ecto\.Adapters\.|\bdjango\.db\.backends\.)(?:` + names + `)\b` +
		`|\b(?:` + names + `)_(?:HOST|SERVER)\s*[=:]\s*["']?` + here + `)`), code.Lists(clients...)}
}

// databasePort matches a port in the lines after the name of a database.
var databasePort = words.Lazy(`(?i)^(?:[^\n]*\n){0,8}?[^\n#]*\b(?:DB_|DATABASE_|POSTGRES_|MYSQL_|PG)?port["']?\s*(?:=>|[:=])\s*["']?(\d{4,5})\b`)

// Databases names those that the project looks for on this machine, or that the manifests of its servers' directories
// have clients of, and of which nothing said before tells.
func Databases(p *survey.Checkout, dirs []string, said string) (notes []string) {
	left := slices.DeleteFunc(slices.Clone(databases()), func(d database) bool { return d.said.MatchString(said) })
	for _, file := range append(p.DotEnvs(), p.Files(".", 5, settingExts...)...) {
		text := p.Read(".", file)
		if otherPlace().MatchString(file) || !address().MatchString(text) {
			continue
		}
		left = slices.DeleteFunc(left, func(d database) bool {
			port, named := d.namedIn(text)
			if named {
				notes = append(notes, file+" names "+d.name+port+
					", which nothing here starts: servers that need it fail until it listens")
			}
			return named
		})
	}
	clients := map[string][]string{}
	for _, d := range left {
		if file := d.client(p, append([]string{"."}, dirs...)); file != "" {
			clients[file] = append(clients[file], d.name)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(clients)) {
		notes = append(notes, file+" names a client of "+words.And(clients[file])+
			", and nothing here starts that or says where it runs")
	}
	return notes
}

// settingExts are the extensions of files that may name where a database is.
var settingExts = append([]string{".properties", ".yml", ".yaml", ".example", ".sample", ".prisma"},
	survey.SourceExts...)

// otherPlace matches files about other places than where a program is developed.
var otherPlace = words.Lazy(`(?i)(?:^|[/._-])(?:prod\w*|staging|test\w*|ci|k8s|kubernetes|helm|charts?|deploy\w*)(?:[/._-]|$)|` +
	`(?:^|/)(?:docs?|examples?)/`)

// address matches what is in each file that may name one.
var address = words.Lazy(`://|DB_\w+=|adapter:|Adapters\.|\.backends\.|_HOST|_SERVER`)

// namedIn reports whether a text names the database on this machine, and how a sentence names its port.
func (d database) namedIn(text string) (port string, named bool) {
	m := d.named.FindStringSubmatchIndex(text)
	if m == nil {
		return "", false
	}
	near := databasePort().FindStringSubmatch(text[m[1]:])
	switch {
	case m[2] > 0:
		port = " on port " + text[m[2]:m[3]]
	case near != nil && !strings.Contains(text[m[0]:m[1]], "//"):
		port = " on port " + near[1]
	}
	return port, true
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
