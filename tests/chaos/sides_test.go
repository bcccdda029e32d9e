//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

const sideProjects = 4

// sides are projects that are only registered and forgotten, for V7: config.yml has what was acknowledged last.
type sides struct {
	w       *world
	each    [sideProjects]sync.Mutex
	mu      sync.Mutex
	known   map[string]bool
	unknown map[string]bool // a request got no answer
	emptied sync.RWMutex    // held while a fault empties config.yml
}

func newSides(w *world) *sides {
	s := &sides{w: w, known: map[string]bool{}, unknown: map[string]bool{}}
	for i := range sideProjects {
		w.write(fmt.Sprintf("side%d/devservers.yml", i),
			fmt.Sprintf("project: side%d\nservers:\n  a: {command: node a.js}\n", i))
	}
	return s
}

func (s *sides) change(i int, register bool) string {
	s.each[i].Lock()
	defer s.each[i].Unlock()
	s.emptied.RLock()
	defer s.emptied.RUnlock()
	name := fmt.Sprintf("side%d", i)
	var a answer
	if register {
		a = s.w.register(name)
	} else {
		a = s.w.send("DELETE", "/api/projects/"+name, nil, nil)
	}
	// A manager that began while config.yml was empty notices after a few seconds what it has again.
	for limit := time.Now().Add(10 * time.Second); !register && a.status == 404 && s.acknowledged(name) &&
		time.Now().Before(limit); time.Sleep(100 * time.Millisecond) {
		a = s.w.send("DELETE", "/api/projects/"+name, nil, nil)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case a.ok():
		s.known[name] = register
		delete(s.unknown, name)
	case a.status == 404 && !register:
		if s.known[name] && !s.unknown[name] {
			s.w.violate("V7", "%s was registered, and can't be forgotten: %s", name, a)
		}
	default:
		s.unknown[name] = true
	}
	return fmt.Sprintf("%s registered %v: %s", name, register, a)
}

// acknowledged reports whether a project is known to be registered.
func (s *sides) acknowledged(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[name] && !s.unknown[name]
}

// check compares the projects with what was acknowledged, then agrees with what is.
func (s *sides) check(projects []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range sideProjects {
		name := fmt.Sprintf("side%d", i)
		is := slices.Contains(projects, name)
		if !s.unknown[name] && is != s.known[name] {
			data, _ := os.ReadFile(s.w.dirs.GlobalFile())
			s.w.violate("V7", "%s is registered: %v; acknowledged: %v\n%s", name, is, s.known[name], data)
		}
		s.known[name] = is
	}
	clear(s.unknown)
}
