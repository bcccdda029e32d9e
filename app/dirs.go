package app

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Dirs are the folders of one user's manager. All are absolute and 0700 once made.
type Dirs struct {
	Home   string // projects have to lie in it
	Config string // config.yml
	State  string // status.json, the lock, trust, transcripts, history
	Data   string // the demo project
}

// FindDirs finds them from HOME and the XDG base directory variables, and makes those of ours that are missing.
func FindDirs() (Dirs, error) {
	xdg.Reload()
	home, err := os.UserHomeDir()
	if err != nil {
		return Dirs{}, fmt.Errorf("cannot find the home directory: %w", err)
	}
	d := Dirs{
		Home:   home,
		Config: filepath.Join(xdg.ConfigHome, "devservers"),
		State:  filepath.Join(xdg.StateHome, "devservers"),
		Data:   filepath.Join(xdg.DataHome, "devservers"),
	}
	for _, dir := range []string{d.Config, d.State} {
		if err := makePrivate(dir); err != nil {
			return Dirs{}, err
		}
	}
	return d, nil
}

// Tilde is a path as people write it: what is in the home directory begins with ~.
func Tilde(home, path string) string {
	if home == "" {
		return path
	}
	if rel, err := filepath.Rel(home, path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

// makePrivate makes dir with its parents and sees that nobody else can look into it.
func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make %s: %w", dir, err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("cannot use %s: %w", dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("cannot use %s: it is not a directory", dir)
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(dir, 0o700); err != nil {
			return fmt.Errorf("cannot make %s private: %w", dir, err)
		}
	}
	return nil
}

func (d Dirs) lockFile() string   { return filepath.Join(d.State, "manager.lock") }
func (d Dirs) statusFile() string { return filepath.Join(d.State, "status.json") }

// RunsDir holds a folder for each project, in it one for each server, in it one for each run.
func (d Dirs) RunsDir() string { return filepath.Join(d.State, "runs") }

// LogFile is where a manager in the background writes its own log.
func (d Dirs) LogFile() string { return filepath.Join(d.State, "manager.log") }

// GlobalFile is the user's own configuration.
func (d Dirs) GlobalFile() string { return filepath.Join(d.Config, "config.yml") }
