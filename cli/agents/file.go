package agents

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"devservers/app/base/home"
)

// backupSuffix ends the name of the backup of a file that we have changed.
const backupSuffix = ".before-devservers"

// configLimit bounds a client's configuration; Claude Code keeps the history of all projects there.
const configLimit = 64 << 20

// Put writes the entry into the client's file, and what the file was before into backup. Nothing else changes in it.
func (c Client) Put(file string, entry []Pair) (changed bool, backup string, err error) {
	return putFile(file, func(before []byte) ([]byte, error) { return c.with(before, entry) })
}

// putFile replaces a client's file, and writes what it was before into backup.
func putFile(file string, edit func(before []byte) ([]byte, error)) (changed bool, backup string, err error) {
	file = target(file)
	before, mode, err := readConfig(file)
	if err != nil {
		return false, "", err
	}
	after, err := edit(before)
	if err != nil || bytes.Equal(before, after) {
		return false, "", err
	}
	if len(before) > 0 {
		backup = file + backupSuffix
		if err := writeMode(backup, before, mode); err != nil {
			return false, "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return false, "", err
	}
	if now, _, err := readConfig(file); err != nil || !bytes.Equal(now, before) {
		return false, "", errors.Join(err, errors.New("another program is writing to it; try again"))
	}
	return true, backup, writeMode(file, after, mode)
}

// target returns the file to write: a link into a directory of dotfiles stays one.
func target(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}

// readConfig reads a client's file and its mode.
func readConfig(file string) (data []byte, mode fs.FileMode, err error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0o600, nil
	}
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() || info.Size() > configLimit {
		return nil, 0, errors.New("it is not a regular file of at most 64 MB")
	}
	data, err = os.ReadFile(file)
	return data, info.Mode().Perm(), err
}

func writeMode(file string, data []byte, mode fs.FileMode) error {
	if err := home.Write(file, data); err != nil {
		return err
	}
	return os.Chmod(file, mode)
}
