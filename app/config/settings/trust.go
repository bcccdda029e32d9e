package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"devservers/app/base/home"
	"devservers/app/config"
	"devservers/app/config/yml"
)

// TrustState is whether a person has agreed to run a project's content.
type TrustState string

// The states of trust.
const (
	Trusted      TrustState = "trusted" // exactly this content, here or in another work tree of the same git repository
	NeverTrusted TrustState = "new"     // nothing at this path was ever trusted
	Changed      TrustState = "changed" // other content at this path was trusted
)

// Trust holds what people have trusted: the fingerprint of the content for each path of a devservers.yml, in one file
// of the state directory, and a copy of the content to show later changes. A file that is damaged, belongs to another
// user or can be written by one trusts nothing.
type Trust struct {
	dir  string
	file *home.Store[trustFile]
}

// trustFile is the form of the file. Fields are added, never changed.
type trustFile struct {
	version
	Trusted map[string]trustEntry `json:"trusted"` // by Project.File
	// Run holds the branch of each work tree of which a person has run something, by Project.File.
	Run map[string]string `json:"run,omitempty"`
}

type trustEntry struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// OpenTrust reads the trust stored in dir, which need not exist yet, and removes leftovers of killed saves.
func OpenTrust(dir string) *Trust {
	dir = filepath.Join(dir, "trust")
	home.RemoveLeftovers(dir)
	return &Trust{dir, home.OpenStore[trustFile](filepath.Join(dir, "trust.json"), home.Write)}
}

// State reports whether p's content may be run. Any doubt means that it may not.
func (t *Trust) State(p config.Project) TrustState {
	entry, ok := t.file.Get().Trusted[p.File]
	switch {
	case !ok && p.SHA256 != "" && len(t.lenders(p)) > 0:
		return Trusted
	case !ok || p.SHA256 == "":
		return NeverTrusted
	case entry.SHA256 == p.SHA256 && p.FingerprintAt(p.File) == p.SHA256:
		return Trusted
	}
	return Changed
}

// lenders returns the directories of the same project in other work trees of the git repository, in which exactly this
// content is trusted: an agent's worktree is not another project.
func (t *Trust) lenders(p config.Project) (dirs []string) {
	for file, entry := range t.file.Get().Trusted {
		if file == p.File || p.FingerprintAt(file) != entry.SHA256 {
			continue
		}
		own, ok := yml.CheckoutOf(p.Dir)
		other, known := yml.CheckoutOf(filepath.Dir(file))
		if ok && known && other.GitDir == own.GitDir &&
			strings.TrimPrefix(file, other.Top) == strings.TrimPrefix(p.File, own.Top) {
			dirs = append(dirs, filepath.Dir(file))
		}
	}
	return dirs
}

// Lenders returns the directories of other work trees because of which p is trusted, if no person has run or trusted
// anything of its own work tree on the branch that is checked out there.
func (t *Trust) Lenders(p config.Project) []string {
	now := t.file.Get()
	branch, known := now.Run[p.File]
	if _, own := now.Trusted[p.File]; own || known && branch == yml.WorktreeBranch(p.Dir) {
		return nil
	}
	dirs := t.lenders(p)
	slices.Sort(dirs)
	return dirs
}

// Ran notes that a person has run or reviewed something of a work tree whose trust is another's.
func (t *Trust) Ran(p config.Project) error {
	return t.file.Change(func(f *trustFile) error {
		if f.Run == nil {
			f.Run = map[string]string{}
		}
		f.Run[p.File] = yml.WorktreeBranch(p.Dir)
		return nil
	})
}

// At returns when a person has trusted what p's trust rests on; zero if nobody has.
func (t *Trust) At(p config.Project) (at time.Time) {
	now := t.file.Get()
	if entry, ok := now.Trusted[p.File]; ok {
		return entry.At
	}
	for _, dir := range t.lenders(p) {
		if entry := now.Trusted[filepath.Join(dir, filepath.Base(p.File))]; entry.At.After(at) {
			at = entry.At
		}
	}
	return at
}

// Add trusts exactly p's content at p's path, instead of what was trusted there.
func (t *Trust) Add(p config.Project) error {
	if p.File == "" || p.FingerprintAt(p.File) != p.SHA256 {
		return fmt.Errorf("cannot trust %s: its content differs from what was shown; load it again", yml.Path(p.File))
	}
	if err := home.PrivateDir(t.dir); err != nil {
		return fmt.Errorf("cannot trust %s: %w", yml.Path(p.File), err)
	}
	if err := home.Write(t.copyOf(p.File), p.Reviewed()); err != nil {
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

// Drop forgets what was trusted in a directory and below it.
func (t *Trust) Drop(dir string) error {
	return t.file.Change(func(f *trustFile) (err error) {
		maps.DeleteFunc(f.Run, func(file, _ string) bool { return yml.Within(dir, file) })
		maps.DeleteFunc(f.Trusted, func(file string, _ trustEntry) bool {
			gone := yml.Within(dir, file)
			if gone {
				err = errors.Join(err, os.Remove(t.copyOf(file)))
			}
			return gone
		})
		return err
	})
}

// Move keeps what was trusted at the path from for p, which is the same project in another place.
func (t *Trust) Move(from string, p config.Project) error {
	entry, ok := t.file.Get().Trusted[from]
	if _, has := t.file.Get().Trusted[p.File]; !ok || has {
		return nil
	}
	if p.FingerprintAt(from) == entry.SHA256 {
		return t.Add(p)
	}
	old, err := yml.ReadFile(t.copyOf(from), yml.MaxFileSize+1)
	if err == nil { // for the diff: the entry fits no content at the new path
		err = home.Write(t.copyOf(p.File), old)
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
func (t *Trust) Diff(p config.Project) string {
	if t.State(p) != Changed {
		return ""
	}
	old, err := yml.ReadFile(t.copyOf(p.File), yml.MaxFileSize+1)
	if err != nil {
		old = nil
	}
	return yml.Printable(string(diff.Diff("trusted", old, "current", p.Reviewed())))
}

// OnlyEnvFiles reports whether p's content has changed in its env files alone.
func (t *Trust) OnlyEnvFiles(p config.Project) bool {
	old, err := yml.ReadFile(t.copyOf(p.File), yml.MaxFileSize+1)
	return err == nil && bytes.Equal(p.Source, config.SourceOf(old)) && !bytes.Equal(old, p.Reviewed())
}

// copyOf returns the file with the trusted content of a path.
func (t *Trust) copyOf(file string) string {
	sum := sha256.Sum256([]byte(file))
	return filepath.Join(t.dir, hex.EncodeToString(sum[:8])+".yml")
}
