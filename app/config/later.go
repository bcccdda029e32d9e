package config

import (
	"path"
	"slices"
	"strings"
)

const (
	notYet     = "accepted, but this version does not act on it yet"
	notYetHint = "it can stay; nothing else is needed"
)

func (s *serverReader) later(v *node, key string) { s.warn(v, key, notYetHint, "%s", notYet) }

func (s *serverReader) readPrefixLogs(v *node, key string) {
	s.boolean(v, key, false)
	s.warn(v, key, "remove it", "this key is from an older version and has no effect: each line of output says which server it is from")
}

func (s *serverReader) readWatch(v *node, key string) {
	const form = `write patterns of files, such as watch: ["**/*.py"]`
	before := len(s.problems)
	for _, item := range s.texts(v, key, form) {
		if _, err := path.Match(item.text, ""); err != nil || item.text == "" {
			s.fault(item, key, form, "expected a pattern of files, found %s", found(item))
		}
	}
	if len(s.problems) == before {
		s.later(v, key)
	}
}

// readAlive takes the same form as ready.
func (s *serverReader) readAlive(v *node, key string) {
	before := len(s.problems)
	s.readReady(v, key)
	if len(s.problems) == before {
		s.later(v, key)
	}
}

// readHook reads one command or a list of them.
func (s *serverReader) readHook(v *node, key string) {
	before := len(s.problems)
	for _, item := range s.texts(v, key, "write one command, or a list of them") {
		s.command(item, key)
	}
	if len(s.problems) == before {
		s.later(v, key)
	}
}

// depends is one entry of depends_on.
type depends struct {
	name string
	at   *node
	key  string
}

func (s *serverReader) readDepends(v *node, key string) {
	const form = "write depends_on: [redis], or depends_on: {redis: ready}"
	before := len(s.problems)
	var list []depends
	if v.kind == mappingNode {
		for _, p := range v.pairs {
			s.readCondition(p.value, join(key, shown(p.key.text)))
			list = append(list, depends{p.key.text, p.key, key})
		}
	} else {
		for _, item := range s.texts(v, key, form) {
			list = append(list, depends{item.text, item, key})
		}
	}
	s.depends[s.Name] = list
	if len(s.problems) == before {
		s.later(v, key)
	}
}

func (s *serverReader) readCondition(v *node, key string) {
	conditions := []string{"ready", "started", "completed"}
	if v.kind == nullNode || v.kind == scalarNode && slices.Contains(conditions, v.text) {
		return
	}
	s.fault(v, key, "write one of "+strings.Join(conditions, ", "), "expected what to wait for, found %s", found(v))
}

// checkDepends reports names that do not exist and circles, once all names are known.
func (r *projectReader) checkDepends() {
	done := map[string]bool{}
	for _, s := range slices.Concat(r.project.Servers, r.project.Tasks) {
		for _, d := range r.depends[s.Name] {
			r.checkDependsName(d)
		}
		r.findCircle(s.Name, nil, done)
	}
}

func (r *projectReader) checkDependsName(d depends) {
	if _, ok := r.names[d.name]; ok {
		return
	}
	names := make([]string, 0, len(r.names))
	for n := range r.names {
		names = append(names, n)
	}
	names = sorted(names)
	hint := "declared are: " + strings.Join(names[:min(len(names), 20)], ", ")
	if n := nearest(d.name, names); n != "" {
		hint = "did you mean " + n + "?"
	}
	r.fault(d.at, d.key, hint, "no server or task is called %s", quoteShort(d.name))
}

// findCircle walks from name and reports the entry that leads back to where it came from. done are names whose ways
// are all known, so that each is walked once.
func (r *projectReader) findCircle(name string, way []string, done map[string]bool) {
	if done[name] {
		return
	}
	way = append(way, name)
	for _, d := range r.depends[name] {
		if i := slices.Index(way, d.name); i >= 0 {
			circle := append(slices.Clone(way[i:]), d.name)
			r.fault(d.at, d.key, "take one of them out", "these wait for each other: %s", strings.Join(circle, " → "))
			continue
		}
		r.findCircle(d.name, way, done)
	}
	done[name] = true
}
