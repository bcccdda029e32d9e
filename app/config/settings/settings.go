package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"devservers/app/atomicfile"
	"devservers/app/config/naming"
	"devservers/app/config/place"
	"devservers/app/config/yml"
)

// Settings are the person's own settings, with defaults filled in.
type Settings struct {
	Port               int           // the manager's, default 7912
	IdleTimeout        time.Duration // for servers whose file says nothing; 0 (default) = never
	KeepAliveOnLLMExit bool          // default true: servers go on when an agent's session ends
	Allow              []string      // bare names of executables, beside DefaultAllowed
	TrustedProxies     []string      // addresses or networks whose forwarding headers count
	TranscriptSize     int64         // bytes of one run's transcript, default 64 MB; 0 = no limit
	RunsKept           int           // runs kept of each server, default 20
	TranscriptsTotal   int64         // bytes of all transcripts, default 2 GB; 0 = no limit
	Notify             Notify        // notices on the desktop, none by default
	Hooks              []Hook        // the person's own commands, in the order of the file
}

// Default are the settings of an empty config.yml.
func Default() Settings {
	return Settings{Port: 7912, KeepAliveOnLLMExit: true, TranscriptSize: 64 << 20, RunsKept: 20, TranscriptsTotal: 2 << 30}
}

// Registered is a project that the manager knows.
type Registered struct {
	ID           string         // unique; stays while the project's name and place do
	Name         string         // the key project: when it was registered
	Path         string         // absolute, resolved
	ConfigFile   string         // absolute path of its devservers.yml; relative to Path in the file
	LastAccessed time.Time      // UTC, whole seconds
	IdleTimeout  *time.Duration // set by the person for this project; nil = not set
}

// File is the person's config.yml. Comments, order and unknown keys of the file survive every change. All methods
// may be called from any goroutine; the manager is the only process that changes the file, people edit it by hand.
//
// A file with faults is never written to: the last good copy (file.bak) counts, Problem tells the place, and changes
// are refused until the file is mended, which the next change notices, or Reset.
type File struct {
	file string

	mu      sync.Mutex
	read    []byte // the file's bytes when it was last read or written
	good    document
	problem error
}

// Open reads config.yml. A missing file is an empty one, and a faulty one is told by Problem, so that the
// manager runs in both cases. The error means that file cannot be a path.
func Open(file string) (*File, error) {
	if !filepath.IsAbs(file) {
		return nil, fmt.Errorf("cannot use %s as the configuration: the path is not absolute", naming.Path(file))
	}
	atomicfile.RemoveLeftovers(filepath.Dir(file))
	g := &File{file: file, good: document{settings: Default()}}
	_ = g.Reload() // Problem tells
	return g, nil
}

// Reload reads the file again if its bytes have changed. It returns what Problem does.
func (g *File) Reload() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refresh()
}

// Settings returns the current settings. The slices are the caller's.
func (g *File) Settings() Settings {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.good.settings
	s.Allow, s.TrustedProxies = slices.Clone(s.Allow), slices.Clone(s.TrustedProxies)
	return s
}

// Projects returns the registered projects in the order of the file. The slice is the caller's.
func (g *File) Projects() []Registered {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.good.projects)
}

// Problem returns why the file is not used and cannot be changed, or nil. It is Problems when its content is at fault.
func (g *File) Problem() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.problem
}

// Warnings returns remarks on the file, such as unknown keys.
func (g *File) Warnings() []yml.Problem {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.good.warnings)
}

// refresh brings memory to what is on disk. When that has faults, what was last good stays.
func (g *File) refresh() error {
	content, err := place.ReadFile(g.file, yml.MaxFileSize+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		content = nil
	case err != nil:
		g.fallBack(fmt.Errorf("cannot read %s: %w", naming.Path(g.file), err))
		return g.problem
	case g.read != nil && bytes.Equal(content, g.read) && g.problem == nil:
		return nil
	}
	parsed, problems := parse(g.file, content)
	if len(problems) > 0 {
		g.fallBack(problems)
		return g.problem
	}
	g.accept(content, parsed)
	return nil
}

// accept takes a file without faults, and keeps a copy for the day it has one. The copy is a convenience: where the
// directory cannot be written to, there is none.
func (g *File) accept(content []byte, parsed document) {
	g.read, g.good, g.problem = content, parsed, nil
	backup, err := place.ReadFile(g.backup(), yml.MaxFileSize+1)
	if len(content) > 0 && (err != nil || !bytes.Equal(backup, content)) {
		_ = atomicfile.Write(g.backup(), content)
	}
}

// fallBack keeps what was good in memory, or takes the last good copy when this is the first look.
func (g *File) fallBack(problem error) {
	g.problem = problem
	if g.read != nil {
		return
	}
	content, err := place.ReadFile(g.backup(), yml.MaxFileSize+1)
	if err != nil {
		return
	}
	if parsed, problems := parse(g.backup(), content); len(problems) == 0 {
		g.good = parsed
	}
}

func (g *File) backup() string { return g.file + ".bak" }

// Reset puts a faulty file aside, under a name with the date, and the last good copy (or an empty file) in its place.
// It returns the name that the faulty file now has.
func (g *File) Reset() (aside string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refresh() == nil {
		return "", fmt.Errorf("cannot reset %s: it has no faults", naming.Path(g.file))
	}
	content, err := place.ReadFile(g.backup(), yml.MaxFileSize+1)
	if _, problems := parse(g.file, content); err != nil || len(problems) > 0 {
		content = []byte(header)
	}
	aside = fmt.Sprintf("%s.%s", g.file, time.Now().UTC().Format("20060102T150405Z"))
	if err := os.Rename(g.file, aside); err != nil {
		return "", fmt.Errorf("cannot put %s aside: %w", naming.Path(g.file), err)
	}
	if err := atomicfile.Write(g.file, content); err != nil {
		return aside, err
	}
	return aside, g.refresh()
}
