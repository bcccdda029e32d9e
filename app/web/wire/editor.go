package wire

import (
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"devservers/app/digest/parse"
)

// Location is a place in a file of a project.
type Location struct {
	Root string // of the project, absolute
	File string // relative to Root
	Line int    // from 1; 0 = unknown
	Col  int    // from 1; 0 = unknown
}

// Editor is the person's editor. Its methods are safe for concurrent use.
type Editor struct {
	name   func() string // of the settings: vscode, cursor, zed, none, or "" for that of the environment
	getenv func(string) string

	mu    sync.Mutex
	files map[[2]string]*parse.Files // by root and directory
}

// NewEditor returns the editor that the settings name, or else $VISUAL or $EDITOR.
func NewEditor(name func() string, getenv func(string) string) *Editor {
	return &Editor{name: name, getenv: getenv, files: map[[2]string]*parse.Files{}}
}

// maxKnown is how many directories are remembered.
const maxKnown = 200

// Find returns the file of the project in root that a name means in the output of a program that runs in dir.
func (e *Editor) Find(root, dir, name string) (file string, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.files) >= maxKnown {
		clear(e.files)
	}
	files := e.files[[2]string{root, dir}]
	if files == nil {
		files = parse.NewFiles(root, dir)
		e.files[[2]string{root, dir}] = files
	}
	return files.Find(name, time.Now())
}

// Links reports whether a browser opens places by Link.
func (e *Editor) Links() bool {
	name := e.name()
	return name != "" && name != "none"
}

// Runs reports whether Open runs an editor.
func (e *Editor) Runs() bool { return e.name() == "" && e.command(Location{}) != nil }

// Link returns the address that opens a place; "" if there is none.
func (e *Editor) Link(p Location) string {
	if !e.Links() {
		return ""
	}
	path := filepath.Join(p.Root, p.File)
	if p.Line > 0 {
		path += ":" + strconv.Itoa(p.Line)
		if p.Col > 0 {
			path += ":" + strconv.Itoa(p.Col)
		}
	}
	return (&url.URL{Scheme: e.name(), Host: "file", Path: path}).String()
}
