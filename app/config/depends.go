package config

import (
	"maps"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// Condition is what must be true of a server or task before another starts.
type Condition string

// The conditions of the key depends_on:.
const (
	UntilStarted   Condition = "started"   // its command runs, or has ended with exit code 0
	UntilReady     Condition = "ready"     // the server is ready
	UntilCompleted Condition = "completed" // it has ended with exit code 0
)

// Dependency is one entry of depends_on.
type Dependency struct {
	Name  string
	Until Condition
}

// depends is one entry with its place in the file.
type depends struct {
	Dependency
	at  *yml.Node
	key string
}

func (s *serverReader) readDepends(v *yml.Node, key string) {
	const form = "write depends_on: [redis], or depends_on: {redis: ready}"
	var list []depends
	if v.Kind == yml.Mapping {
		for _, p := range v.Pairs {
			until := s.readCondition(p.Value, yml.Join(key, yml.NamedKey(p.Key.Text)))
			list = append(list, depends{Dependency{p.Key.Text, until}, p.Key, key})
		}
	} else {
		for _, item := range s.Texts(v, key, form) {
			list = append(list, depends{Dependency{Name: item.Text}, item, key})
		}
	}
	s.depends[s.Name] = list
}

// readCondition returns "" for none: the default depends on whether it is a server or a task.
func (s *serverReader) readCondition(v *yml.Node, key string) Condition {
	conditions := []string{string(UntilReady), string(UntilStarted), string(UntilCompleted)}
	if v.Kind == yml.Null {
		return ""
	}
	if !slices.Contains(conditions, v.Text) {
		s.Report(v, key, "write "+words.Or(conditions), "expected a condition, found %s", yml.Found(v))
		return ""
	}
	return Condition(v.Text)
}

// checkDepends reports unknown names, conditions that are never met and cycles, once all names are known.
func (r *projectReader) checkDepends() {
	done := map[string]bool{}
	for _, list := range [][]Server{r.project.Servers, r.project.Tasks} {
		for i := range list {
			r.depend(&list[i])
			r.findCycle(list[i].Name, nil, done)
		}
	}
}

// depend sets the dependencies of s.
func (r *projectReader) depend(s *Server) {
	for _, d := range r.depends[s.Name] {
		on, known := r.project.Find(d.Name)
		switch {
		case !known:
			r.unknownDepends(d)
		case on.Kind == KindTask && d.Until == UntilReady:
			r.Report(d.at, d.key, "write {"+d.Name+": completed}", "%s is a task, which is never ready", d.Name)
		case d.Until == "" && on.Kind == KindTask:
			d.Until = UntilCompleted
		case d.Until == "":
			d.Until = UntilReady
		}
		s.DependsOn = append(s.DependsOn, d.Dependency)
	}
}

func (r *projectReader) unknownDepends(d depends) {
	hint := meant("names", d.Name, slices.Sorted(maps.Keys(r.names)))
	r.Report(d.at, d.key, hint, "no server or task is called %s", words.Quote(d.Name))
}

// meant is the hint for a name that is none of the known ones.
func meant(kind, name string, known []string) string {
	if like := words.Meant(name, known); len(like) > 0 {
		return "did you mean " + words.Or(like) + "?"
	}
	return "known " + kind + ": " + strings.Join(known[:min(len(known), 20)], ", ")
}

// findCycle follows the dependencies of name and reports an entry that leads back to the way to it. Names in done were
// followed before.
func (r *projectReader) findCycle(name string, way []string, done map[string]bool) {
	if done[name] {
		return
	}
	way = append(way, name)
	for _, d := range r.depends[name] {
		if i := slices.Index(way, d.Name); i >= 0 {
			cycle := append(slices.Clone(way[i:]), d.Name)
			r.Report(d.at, d.key, "remove one of these dependencies", "these wait for each other: %s",
				strings.Join(cycle, " → "))
			continue
		}
		r.findCycle(d.Name, way, done)
	}
	done[name] = true
}
