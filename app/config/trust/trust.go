// Package trust binds a person's permission to run a project to the exact content of its devservers.yml, with the
// variables of env files that decide which code runs, and shows what that content would run (Review). It owns the trust
// directory in the state directory.
package trust

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"devservers/app/atomicfile"
	"devservers/app/config"
	"devservers/app/config/naming"
	"devservers/app/config/place"
	"devservers/app/config/yml"
)

// State says whether a person has agreed to run a project's content.
type State string

// The states of trust.
const (
	Trusted State = "trusted" // exactly this content, here or in another work tree of the same git repository
	New     State = "new"     // nothing at this path was ever trusted
	Changed State = "changed" // other content at this path was trusted
)

// Store holds what people have trusted: the fingerprint of the content for each path of a devservers.yml, in one file
// of the state directory, and a copy of the content to show later changes. A file that is damaged, belongs to another
// user or can be written by one trusts nothing.
type Store struct {
	dir  string
	file *atomicfile.Store[trustFile]
}

// trustFile is the form of the file. Fields are added, never changed.
type trustFile struct {
	Version int                   `json:"version"`
	Trusted map[string]trustEntry `json:"trusted"` // by Project.File
}

type trustEntry struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// Check refuses a file of a later version.
func (f *trustFile) Check() error {
	if f.Version != 1 {
		return fmt.Errorf("it has version %d, not 1", f.Version)
	}
	return nil
}

// Open reads the trust stored in dir, which need not exist yet, and removes leftovers of killed saves.
func Open(dir string) *Store {
	dir = filepath.Join(dir, "trust")
	atomicfile.RemoveLeftovers(dir)
	return &Store{dir, atomicfile.OpenStore[trustFile](filepath.Join(dir, "trust.json"), atomicfile.Write)}
}

// State reports whether p's content may be run. Any doubt means that it may not.
func (t *Store) State(p config.Project) State {
	entry, ok := t.file.Get().Trusted[p.File]
	switch {
	case !ok && p.SHA256 != "" && t.sameCheckout(p):
		return Trusted
	case !ok || p.SHA256 == "":
		return New
	case entry.SHA256 == p.SHA256 && p.FingerprintAt(p.File) == p.SHA256:
		return Trusted
	}
	return Changed
}

// sameCheckout reports whether exactly this content is trusted at the same place in another work tree of the same git
// repository: an agent's worktree is not another project.
func (t *Store) sameCheckout(p config.Project) bool {
	for file, entry := range t.file.Get().Trusted {
		if p.FingerprintAt(file) != entry.SHA256 {
			continue
		}
		own, ok := place.CheckoutOf(p.Dir)
		other, known := place.CheckoutOf(filepath.Dir(file))
		if ok && known && other.GitDir == own.GitDir && strings.TrimPrefix(file, other.Top) == strings.TrimPrefix(p.File, own.Top) {
			return true
		}
	}
	return false
}

// Add trusts exactly p's content at p's path, instead of what was trusted there.
func (t *Store) Add(p config.Project) error {
	if p.File == "" || p.FingerprintAt(p.File) != p.SHA256 {
		return fmt.Errorf("cannot trust %s: its content differs from what was shown; load it again", naming.Path(p.File))
	}
	if err := atomicfile.PrivateDir(t.dir); err != nil {
		return fmt.Errorf("cannot trust %s: %w", naming.Path(p.File), err)
	}
	if err := atomicfile.Write(t.copyOf(p.File), p.Reviewed()); err != nil {
		return err
	}
	return t.file.Change(func(f *trustFile) error {
		if f.Version = 1; f.Trusted == nil {
			f.Trusted = map[string]trustEntry{}
		}
		f.Trusted[p.File] = trustEntry{p.SHA256, time.Now().UTC()}
		return nil
	})
}

// Move keeps what was trusted at the path from for p, which is the same project in another place.
func (t *Store) Move(from string, p config.Project) error {
	entry, ok := t.file.Get().Trusted[from]
	if _, has := t.file.Get().Trusted[p.File]; !ok || has {
		return nil
	}
	if p.FingerprintAt(from) == entry.SHA256 {
		return t.Add(p)
	}
	old, err := place.ReadFile(t.copyOf(from), yml.MaxFileSize+1)
	if err == nil { // for the diff: the entry fits no content at the new path
		err = atomicfile.Write(t.copyOf(p.File), old)
	}
	if err != nil {
		return err
	}
	return t.file.Change(func(f *trustFile) error {
		f.Trusted[p.File] = entry
		return nil
	})
}

// Diff returns a unified diff from the trusted content to p's, or "" if nothing was trusted or nothing has changed. If
// the copy of the trusted content is lost, all of p's content counts as added.
func (t *Store) Diff(p config.Project) string {
	if t.State(p) != Changed {
		return ""
	}
	old, err := place.ReadFile(t.copyOf(p.File), yml.MaxFileSize+1)
	if err != nil {
		old = nil
	}
	return naming.Printable(string(diff.Diff("trusted", old, "current", p.Reviewed())))
}

// OnlyEnvFiles reports whether p's content has changed in its env files alone.
func (t *Store) OnlyEnvFiles(p config.Project) bool {
	old, err := place.ReadFile(t.copyOf(p.File), yml.MaxFileSize+1)
	return err == nil && bytes.Equal(p.Source, config.SourceOf(old)) && !bytes.Equal(old, p.Reviewed())
}

// copyOf returns the file with the trusted content of a path.
func (t *Store) copyOf(file string) string {
	sum := sha256.Sum256([]byte(file))
	return filepath.Join(t.dir, hex.EncodeToString(sum[:8])+".yml")
}
