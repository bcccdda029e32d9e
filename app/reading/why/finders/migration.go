package finders

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// migration looks for the tool of the project that migrates its database, for migrations that don't fit together, and
// for the file of the database.
func migration(s *Scene, p Pointer) *app.Claim {
	switch p.Of {
	case "graph":
		return s.lostMigration(p.Words["name"])
	case "file":
		return s.lockedOrMissing()
	}
	command := s.Migrates("")
	for _, t := range s.Tasks {
		if strings.Contains(t.Name+" "+t.Command, "migrat") || strings.Contains(t.Command, "upgrade head") {
			project, _, _ := strings.Cut(s.Ref, "/")
			c := itIs(app.FindingMigration, app.Name(t.Name), "the database is behind its migrations")
			c.Read("devservers.yml", "the task %s migrates it", app.Name(t.Name))
			return c.Do(app.Step{Do: app.StepRun, Server: project + "/" + t.Name}, app.Sentence{})
		}
	}
	if command == "" {
		return nil
	}
	command = strings.Replace(command, "manage.py", s.Interpreter()+" manage.py", 1)
	c := itIs(app.FindingMigration, app.Name(command), "the database is behind the code")
	c.Read("project", "the project migrates with %s", app.Name(command))
	if table := s.table(p.Words["table"]); table != "" {
		dir := s.Unmigrated(table)
		c.See("sources", "%s has no migration", s.path(dir))
		make := strings.Replace(command, "migrate", "makemigrations "+filepath.Base(dir), 1)
		return c.Correct("%s, then %s", app.Name(make), app.Name(command))
	}
	if at := s.newColumn(p.Words["column"]); at != "" {
		c.See("sources", "no migration names the column that %s has", at)
		return c.Correct("%s, then %s", app.Name(strings.Replace(command, "migrate", "makemigrations", 1)), app.Name(command))
	}
	return s.command(c, "", command)
}

// newColumn returns the line of a model of Django that has a printed column which no migration names, or "".
func (s *Scene) newColumn(w app.Printed) app.Name {
	at, ok := code.Lines(s.Sources(), func(at code.SourceLine) bool {
		return strings.HasPrefix(filepath.Base(at.File), "models") && w.In(at.Text) != "" && strings.Contains(at.Text, "=")
	})
	if !ok {
		return ""
	}
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(filepath.Dir(at.File)), "migrations", "*.py"))
	for _, file := range list {
		if w.In(s.text(file)) != "" {
			return ""
		}
	}
	return app.Name(at.Shown(s.Workspace))
}

// table returns the name of a printed table that an app of Django without a migration would have, or "".
func (s *Scene) table(w app.Printed) (name string) {
	s.Search(func(dir string) bool {
		app := filepath.Base(dir)
		if w.First("_").Is(app) && s.Unmigrated(app+"_x") != "" {
			name = app + "_x"
		}
		return name != ""
	})
	return name
}

var follows = text.Lazy(`(?:down_revision|depends_on|dependencies).*["']([\w.]+)["']`)

// lostMigration claims that a migration is missing which a file of the project names as the one before it.
func (s *Scene) lostMigration(w app.Printed) *app.Claim {
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(s.Dir), "*", "versions", "*.py"))
	more, _ := filepath.Glob(filepath.Join(sources.GlobSafe(s.Dir), "*", "migrations", "*.py"))
	for _, file := range append(list, more...) {
		for _, m := range follows().FindAllStringSubmatch(s.text(file), 20) {
			if !w.Is(m[1]) && !w.Below(filepath.Base(filepath.Dir(filepath.Dir(file)))).Is(m[1]) {
				continue
			}
			c := itIs(app.FindingMigration, app.Name(m[1]), "the migration %s is missing, although another one follows it",
				app.Name(m[1]))
			c.Read(s.path(file), "%s follows it", s.path(file)).See("disk", "no file of the project makes it")
			return c.Correct("restore its file, or correct what refers to it in %s", s.path(file))
		}
	}
	return nil
}

var databaseName = text.Lazy(`sqlite3?:(?:///?)?([\w@./+~-]+)|["'\x60=\s]([\w@./+~-]+\.(?:db|sqlite3?|db3))\b`)

// databases returns the files of SQLite databases that the command, the environment and the sources of the failure
// name.
func (s *Scene) databases() (list []string) {
	texts := []string{" " + strings.Join(s.Argv, " ")}
	for _, key := range sortedKeys(s.Env) {
		if s.isGiven(key) {
			texts = append(texts, "="+s.Env[key])
		}
	}
	for _, file := range s.sources() {
		if strings.Contains(s.text(file), "sqlite") || strings.Contains(s.text(file), ".db") {
			texts = append(texts, s.text(file))
		}
	}
	for _, text := range texts {
		for _, m := range databaseName().FindAllStringSubmatch(text, 8) {
			path := strings.Replace(m[1], "//", "/", 1) + m[2]
			if !filepath.IsAbs(path) {
				path = filepath.Join(s.WorkDir, path)
			}
			list = append(list, path)
		}
	}
	return list
}

// lockedOrMissing claims that the file of a database can't be opened: its directory is missing, or it may not be used.
func (s *Scene) lockedOrMissing() *app.Claim {
	for _, path := range s.databases() {
		if parent := filepath.Dir(path); !exists(parent) {
			c := itIs(app.FindingFile, s.path(parent), "the directory %s of the database does not exist", s.path(parent))
			c.See("disk", "the database is %s", s.path(path)).Certain = true
			return c.Type("mkdir -p " + s.Shown(parent))
		} else if exists(path) {
			if c := s.denied(path); c != nil {
				return c
			}
		}
		if c := s.denied(filepath.Dir(path)); c != nil && s.Ours(path) {
			return c
		}
	}
	return nil
}

// lockedDatabase claims that another process has the file of a database open.
func (s *Scene) lockedDatabase(p Pointer) *app.Claim {
	if p.Of != "database" {
		return nil
	}
	for _, path := range s.databases() {
		if c := s.openers(path); c != nil {
			return c
		}
	}
	return nil
}
