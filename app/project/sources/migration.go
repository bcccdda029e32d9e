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
