package config

import (
	"cmp"
	"path/filepath"
	"time"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// minimalFile is the smallest useful file, for hints.
const minimalFile = `project: my-app
servers:
  web: {command: npm run dev}`

// maxServers is how many servers and tasks a project may declare.
const maxServers = 200

const (
	serversForm = "write a name, and under it: command: ..."
	longestWait = 24 * time.Hour
)

// projectReader reads a devservers.yml into project, whose Dir is set.
type projectReader struct {
	yml.Reader
	project   *Project
	names     map[string]*yml.Node // of the servers and tasks so far
	depends   map[string][]depends // of each, checked once all names are known
	refers    []refers             // of all, checked likewise
	hookTasks []Server
	named     bool // the key project is there, right or wrong
}

func (r *projectReader) read(root *yml.Node) {
	r.names, r.depends = map[string]*yml.Node{}, map[string][]depends{}
	r.Fields(root, "", "write at least:\n"+minimalFile, fieldsOf(projectRows, r))
	if root.Kind != yml.Mapping {
		return
	}
	r.missing(root)
	r.checkDepends()
	r.checkRefers()
	r.checkWorktree()
	r.declareHooks()
}

func (r *projectReader) missing(root *yml.Node) {
	if !r.named && !mistyped(root, projectRows, "project") {
		hint := "add at the top: project: " + cmp.Or(yml.Suggest(filepath.Base(r.project.Dir)), "my-app")
		r.Add(1, 1, "project", "the key project is missing", hint)
	}
	if root.Get("servers") == nil && root.Get("tasks") == nil && !mistyped(root, projectRows, "servers") &&
		!mistyped(root, projectRows, "tasks") {
		r.Add(1, 1, "servers", "no servers and no tasks are declared", "write at least:\n"+minimalFile)
	}
}

func (r *projectReader) name(v *yml.Node, key string) {
	r.named = true
	name, ok := r.Text(v, key, yml.Form)
	if !ok {
		return
	}
	if !yml.Valid(name) {
		r.Report(v, key, suggestion(name), "%s cannot be a project's name", words.Quote(name))
		return
	}
	r.project.Name = name
}

func suggestion(name string) string {
	if n := yml.Suggest(name); n != "" && n != name {
		return yml.Form + "; such as " + n
	}
	return yml.Form
}

func (r *projectReader) readExperimental(v *yml.Node, key string) {
	r.Warn(v, key, "remove it", "this key is from an older version and has no effect")
}

// servers reads the mapping of names to servers or tasks.
func (r *projectReader) servers(v *yml.Node, path string, kind Kind) []Server {
	var out []Server
	for _, p := range r.Pairs(v, path, serversForm, " of names") {
		if !r.declare(p.Key, path, kind) {
			continue
		}
		if len(r.names) > maxServers {
			r.Report(p.Key, path, "split the project", "more than %d servers and tasks", maxServers)
			return out
		}
		out = append(out, r.server(p.Key, p.Value, path, kind))
	}
	return out
}

// declare notes a name, or reports that it is invalid or taken.
func (r *projectReader) declare(key *yml.Node, path string, kind Kind) bool {
	if !yml.Valid(key.Text) {
		r.Report(key, path, suggestion(key.Text), "%s cannot be a %s's name", words.Quote(key.Text), kind)
		return false
	}
	if first, taken := r.names[key.Text]; taken {
		r.Report(key, yml.Join(path, key.Text), "servers and tasks share their names; rename one of them",
			"line %d declares this name already", first.Line)
		return false
	}
	r.names[key.Text] = key
	return true
}
