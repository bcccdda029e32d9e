package sources

import (
	"path/filepath"
	"strings"
)

// Unmigrated returns the directory of the app of Django to which a table belongs, if it has no migration; or "".
func (p *Project) Unmigrated(table string) (dir string) {
	p.Search(func(d string) bool {
		if !strings.HasPrefix(table, filepath.Base(d)+"_") || Existing(filepath.Join(d, "models.py")) == "" &&
			Existing(filepath.Join(d, "models", "__init__.py")) == "" {
			return false
		}
		list, _ := filepath.Glob(filepath.Join(GlobSafe(d), "migrations", "[0-9a-z]*.py"))
		if len(list) == 0 {
			dir = d
		}
		return true
	})
	return dir
}

// migrators are files of the project and the command that migrates its database.
var migrators = [][2]string{
	{"manage.py", "manage.py migrate"}, {"alembic.ini", "alembic upgrade head"},
	{"migrations/alembic.ini", "flask db upgrade"}, {"bin/rails", "bin/rails db:migrate"},
	{"prisma/schema.prisma", "npx prisma migrate dev"}, {"artisan", "php artisan migrate"},
	{"bin/console", "php bin/console doctrine:migrations:migrate"},
	{"mix.exs", "mix ecto.migrate"}, {"knexfile.js", "npx knex migrate:latest"},
	{"knexfile.ts", "npx knex migrate:latest"}, {"drizzle.config.ts", "npx drizzle-kit migrate"},
	{".sequelizerc", "npx sequelize-cli db:migrate"}, {"diesel.toml", "diesel migration run"}, {"dbmate.yml", "dbmate up"},
	{"flyway.conf", "flyway migrate"}, {"flyway.toml", "flyway migrate"},
	{"Rakefile", "rake db:migrate"},
}

// Migrates returns the command that migrates the database with the tool of the project, in its directory. With a
// command it looks for that one only, and returns it if the project has no file of it.
func (p *Project) Migrates(command string) string {
	for _, tool := range migrators {
		if file := p.Near(tool[0]); file != "" && (command == "" || command == tool[1]) {
			return p.In(file, tool[1])
		}
	}
	return command
}

// initializers are database servers that need a directory with their files, the option that names it, and what makes
// it.
var initializers = map[string][2]string{
	"postgres": {"-D", "initdb -D "}, "mariadbd": {"--datadir", "mariadb-install-db --datadir="},
	"mysqld": {"--datadir", "mysqld --initialize-insecure --datadir="},
	"mongod": {"--dbpath", "mkdir -p "}, "etcd": {"--data-dir", "mkdir -p "},
}

// Initializes returns the command that makes the directory of a database server, if path is that directory or in it.
func (p *Project) Initializes(path string) string {
	dir, init := p.DataDirectory()
	if rel, err := filepath.Rel(filepath.Join(p.WorkDir, dir), path); init != "" && err == nil && filepath.IsLocal(rel) ||
		dir != "" && filepath.Clean(dir) == filepath.Clean(path) {
		return init
	}
	return ""
}

// DataDirectory returns the directory that the command gives a database server, and the command that initializes it.
func (p *Project) DataDirectory() (dir, init string) {
	if len(p.Argv) == 0 {
		return "", ""
	}
	how := initializers[filepath.Base(p.Argv[0])]
	for i, arg := range p.Argv {
		dir, ok := strings.CutPrefix(arg, how[0]+"=")
		if arg == how[0] && i+1 < len(p.Argv) {
			dir, ok = p.Argv[i+1], true
		}
		if ok && how[0] != "" && Valid(dir) {
			return dir, how[1] + dir
		}
	}
	return "", ""
}
