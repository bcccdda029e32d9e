package environment

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// ignored are what git usually ignores and a worktree needs: files with settings, and what was installed.
var ignored = []string{".env", ".env.local", ".env.development", ".env.development.local", "config/master.key",
	"node_modules", ".venv", "venv", "vendor/bundle"}

// prepares are the names of tasks that prepare a checkout, in their order.
var prepares = []string{"install", "setup", "migrate", "db-migrate", "db-setup"}

// sqliteFiles are where frameworks keep their database.
var sqliteFiles = []string{"db.sqlite3", "storage/development.sqlite3", "prisma/dev.db", "dev.db"}

// urlKinds are the kinds of data by the scheme of a URL.
var urlKinds = map[string]string{"postgres": config.Postgres, "postgresql": config.Postgres, "postgis": config.Postgres,
	"mysql": config.MySQL, "mysql2": config.MySQL, "mariadb": config.MySQL, "redis": config.Redis}

// Propose returns what each git worktree of a project could get of its own, as YAML of the key worktree, from the files
// in its directory and in those below it in which its servers run, and from the names of its tasks; "" if there is
// nothing, or no repository.
func Propose(dir string, below, tasks []string) string {
	if _, ok := yml.CheckoutOf(dir); !ok {
		return ""
	}
	places := append([]string{""}, below...)
	slices.Sort(places)
	places = slices.Compact(places)
	copies, data, setup := there(dir, places, ignored), dataOf(dir, places), preparing(tasks)
	for _, path := range included(dir) {
		own := slices.ContainsFunc(data, func(line string) bool { return strings.HasSuffix(line, "path: "+path+"}") })
		if !own && !slices.Contains(copies, path) {
			copies = append(copies, path)
		}
	}
	if len(copies)+len(data)+len(setup) == 0 {
		return ""
	}
	text := "\nworktree: # what each git worktree gets of its own: devservers up BRANCH\n"
	if len(copies) > 0 {
		for i, path := range copies {
			if strings.ContainsFunc(path, isOdd) {
				copies[i] = strconv.Quote(path)
			}
		}
		text += "  copy: [" + strings.Join(copies, ", ") + "]\n"
	}
	if len(setup) > 0 {
		text += "  setup: [" + strings.Join(setup, ", ") + "]\n"
	}
	if len(data) > 0 {
		text += "  data:\n    " + strings.Join(data, "\n    ") + "\n"
	}
	return text
}

// there returns which of some paths are in some directories below dir, as paths below dir.
func there(dir string, places, paths []string) (found []string) {
	for _, place := range places {
		for _, path := range paths {
			path = filepath.Join(place, path)
			if _, err := os.Lstat(filepath.Join(dir, path)); err == nil {
				found = append(found, path)
			}
		}
	}
	return found
}

// preparing returns the tasks that prepare a checkout or a directory of it, such as install and web-install.
func preparing(tasks []string) (setup []string) {
	for _, name := range prepares {
		for _, task := range tasks {
			if (task == name || strings.HasSuffix(task, "-"+name)) && !slices.Contains(setup, task) {
				setup = append(setup, task)
			}
		}
	}
	return setup
}

// dataOf returns the data that env files and well-known files in some directories below dir name, a line each.
func dataOf(dir string, places []string) (lines []string) {
	seen := map[string]bool{}
	for _, name := range there(dir, places, []string{".env", ".env.local", ".env.development"}) {
		file, err := command.ReadFile(filepath.Join(dir, name), dir)
		if err != nil {
			continue
		}
		vars, err := file.Vars(func(string) (string, bool) { return "", false })
		if err != nil {
			continue
		}
		for _, v := range vars {
			scheme, _, _ := strings.Cut(v.Value, "://")
			scheme, _, _ = strings.Cut(scheme, "+")
			kind, known := urlKinds[scheme]
			if !known || seen[v.Name] || !strings.Contains(v.Value, "://") {
				continue
			}
			seen[v.Name] = true
			lines = append(lines, fmt.Sprintf("%s: {kind: %s, url: $%s}", dataName(v.Name), kind, v.Name))
		}
	}
	for _, path := range there(dir, places, sqliteFiles) {
		if info, err := os.Stat(filepath.Join(dir, path)); err == nil && info.Mode().IsRegular() {
			return append(lines, "sqlite: {kind: sqlite, path: "+path+"}")
		}
	}
	return lines
}

// dataName turns DATABASE_URL into database.
func dataName(variable string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSuffix(variable, "_URL")), "_", "-")
}
