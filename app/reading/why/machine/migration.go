package machine

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
)

// migration looks for the tool of the project that migrates its database, and for the file of the database.
func migration(s *finders.Scene, p finders.Pointer) *app.Claim {
	if p.Of == "file" {
		return lockedOrMissing(s)
	}
	command := s.Migrates("")
	for _, t := range s.Tasks {
		if strings.Contains(t.Name+" "+t.Command, "migrat") || strings.Contains(t.Command, "upgrade head") {
			project, _, _ := strings.Cut(s.Ref, "/")
			c := app.ItIs(app.FindingMigration, app.Known(t.Name), "the database is behind its migrations")
			c.Read("devservers.yml", "the task %s migrates it", app.Known(t.Name))
			return c.Do(app.StepRun, app.Known(project+"/"+t.Name))
		}
	}
	if command == "" {
		return nil
	}
	command = strings.Replace(command, "manage.py", s.Interpreter()+" manage.py", 1)
	c := app.ItIs(app.FindingMigration, app.Known(command), "the database is behind the code")
	c.Read("project", "the project migrates with %s", app.Known(command))
	if table := s.TableOfApp(p.Words["table"]); table != "" {
		dir := s.Unmigrated(table)
		c.See("sources", "%s has no migration", s.PathOf(dir))
		make := strings.Replace(command, "migrate", "makemigrations "+filepath.Base(dir), 1)
		return c.Correct("%s, then %s", app.Known(make), app.Known(command))
	}
	if at, ok := s.NewColumn(p.Words["column"]); ok {
		c.See("sources", "no migration names the column that %s has", s.Line(at))
		return c.Correct("%s, then %s", app.Known(strings.Replace(command, "migrate", "makemigrations", 1)),
			app.Known(command))
	}
	return s.Command(c, "", command)
}

// lockedOrMissing claims that the file of a database can't be opened: its directory is missing, or it may not be used.
func lockedOrMissing(s *finders.Scene) *app.Claim {
	for _, path := range s.Databases() {
		if parent := filepath.Dir(path); !sources.IsThere(parent) {
			c := app.About(app.FindingFile, s.PathOf(parent), "the directory %s of the database does not exist")
			c.See("disk", "the database is %s", s.PathOf(path)).Certain = true
			return c.Type(app.Known("mkdir -p " + s.Shown(parent)))
		} else if sources.IsThere(path) {
			if c := denied(s, path); c != nil {
				return c
			}
		}
		if c := denied(s, filepath.Dir(path)); c != nil && s.Ours(path) {
			return c
		}
	}
	return nil
}

// lockedDatabase claims that another process has the file of a database open.
func lockedDatabase(s *finders.Scene, p finders.Pointer) *app.Claim {
	if p.Of != "database" {
		return nil
	}
	for _, path := range s.Databases() {
		if c := openers(s, path); c != nil {
			return c
		}
	}
	return nil
}
