package project

import (
	"maps"
	"slices"
	"sync"

	"devservers/app/base/words"
)

// roster holds the loader of each known project.
type roster struct {
	mu   sync.Mutex
	byID map[string]*loader
}

// of returns the loader of a project; nil = it is not known.
func (r *roster) of(id string) *loader {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[id]
}

// add reports whether a project was not known before; otherwise, its loader stays.
func (r *roster) add(id string, l *loader) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID[id] != nil {
		return false
	}
	r.byID[id] = l
	return true
}

func (r *roster) drop(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.byID, id)
}

// all returns the loaders in the order of ids.
func (r *roster) all() []*loader {
	r.mu.Lock()
	defer r.mu.Unlock()
	return words.Each(slices.Sorted(maps.Keys(r.byID)), func(id string) *loader { return r.byID[id] })
}

// files returns all files that describe what servers are started with.
func (r *roster) files() map[string]bool {
	files := map[string]bool{}
	for _, l := range r.all() {
		files[l.now.Load().File()] = true
		if stamps := l.envStamps.Load(); stamps != nil {
			for file := range *stamps {
				files[file] = true
			}
		}
	}
	return files
}
