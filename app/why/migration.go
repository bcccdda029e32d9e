package why

import (
	"strings"

	"devservers/app"
)

// migrationRules find a database that is behind the code.
var migrationRules = []rule{
	{lasting: true, words: []string{"unapplied migration"}, pattern: lazily(`You have (\d+) unapplied migration`), find: func(c *clues, at int, m []string) *app.Finding {
		if c.says(at+1, len(c.lines), "Applying ") {
			return nil
		}
		return c.migrate("the database lacks "+m[1]+" migrations", "manage.py migrate")
	}},
	{words: []string{"no such table", "does not exist", "doesn't exist"}, pattern: lazily(`(?:OperationalError|ProgrammingError|UndefinedTable|SqliteError|SQLiteException|error|ERROR).*?(?:no such table: ([\w.]+)|relation "([\w.]+)" does not exist|[Tt]able '([\w.]+)' doesn't exist)`),
		find: func(c *clues, _ int, m []string) *app.Finding {
			return c.migrate("the table "+strings.Join(m[1:], "")+" is not in the database", "")
		}},
	{words: []string{"PendingMigration", "igrations are pending"}, pattern: lazily(`(PendingMigrationError|[Mm]igrations are pending)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return c.migrate("migrations of the database are pending", "bin/rails db:migrate")
		}},
	{words: []string{"Target database is not up to date"}, pattern: lazily(`(Target database is not up to date)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return c.migrate("the database is behind its migrations", "alembic upgrade head")
		}},
	{words: []string{"does not exist in the current database"}, pattern: lazily("[Tt]he (?:table|column) `([^`]+)` does not exist in the current database"),
		find: func(c *clues, _ int, m []string) *app.Finding {
			return c.migrate(m[1]+" is not in the database", "npx prisma migrate dev")
		}},
	{words: []string{"did not initialize yet"}, pattern: lazily(`(@prisma/client did not initialize yet)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingMigration, Problem: "the Prisma client has not been generated", Fix: c.in(c.near("package.json"), "npx prisma generate")}
		}},
}

// migrate returns a finding whose fix is a task of the project that migrates, or else the command of its tool.
func (c *clues) migrate(problem, command string) *app.Finding {
	f := &app.Finding{Kind: app.FindingMigration, Problem: problem}
	project, _, _ := strings.Cut(c.ref, "/")
	for _, t := range c.tasks {
		if strings.Contains(t.name+" "+t.command, "migrat") || strings.Contains(t.command, "upgrade head") {
			f.Fix = "devservers run " + project + "/" + t.name
			return f
		}
	}
	for _, tool := range [][2]string{{"manage.py", "manage.py migrate"}, {"alembic.ini", "alembic upgrade head"}, {"bin/rails", "bin/rails db:migrate"}, {"prisma/schema.prisma", "npx prisma migrate dev"}} {
		if file := c.near(tool[0]); file != "" && (command == "" || command == tool[1]) {
			command = c.in(file, tool[1])
			break
		}
	}
	if command == "" {
		f.Fix = "run the project's migrations"
		return f
	}
	f.Fix = strings.Replace(command, "manage.py", c.interpreter()+" manage.py", 1)
	return f
}
