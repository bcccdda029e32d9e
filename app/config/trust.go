package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"devservers/app/atomicfile"
)

// TrustState says whether a person has agreed to run a project's content.
type TrustState string

// The states of trust.
const (
	Trusted TrustState = "trusted" // exactly this content
	New     TrustState = "new"     // nothing at this path was ever trusted, or it was revoked
	Changed TrustState = "changed" // other content at this path was trusted
)

// Trust is what people have trusted: for each path of a devservers.yml the fingerprint of the content, in one file of
// the state directory, and a copy of the content, to show what has changed. It reads the file at each question, so
// several processes may hold one; writes are the manager's. What cannot be read, belongs to another user or can be
// written by one is not trusted.
type Trust struct {
	dir string
	mu  sync.Mutex // one change at a time
}

// trustFile is the file's form. Fields are added, never changed.
type trustFile struct {
	Version int                   `json:"version"`
	Trusted map[string]trustEntry `json:"trusted"` // by Project.File
}

type trustEntry struct {
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// OpenTrust returns the trust kept in dir, which need not exist yet. Leftovers of saves that were killed are removed.
func OpenTrust(dir string) *Trust {
	t := &Trust{dir: filepath.Join(dir, "trust")}
	atomicfile.RemoveLeftovers(t.dir)
	return t
}

// State tells whether p's content may be run. Any doubt means that it may not.
func (t *Trust) State(p Project) TrustState {
	f, err := t.read()
	entry, ok := f.Trusted[p.File]
	switch {
	case err != nil || !ok || p.SHA256 == "":
		return New
	case entry.SHA256 == p.SHA256 && Fingerprint(p.File, p.Source) == p.SHA256:
		return Trusted
	}
	return Changed
}

// Add trusts exactly p's content at p's path, in place of what was trusted there.
func (t *Trust) Add(p Project) error {
	if p.File == "" || Fingerprint(p.File, p.Source) != p.SHA256 {
		return fmt.Errorf("cannot trust %s: its content is not the one that was shown; load it again", shownPath(p.File))
	}
	if err := privateDir(t.dir); err != nil {
		return fmt.Errorf("cannot trust %s: %w", shownPath(p.File), err)
	}
	if err := atomicfile.Write(t.copyOf(p.File), p.Source); err != nil {
		return err
	}
	return t.change(func(f *trustFile) { f.Trusted[p.File] = trustEntry{p.SHA256, time.Now().UTC()} })
}

// Revoke forgets what was trusted at the path of a devservers.yml. Nothing there is no error.
func (t *Trust) Revoke(file string) error {
	if err := privateDir(t.dir); err != nil {
		return fmt.Errorf("cannot revoke trust of %s: %w", shownPath(file), err)
	}
	if err := t.change(func(f *trustFile) { delete(f.Trusted, file) }); err != nil {
		return err
	}
	if err := os.Remove(t.copyOf(file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot remove the copy of %s: %w", shownPath(file), err)
	}
	return nil
}

// Diff returns a unified diff from the trusted content to p's, or "" when nothing was trusted or nothing has changed.
// When the copy of what was trusted is lost, all of the current content is shown as added.
func (t *Trust) Diff(p Project) string {
	if t.State(p) != Changed {
		return ""
	}
	old, err := readRegular(t.copyOf(p.File), MaxFileSize+1)
	if err != nil {
		old = nil
	}
	return printableLines(string(diff.Diff("trusted", old, "current", p.Source)))
}

// printableLines keeps a hostile file from acting on the terminal that its diff is shown in.
func printableLines(text string) string {
	return strings.Map(func(r rune) rune {
		if forbiddenRune(r) {
			return '?'
		}
		return r
	}, text)
}

func (t *Trust) file() string { return filepath.Join(t.dir, "trust.json") }

// copyOf is where the trusted content of a path is kept.
func (t *Trust) copyOf(file string) string {
	sum := sha256.Sum256([]byte(file))
	return filepath.Join(t.dir, hex.EncodeToString(sum[:8])+".yml")
}
