// Package settings reads and changes the person's own config.yml: settings, hooks and the registered projects.
// Comments, order and unknown keys of the file survive every change. The manager is the only process that changes it.
// It also stores what was made for git worktrees: their copies, their data, and how far the work on each got. Such a
// record is on disk before what it names is made, and is removed after the last of that is gone.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"devservers/app/base/home"
	"devservers/app/config/yml"
)

// Settings are the person's own settings, with defaults filled in.
type Settings struct {
	Port               int           // the manager's, default 7912
	HTTPSPort          int           // of named URLs over TLS; 0 (default) = the one after the manager's
	IdleTimeout        time.Duration // for servers without their own; 0 (default) = never
	ManagerIdleTimeout time.Duration // after which a manager ends with which nothing runs; 0 (default) = never
	KeepAliveOnLLMExit bool          // default true: servers keep running when an agent's session ends
	Allow              []string      // bare names of allowed programs, in addition to those of command.Allow
	Roots              []string      // directories outside the home directory that may also contain projects
	TrustedProxies     []string      // addresses or networks whose forwarding headers count
	SandboxAgents      bool          // whether servers that agents start run in a sandbox
	Editor             string        // of the pages: one of Editors, or "" for $VISUAL or $EDITOR
	Theme              string        // of the pages: light, dark, or "" for that of the system
	Limits
	Budget
	Notify Notify // desktop notifications, none by default
	Hooks  []Hook // the person's own commands, in the order of the file
}

// Limits describe how much of what servers printed is stored.
type Limits struct {
	TranscriptSize   int64 // bytes of one run's transcript, default 64 MB; 0 = no limit
	RunsKept         int   // of each server, default 20
	TranscriptsTotal int64 // bytes of all transcripts, default 2 GB; 0 = no limit
}

// TrustsProxy reports whether addr, an address with a port, is one of the trusted proxies.
func (s Settings) TrustsProxy(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	from, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range s.TrustedProxies {
		if network, err := netip.ParsePrefix(p); err == nil && network.Contains(from.Unmap()) {
			return true
		}
		if one, err := netip.ParseAddr(p); err == nil && one.Unmap() == from.Unmap() {
			return true
		}
	}
	return false
}

// editors returns the values of Editor: those whose links a browser opens, and none.
func editors() []string { return []string{"vscode", "cursor", "zed", "none"} }

// Default returns the settings of an empty config.yml.
func Default() Settings {
	return Settings{Port: 7912, KeepAliveOnLLMExit: true,
		Limits: Limits{TranscriptSize: 64 << 20, RunsKept: 20, TranscriptsTotal: 2 << 30}}
}

// Registered is a project in config.yml.
type Registered struct {
	ID           string         // unique; it stays as long as name and place of the project do
	Name         string         // the key project: at the time of registration
	Path         string         // absolute, resolved
	ConfigFile   string         // absolute path of its devservers.yml; relative to Path in the file
	LastAccessed time.Time      // UTC, whole seconds
	IdleTimeout  *time.Duration // the person's for this project; nil = not set
}

// Gone reports whether the project's directory does not exist any more.
func (r Registered) Gone() bool {
	_, err := os.Lstat(r.Path)
	return os.IsNotExist(err)
}

// File is the person's config.yml. Comments, order and unknown keys survive every change. All methods may be called at
// once; Settings, Projects, Problem and Warnings never wait for the disk, and callers must not alter what they return.
// The manager is the only process that changes the file; people edit it by hand.
//
// A file with problems is never written to: the last good copy (file.bak) counts, Problem shows where they are, and
// changes are refused until the person has fixed the file.
type File struct {
	file string

	mu  sync.Mutex // serializes changes; held while files are read and written
	now atomic.Pointer[state]
}

// state is immutable.
type state struct {
	read    []byte   // the content when it was last read or written
	good    document // the last one without problems
	problem error
}

// Open reads config.yml. A missing file counts as empty, and Problem reports a wrong one, so that the manager runs in
// both cases. The error means that file is not an absolute path.
func Open(file string) (*File, error) {
	if !filepath.IsAbs(file) {
		return nil, fmt.Errorf("cannot use %s as the configuration: the path is not absolute", yml.Path(file))
	}
	home.RemoveLeftovers(filepath.Dir(file))
	g := &File{file: file}
	g.now.Store(&state{good: document{settings: g.copied()}})
	_ = g.Reload() // Problem returns it
	return g, nil
}

// Reload reads the file again if it has changed, and returns Problem.
func (g *File) Reload() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refresh()
}

// Settings returns the current settings.
func (g *File) Settings() Settings { return g.now.Load().good.settings }

// Projects returns the registered projects in the order of the file.
func (g *File) Projects() []Registered { return g.now.Load().good.projects }

// Knows reports whether a project with this id is registered.
func (g *File) Knows(id string) bool {
	return slices.ContainsFunc(g.Projects(), func(r Registered) bool { return r.ID == id })
}

// Problem returns why the file is not used and cannot be changed, or nil. It is yml.Problems if the content is wrong.
func (g *File) Problem() error { return g.now.Load().problem }

// Warnings returns remarks on the file, such as unknown keys.
func (g *File) Warnings() []yml.Problem { return g.now.Load().good.warnings }

// refresh reads the file and returns Problem. If the content is wrong, the last good one stays. mu is held.
func (g *File) refresh() error {
	old := g.now.Load()
	content, err := yml.ReadFile(g.file, yml.MaxFileSize+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		content = nil
	case err != nil:
		return g.fallBack(fmt.Errorf("cannot read %s: %w", yml.Path(g.file), err))
	case old.read != nil && bytes.Equal(content, old.read) && old.problem == nil:
		return nil
	}
	parsed, problems := g.parse(content)
	if len(problems) > 0 {
		return g.fallBack(problems)
	}
	g.accept(content, parsed)
	return nil
}

// accept applies a good content and saves a copy of it. If the directory is not writable, there is no copy.
func (g *File) accept(content []byte, parsed document) {
	g.now.Store(&state{content, parsed, nil})
	backup, err := yml.ReadFile(g.backup(), yml.MaxFileSize+1)
	if parsed.root != nil && !parsed.hasSettings() {
		content = parsed.settings.writtenTo(content)
	}
	if len(content) > 0 && (err != nil || !bytes.Equal(backup, content)) {
		_ = home.Write(g.backup(), content)
	}
}

// fallBack keeps the last good content in memory, or reads its copy if there is none yet. It returns problem.
func (g *File) fallBack(problem error) error {
	next := *g.now.Load()
	next.problem = problem
	if next.read == nil {
		content, err := yml.ReadFile(g.backup(), yml.MaxFileSize+1)
		if parsed, problems := parse(g.backup(), content); err == nil && len(problems) == 0 {
			next.good = parsed
		} else {
			next.good.settings.Limits = unknown
		}
	}
	g.now.Store(&next)
	return problem
}

func (g *File) backup() string { return g.file + ".bak" }

// IsCopied reports whether a config.yml is as it was when it was last found good, or missing: then it has no problem,
// and need not be parsed to know that.
func IsCopied(file string) bool {
	g := File{file: file}
	content, err := yml.ReadFile(file, yml.MaxFileSize+1)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	backup, err := yml.ReadFile(g.backup(), yml.MaxFileSize+1)
	return err == nil && bytes.Equal(content, backup)
}
