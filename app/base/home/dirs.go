package home

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// Dirs are the directories of one user's manager, as absolute paths.
type Dirs struct {
	Home   string // projects must be in it
	Config string // config.yml
	State  string // status.json, the lock, trust, transcripts, history
	Data   string // the demo project
}

// FindDirs returns the directories that HOME and the XDG base directory variables name. It makes none.
func FindDirs() (Dirs, error) {
	xdg.Reload()
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return Dirs{}, noHome(home)
	}
	return Dirs{
		Home:   home,
		Config: filepath.Join(xdg.ConfigHome, "devservers"),
		State:  filepath.Join(xdg.StateHome, "devservers"),
		Data:   filepath.Join(xdg.DataHome, "devservers"),
	}, nil
}

// noHome is a HOME that names no directory.
type noHome string

func (h noHome) Error() string {
	if h == "" {
		return "the variable HOME is not set, so there is no place for devservers' files"
	}
	return fmt.Sprintf("the variable HOME is %q, which is not a whole path", string(h))
}

// Hint says what to do.
func (noHome) Hint() string {
	return "set it to your home directory: export HOME=$(getent passwd $(id -u) | cut -d: -f6)"
}

// Make creates Config and State with their parents, and makes both readable only by their owner.
func (d Dirs) Make() error {
	for _, dir := range d.Private() {
		if err := makePrivate(dir); err != nil {
			return err
		}
	}
	return nil
}

func makePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make %s, which HOME and the XDG variables name: %w", dir, err)
	}
	info, err := os.Stat(dir)
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

// Private returns our own directories, also where links lead. No project may contain one or be in one.
func (d Dirs) Private() []string {
	list := []string{d.State, d.Config}
	for _, dir := range list {
		if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
			list = append(list, real)
		}
	}
	return list
}

func (d Dirs) lockFile() string   { return filepath.Join(d.State, "manager.lock") }
func (d Dirs) statusFile() string { return filepath.Join(d.State, "status.json") }

// RunsDir has a directory for each project, which has one for each server, which has one for each run.
func (d Dirs) RunsDir() string { return filepath.Join(d.State, "runs") }

// LogFile is the log of a manager in the background.
func (d Dirs) LogFile() string { return filepath.Join(d.State, "manager.log") }

// GlobalFile is the user's own configuration.
func (d Dirs) GlobalFile() string { return filepath.Join(d.Config, "config.yml") }
