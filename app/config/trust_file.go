package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"devservers/app/atomicfile"
)

// maxTrustFile is far more than a person can have trusted, in bytes.
const maxTrustFile = 16 << 20

// read returns what is trusted. A file that is not there is empty; one that could have been written by somebody else,
// or cannot be read, is an error.
func (t *Trust) read() (trustFile, error) {
	empty := trustFile{Version: 1, Trusted: map[string]trustEntry{}}
	b, err := readOurs(t.file(), maxTrustFile)
	if errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	if err != nil {
		return empty, err
	}
	var f trustFile
	if err := json.Unmarshal(b, &f); err != nil || f.Version != 1 {
		return empty, fmt.Errorf("cannot read %s: it is damaged", shownPath(t.file()))
	}
	if f.Trusted == nil {
		f.Trusted = map[string]trustEntry{}
	}
	return f, nil
}

// readOurs reads a file that must be a regular one of this user, that nobody else can write to, and no symlink.
func readOurs(path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := onlyOurs(path, info); err != nil {
		return nil, err
	}
	return readLimited(f, limit)
}

// change applies one edit and saves. A file that cannot be read is put aside first: nothing in it counts any more.
func (t *Trust) change(edit func(*trustFile)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, err := t.read()
	if err != nil {
		if err := os.Rename(t.file(), t.file()+".damaged"); err != nil {
			return fmt.Errorf("cannot put the damaged %s aside: %w", shownPath(t.file()), err)
		}
	}
	edit(&f)
	b, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return fmt.Errorf("cannot encode what is trusted: %w", err)
	}
	return atomicfile.Write(t.file(), append(b, '\n'))
}
