package config

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// Worktree is what each git worktree of a project gets of its own.
type Worktree struct {
	Copy    []string   // paths in the project, copied from the main checkout
	Setup   []string   // tasks that prepare it, in order
	Cleanup []string   // tasks that precede its removal, in order
	Data    []OwnData  // in the order of the file
	tasks   []taskName // of Setup and Cleanup, checked once all are known
}

type taskName struct {
	at  *yml.Node
	key string
}

// OwnData is data of which each worktree gets its own, made from the main checkout's.
type OwnData struct {
	Name  string
	Kind  string // one of DataKinds
	URL   string // of the main data as written: it may contain variables; "" = Path names it
	Path  string // in the project
	Empty bool   // it begins empty instead of as a copy
}

// The kinds of data.
const (
	Postgres  = "postgres"
	MySQL     = "mysql"
	SQLite    = "sqlite"
	Redis     = "redis"
	Directory = "directory"
)

// DataKinds are the values of kind.
var DataKinds = []string{Postgres, MySQL, SQLite, Redis, Directory}

// Variable returns the environment variable that URL consists of, or "".
func (d OwnData) Variable() string {
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(d.URL, "$"), "{"), "}")
	if !strings.HasPrefix(d.URL, "$") || !yml.IsVariable(name) {
		return ""
	}
	return name
}

const (
	worktreeForm = "write what a worktree gets, such as worktree: {copy: [node_modules], setup: [install]}"
	dataForm     = "write a name, and under it such as {kind: postgres, url: $DATABASE_URL} or " +
		"{kind: sqlite, path: db.sqlite3}"
	copyForm = "write files or directories inside the project, such as copy: [.env.local, node_modules]"
)

var worktreeRows = []row[*projectReader]{
	{name: "copy", value: `{"$ref": "#/$defs/strings"}`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.Worktree.Copy = r.inside(v, key, copyForm) },
		about: "Files and directories copied from the main checkout."},
	{name: "setup", value: `{"$ref": "#/$defs/strings"}`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.Worktree.Setup = r.taskNames(v, key) },
		about: "Tasks that run before its first start; see inputs."},
	{name: "cleanup", value: `{"$ref": "#/$defs/strings"}`,
		read:  func(r *projectReader, v *yml.Node, key string) { r.project.Worktree.Cleanup = r.taskNames(v, key) },
		about: "Tasks that run before it is removed."},
	{name: "data", read: (*projectReader).readData, value: `{"$ref": "#/$defs/data"}`,
		about: "Databases and directories of which it gets its own, by name."},
}

// dataReader reads one entry of data.
type dataReader struct {
	*projectReader
	OwnData
}

var dataRows = []row[*dataReader]{
	{name: "kind", read: (*dataReader).readKind, value: `{"enum": ["postgres", "mysql", "sqlite", "redis", "directory"]}`,
		about: "postgres, mysql (also MariaDB), sqlite, redis or directory."},
	{name: "url", value: `{"type": "string"}`,
		read:  func(d *dataReader, v *yml.Node, key string) { d.URL, _ = d.Text(v, key, dataForm) },
		about: "The main data's URL, or the variable that has it: $DATABASE_URL."},
	{name: "path", read: (*dataReader).readPath, value: `{"type": "string"}`,
		about: "A file (sqlite) or directory inside the project."},
	{name: "from", read: (*dataReader).readFrom, value: `{"enum": ["main", "empty"]}`, preset: `"main"`,
		about: "main: it begins as a copy of the main data; or empty."},
}

func (r *projectReader) readWorktree(v *yml.Node, key string) {
	if v.Kind != yml.Null {
		r.Fields(v, key, worktreeForm, fieldsOf(worktreeRows, r))
	}
}

// inside reads paths that stay in the project and are not the project itself or git's.
func (r *projectReader) inside(v *yml.Node, key, form string) (paths []string) {
	for _, item := range r.Texts(v, key, form) {
		if path := r.insidePath(item, key, form); path != "" {
			paths = append(paths, path)
		}
	}
	return paths
}

func (r *projectReader) insidePath(item *yml.Node, key, form string) string {
	path := filepath.Clean(item.Text)
	if !filepath.IsLocal(item.Text) || path == "." || path == ".git" || strings.HasPrefix(path, ".git/") {
		r.Report(item, key, form, "%s is not a file or directory inside the project", words.Quote(item.Text))
		return ""
	}
	return path
}

// taskNames reads names of tasks, which are checked once all are known.
func (r *projectReader) taskNames(v *yml.Node, key string) (names []string) {
	for _, item := range r.Texts(v, key, "write names of tasks, such as setup: [install, migrate]") {
		names = append(names, item.Text)
		r.project.Worktree.tasks = append(r.project.Worktree.tasks, taskName{item, key})
	}
	return names
}

func (r *projectReader) readData(v *yml.Node, path string) {
	for _, p := range r.Pairs(v, path, dataForm, " of names") {
		if !yml.Valid(p.Key.Text) {
			r.Report(p.Key, path, suggestion(p.Key.Text), "%s cannot be a name of data", words.Quote(p.Key.Text))
			continue
		}
		d := dataReader{projectReader: r, OwnData: OwnData{Name: p.Key.Text}}
		key := yml.Join(path, p.Key.Text)
		r.Fields(p.Value, key, dataForm, fieldsOf(dataRows, &d))
		if p.Value.Kind == yml.Mapping && d.complete(p.Value, key) {
			r.project.Worktree.Data = append(r.project.Worktree.Data, d.OwnData)
		}
	}
}

func (d *dataReader) readKind(v *yml.Node, key string) {
	kind := v.Text
	if kind == "mariadb" {
		kind = MySQL
	}
	if kind == "postgresql" {
		kind = Postgres
	}
	if d.Kind = kind; !slices.Contains(DataKinds, kind) {
		d.Report(v, key, "write one of: "+strings.Join(DataKinds, ", "), "%s is not a kind of data", yml.Found(v))
	}
}

func (d *dataReader) readPath(v *yml.Node, key string) {
	if _, ok := d.Text(v, key, dataForm); ok {
		d.Path = d.insidePath(v, key, dataForm)
	}
}

func (d *dataReader) readFrom(v *yml.Node, key string) {
	if d.Empty = v.Text == "empty"; !d.Empty && v.Text != "main" {
		d.Report(v, key, "write main or empty", "expected main or empty, found %s", yml.Found(v))
	}
}

// complete reports what an entry lacks.
func (d *dataReader) complete(v *yml.Node, key string) bool {
	needsURL := d.Kind != SQLite && d.Kind != Directory
	switch {
	case d.Kind == "":
		d.Report(v, key, dataForm, "the kind is missing")
	case !slices.Contains(DataKinds, d.Kind): // it was reported
	case needsURL && d.URL == "":
		d.Report(v, key, "add url: with the variable that the project uses, such as url: $DATABASE_URL", "the url is missing")
	case needsURL && d.Path != "":
		d.Report(v, key, "remove it", "%s has no path", d.Kind)
	case d.Kind == Directory && (d.Path == "" || d.URL != ""):
		d.Report(v, key, "write path: with a directory inside the project, and no url", "a directory needs a path")
	case d.Kind == SQLite && (d.Path == "") == (d.URL == ""):
		d.Report(v, key, dataForm, "write either path or url")
	default:
		return true
	}
	return false
}

// checkWorktree reports tasks of worktree: that don't exist.
func (r *projectReader) checkWorktree() {
	for _, t := range r.project.Worktree.tasks {
		if s, known := r.project.Find(t.at.Text); !known {
			r.Report(t.at, t.key, "declare it under tasks:", "no task is called %s", words.Quote(t.at.Text))
		} else if s.Kind != KindTask {
			r.Report(t.at, t.key, "name a task", "%s is a server, not a task", t.at.Text)
		}
	}
}

// FindData returns the data called name.
func (w Worktree) FindData(name string) (OwnData, bool) {
	for _, d := range w.Data {
		if d.Name == name {
			return d, true
		}
	}
	return OwnData{}, false
}
