package rules

import (
	"strings"

	"devservers/app"
	"devservers/app/reading/why/sayings"
)

// migrationRules find a database that is behind the code, and migrations that don't fit together.
var migrationRules = []rule{
	{words: []string{"Revision ", "revision", "nonexistent parent node", "leaf nodes", "Multiple head", "multiple heads", "InconsistentMigrationHistory", "is applied before its dependency", "KeyError"}, pattern: lazily(
		`Revision (\w+) referenced from .* is not present|Can't locate revision identified by '(\w+)'|(?i:multiple head revisions)|(Multiple|multiple) heads|dependencies reference nonexistent parent node \('([\w.]+)', '([\w.]+)'\)|multiple leaf nodes in the migration graph|Migration ([\w.]+) is applied before its dependency|^\s*KeyError: '(\w+)'$`), find: migrationGraph},
	{lasting: true, words: []string{"unapplied migration"}, pattern: lazily(`You have (\d+) unapplied migration`), find: func(c *Clues, at int, m []string) *app.Finding {
		if c.Says(at+1, len(c.Lines), "Applying ") {
			return nil
		}
		return c.migrate("the database lacks "+m[1]+" migrations", "manage.py migrate")
	}},
	{words: []string{"no such table", "does not exist", "doesn't exist"}, pattern: lazily(`(?:OperationalError|ProgrammingError|UndefinedTable|SqliteError|SQLiteException|error|ERROR).*?(?:no such table: ([\w.]+)|relation "([\w.]+)" does not exist|[Tt]able '([\w.]+)' doesn't exist)`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			table := strings.Join(m[1:], "")
			return c.lack().Migration(c.migrate("the table "+table+" is not in the database", ""), table, c.loading(at))
		}},
	{words: []string{"o such column", "olumn"}, pattern: lazily(`(?:OperationalError|ProgrammingError|UndefinedColumn|SqliteError|SQLiteException|StatementInvalid|error|ERROR).*?(?:(?:no such|has no) column(?: named)?:? ([\w.]+)|column "?([\w.]+)"?(?: of relation "\w+")? does not exist|[Uu]nknown column '([\w.]+)')`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			f := c.migrate("the column "+strings.Join(m[1:], "")+" is not in the database", "")
			if f.Step == nil && strings.HasSuffix(f.Fix, "manage.py migrate") && !c.Says(0, len(c.Lines), "unapplied migration") {
				f.Fix = strings.Replace(f.Fix, "migrate", "makemigrations", 1) + ", then migrate: the sources have a column that no migration makes"
			}
			return c.lack().Migration(f, "", c.loading(at))
		}},
	{words: []string{"igration", "chema", "atabase"}, pattern: lazily(sayings.Behind), find: func(c *Clues, at int, _ []string) *app.Finding {
		if c.Ready && !c.Lines[at].Wrong() {
			return nil
		}
		command := ""
		if strings.Contains(c.Lines[at].Text, "ActiveRecord") {
			command = "bin/rails db:migrate"
		}
		return c.migrate("the database is behind its migrations", command)
	}},
	{words: []string{"does not exist in the current database"}, pattern: lazily("[Tt]he (?:table|column) `([^`]+)` does not exist in the current database"),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			return c.migrate(m[1]+" is not in the database", "npx prisma migrate dev")
		}},
}

// migrationGraph finds a migration that another one follows and that is not there, or two that follow the same one.
func migrationGraph(c *Clues, at int, m []string) *app.Finding {
	f := &app.Finding{Kind: app.FindingMigration}
	name := m[1] + m[2] + strings.Trim(m[4]+"."+m[5], ".") + m[7]
	switch {
	case m[7] != "" && !c.Says(at-40, at, "alembic") && c.Near("alembic.ini") == "":
		return nil
	case m[7] != "" && c.Follower(m[7]) == "":
		return nil
	case m[6] != "":
		f.Problem, f.Fix = "the migration "+m[6]+" is applied, but not the one that it depends on", "correct the table of applied migrations, or use a new database"
	case name != "":
		f.Problem, f.Fix = "the migration "+name+" is missing, although another one or the database refers to it", "restore its file, or correct what refers to it"
		if by := c.Follower(name); by != "" {
			f.Evidence = []string{c.Shown(by) + " follows it"}
		}
	default:
		f.Problem, f.Fix = "two migrations follow the same one", "merge them: manage.py makemigrations --merge, or alembic merge heads"
	}
	return f
}

// loading returns the place of the project that failed while Django loaded the apps, or "".
func (c *Clues) loading(at int) string {
	if p := c.CodeAt(at); p.File != "" && c.Says(at-longest, at, "apps/registry.py\", line ") {
		return c.Where(p)
	}
	return ""
}

// migrate returns a finding whose fix is a task of the project that migrates, or else the command of its tool.
func (c *Clues) migrate(problem, command string) *app.Finding {
	f := &app.Finding{Kind: app.FindingMigration, Problem: problem}
	project, _, _ := strings.Cut(c.Ref, "/")
	for _, t := range c.Tasks {
		if strings.Contains(t.Name+" "+t.Command, "migrat") || strings.Contains(t.Command, "upgrade head") {
			f.Next(app.Step{Do: app.StepRun, Server: project + "/" + t.Name}, "")
			return f
		}
	}
	command = c.Migrates(command)
	if command == "" {
		f.Fix = "run the project's migrations"
		return f
	}
	f.Fix = strings.Replace(command, "manage.py", c.Interpreter()+" manage.py", 1)
	return f
}
