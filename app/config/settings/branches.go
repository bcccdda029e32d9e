package settings

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app/base/home"
	"devservers/app/config/command"
)

// Branch is the record of a project in a git worktree.
type Branch struct {
	ID      string    `json:"id"`      // of the project: name@branch
	Name    string    `json:"name"`    // of the project
	Branch  string    `json:"branch"`  // as git has it
	Top     string    `json:"top"`     // the worktree
	Dir     string    `json:"dir"`     // of the project in it; the key of the record
	Main    string    `json:"main"`    // of the project in the main checkout
	Made    bool      `json:"made"`    // we made the worktree, and may remove it
	Created bool      `json:"created"` // we made the branch
	From    string    `json:"from,omitempty"`
	By      string    `json:"by"` // who asked for it
	At      time.Time `json:"at"`

	Doing  string            `json:"doing,omitempty"` // Up or Down: unfinished work; "" = none
	Failed string            `json:"failed,omitempty"`
	Steps  []StepDone        `json:"steps,omitempty"`  // of Doing, or of the last work, in order
	Temp   string            `json:"temp,omitempty"`   // an unfinished checkout, or what is being removed
	Copied map[string]Copied `json:"copied,omitempty"` // by path in the project
	Forks  []Fork            `json:"forks,omitempty"`
	Inputs map[string]string `json:"inputs,omitempty"` // of tasks that have succeeded: a digest of their input files
	Stack  Stack             `json:"stack,omitzero"`
	Notes  []string          `json:"notes,omitempty"`
}

// What can be under way.
const (
	Up   = "up"
	Down = "down"
)

// StepDone is a finished or failed step.
type StepDone struct {
	Name   string        `json:"name"`
	Detail string        `json:"detail,omitempty"`
	Took   time.Duration `json:"took"`
}

// Copied is what was copied from the main checkout.
type Copied struct {
	Bytes  int64  `json:"bytes"`
	Files  int    `json:"files"`
	Shared int64  `json:"shared,omitempty"` // of Bytes, those that the file system shares with the original
	Key    string `json:"key,omitempty"`    // a digest of the lock files beside it
}

// Fork is data of a worktree's own.
type Fork struct {
	Name     string    `json:"name"` // in devservers.yml
	Kind     string    `json:"kind"`
	Variable string    `json:"variable,omitempty"` // which gets URL in place of the main data's
	From     string    `json:"from"`               // URL or file of the main data
	URL      string    `json:"url,omitempty"`
	Path     string    `json:"path,omitempty"` // absolute
	Own      string    `json:"own,omitempty"`  // the name of the database, or its number
	How      string    `json:"how,omitempty"`  // template, dump ...
	Done     bool      `json:"done"`           // false: it may be there in part
	At       time.Time `json:"at"`
}

// Stack is how Compose is kept apart.
type Stack struct {
	Project string         `json:"project,omitempty"` // COMPOSE_PROJECT_NAME
	Files   string         `json:"files,omitempty"`   // COMPOSE_FILE
	Tool    []string       `json:"tool,omitempty"`    // docker compose, podman-compose ...
	Ports   map[string]int `json:"ports,omitempty"`   // host ports by service and container port
}

// Fork returns the data called name.
func (b Branch) Fork(name string) (Fork, bool) {
	i := slices.IndexFunc(b.Forks, func(f Fork) bool { return f.Name == name })
	if i < 0 {
		return Fork{}, false
	}
	return b.Forks[i], true
}

// Set adds a fork, or replaces the one of its name. It does not alter the list that b shares with others.
func (b *Branch) Set(f Fork) {
	b.Forks = slices.DeleteFunc(slices.Clone(b.Forks), func(old Fork) bool { return old.Name == f.Name })
	b.Forks = append(b.Forks, f)
}

// Drop removes the fork called name.
func (b *Branch) Drop(name string) {
	b.Forks = slices.DeleteFunc(slices.Clone(b.Forks), func(old Fork) bool { return old.Name == name })
}

// Did reports whether a step of the work under way is done.
func (b Branch) Did(step string) bool {
	return slices.ContainsFunc(b.Steps, func(s StepDone) bool { return s.Name == step })
}

// Variables returns what the environment of its servers gets, in order.
func (b Branch) Variables() (vars []command.Var) {
	for _, f := range b.Forks {
		if f.Done && f.Variable != "" {
			vars = append(vars, command.Var{Name: f.Variable, Value: f.URL})
		}
	}
	if b.Stack.Project != "" {
		vars = append(vars, command.Var{Name: "COMPOSE_PROJECT_NAME", Value: b.Stack.Project})
	}
	if b.Stack.Files != "" {
		vars = append(vars, command.Var{Name: "COMPOSE_FILE", Value: b.Stack.Files})
	}
	return vars
}

// Records holds all records, in one file of the state directory.
type Records struct {
	file *home.Store[recordFile]
}

// recordFile is the form of the file. Fields are added, never changed.
type recordFile struct {
	version
	Branches map[string]Branch `json:"branches"` // by Dir
}

// OpenBranches reads the records of a state directory.
func OpenBranches(state string) *Records {
	return &Records{home.OpenStore[recordFile](filepath.Join(state, "branches.json"), home.Write)}
}

// Problem returns why the records could not be read, or nil.
func (s *Records) Problem() error { return s.file.Problem() }

// At returns the record of the project in a directory.
func (s *Records) At(dir string) (Branch, bool) {
	b, ok := s.file.Get().Branches[dir]
	return b, ok
}

// All returns all records, sorted by id.
func (s *Records) All() []Branch {
	list := slices.Collect(maps.Values(s.file.Get().Branches))
	slices.SortFunc(list, func(a, b Branch) int { return strings.Compare(a.ID+a.Dir, b.ID+b.Dir) })
	return list
}

// Save stores a record.
func (s *Records) Save(b Branch) error {
	return s.change(func(all map[string]Branch) { all[b.Dir] = b })
}

// Remove removes a record.
func (s *Records) Remove(dir string) error {
	return s.change(func(all map[string]Branch) { delete(all, dir) })
}

func (s *Records) change(edit func(all map[string]Branch)) error {
	return s.file.Change(func(f *recordFile) error {
		all := map[string]Branch{}
		maps.Copy(all, f.Branches) // others may be reading those
		edit(all)
		*f = recordFile{version{1}, all}
		return nil
	})
}
