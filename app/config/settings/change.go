package settings

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
)

// Register adds p or updates its entry: each directory has one. The id is the project's (Name or Name@branch), with a
// piece of the path's hash if another directory has that id. An entry keeps its id as long as the project keeps its
// name.
func (g *File) Register(p config.Project) (Registered, error) {
	if !yml.Valid(p.Name) || !filepath.IsAbs(p.Dir) || !filepath.IsAbs(p.File) {
		return Registered{}, fmt.Errorf("cannot register %s: it is not a loaded project", yml.Path(p.Dir))
	}
	var entry Registered
	err := g.change("register "+p.Name, func(f document) (document, error) {
		i := slices.IndexFunc(f.projects, func(r Registered) bool { return r.Path == p.Dir })
		if i >= 0 && f.projects[i].Name == p.Name && f.projects[i].ConfigFile == p.File {
			entry = f.projects[i]
			return f, nil
		}
		entry = Registered{Name: p.Name, Path: p.Dir, ConfigFile: p.File,
			LastAccessed: time.Now().UTC().Truncate(time.Second)}
		if i < 0 {
			entry.ID = f.freeID(p, i)
			return f.with(-1, entry), nil
		}
		entry.ID, entry.IdleTimeout = f.projects[i].ID, f.projects[i].IdleTimeout
		if f.projects[i].Name != p.Name {
			entry.ID = f.freeID(p, i)
		}
		return f.with(i, entry), nil
	})
	return entry, err
}

// Move changes the place of a registered project to p's.
func (g *File) Move(id string, p config.Project) (entry Registered, err error) {
	err = g.change("move "+id, func(f document) (document, error) {
		i, err := f.find(id)
		if err != nil {
			return f, err
		}
		entry = f.projects[i]
		entry.Path, entry.ConfigFile = p.Dir, p.File
		return f.with(i, entry), nil
	})
	return entry, err
}

// freeID returns p's id, made unique among the entries other than self. Ids differ in more than case, because they
// become names of directories.
func (f document) freeID(p config.Project, self int) string {
	sum := sha256.Sum256([]byte(p.Dir))
	hash := hex.EncodeToString(sum[:])
	id := cmp.Or(p.ID, p.Name)
	for n := 4; f.taken(id, self) && n <= 56; n += 4 {
		id = p.Name[:min(len(p.Name), 63-n)] + "-" + hash[:n]
	}
	return id
}

func (f document) taken(id string, self int) bool {
	i := slices.IndexFunc(f.projects, func(r Registered) bool { return strings.EqualFold(r.ID, id) })
	return i >= 0 && i != self
}

// Forget removes a project's entry. The project's own files are not touched.
func (g *File) Forget(id string) error {
	return g.change("forget "+id, func(f document) (document, error) {
		i, err := f.find(id)
		if err != nil {
			return f, err
		}
		return f.without(i), nil
	})
}

// Touch notes when a project was last used, to the minute: a smaller difference from the file is not saved.
func (g *File) Touch(id string, at time.Time) error {
	return g.change("note the use of "+id, func(f document) (document, error) {
		i, err := f.find(id)
		if err != nil || at.Sub(f.projects[i].LastAccessed) < time.Minute {
			return f, err
		}
		entry := f.projects[i]
		entry.LastAccessed = at.UTC().Truncate(time.Second)
		return f.with(i, entry), nil
	})
}

// find returns the index of a project's entry.
func (f document) find(id string) (int, error) {
	ids := make([]string, len(f.projects))
	for i, p := range f.projects {
		if ids[i] = p.ID; p.ID == id {
			return i, nil
		}
	}
	if meant := words.Meant(id, ids); len(meant) > 0 {
		return -1, fmt.Errorf("no project %s is registered; did you mean %s?", yml.NamedKey(id), words.Or(meant))
	}
	return -1, fmt.Errorf("no project %s is registered", yml.NamedKey(id))
}

// change applies one edit to the file as it is on disk now, because a person may have edited it, and saves it. If the
// save fails, nothing has changed.
func (g *File) change(what string, edit func(document) (document, error)) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	unlock, err := g.lock()
	if err != nil {
		return fmt.Errorf("cannot %s: %w", what, err)
	}
	defer unlock()
	if err := g.refresh(); err != nil {
		return fmt.Errorf("cannot %s: fix the configuration first: %w", what, err)
	}
	now := g.now.Load()
	edited, err := edit(now.good)
	if err != nil {
		return fmt.Errorf("cannot %s: %w", what, err)
	}
	content := []byte(strings.Join(edited.lines, "\n"))
	same := reflect.DeepEqual(edited.projects, now.good.projects) && reflect.DeepEqual(edited.settings, now.good.settings)
	if same || bytes.Equal(content, now.read) {
		return nil
	}
	if err := g.save(content, edited); err != nil {
		return fmt.Errorf("cannot %s: %w", what, err)
	}
	return nil
}

// save writes content if reading it gives exactly what is wanted.
func (g *File) save(content []byte, want document) error {
	got, problems := g.parse(content)
	sameEntry := func(a, b Registered) bool { return reflect.DeepEqual(a, b) }
	if len(problems) > 0 || !reflect.DeepEqual(got.settings, want.settings) ||
		!slices.EqualFunc(got.projects, want.projects, sameEntry) {
		return fmt.Errorf("cannot edit %s because of its layout; write settings: and projects: as blocks, without brackets",
			yml.Path(g.file))
	}
	if err := os.MkdirAll(filepath.Dir(g.file), 0o700); err != nil {
		return fmt.Errorf("cannot create the directory: %w", err)
	}
	if err := home.Write(g.target(), content); err != nil {
		return err
	}
	g.accept(content, got)
	return nil
}

// target returns the file to write. A config.yml that is a link into a person's dotfiles stays one.
func (g *File) target() string {
	resolved, err := filepath.EvalSymlinks(g.file)
	if err != nil {
		return g.file
	}
	return resolved
}

// lock keeps other managers from changing the file meanwhile: two of them may share it, with state directories of their
// own. The lock is a file next to it, because each change replaces the file.
func (g *File) lock() (unlock func(), err error) {
	if err := os.MkdirAll(filepath.Dir(g.file), 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the directory: %w", err)
	}
	f, err := os.OpenFile(g.file+".lock", os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock %s: %w", yml.Path(g.file), err)
	}
	if err := take(f, time.Now().Add(lockTime), lockedAt(f)); err != nil {
		f.Close()
		return nil, fmt.Errorf("cannot lock %s: %w", yml.Path(g.file), err)
	}
	return func() { f.Close() }, nil
}

// take locks f. The lock isn't queued for, so one who waits may be passed by many changes: end moves with each of them,
// as their time shows.
func take(f *os.File, end, began time.Time) error {
	for ; ; time.Sleep(10 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if at := lockedAt(f); !at.Equal(began) {
			began, end = at, time.Now().Add(lockTime)
		}
		switch {
		case err == nil:
			return os.Chtimes(f.Name(), time.Time{}, time.Now())
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return err
		case time.Now().After(end):
			return fmt.Errorf("another manager has been at one change for %s: is it frozen?", lockTime)
		}
	}
}

// lockedAt returns when the lock's file was locked last: each change that has the lock sets its time.
func lockedAt(f *os.File) time.Time {
	info, err := f.Stat()
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// lockTime is how long a change waits for one change of another manager, which takes milliseconds.
const lockTime = 5 * time.Second
