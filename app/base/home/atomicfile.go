package home

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// tempPrefix begins the names of unfinished files.
const tempPrefix = ".tmp-"

// leftoverAge is the age at which an unfinished file counts as left behind by a killed process.
const leftoverAge = time.Minute

// Write gives file the given content and mode 0600: a temporary file in the same directory, fsync,
// rename(2), fsync of the directory. After a crash at any moment file is the old file or the new one, never a part. The
// old file is replaced, not written to, so a symlink there leads nowhere else and an older mode does not survive. After
// an error the old file is unchanged and nothing is left behind. The directory must exist.
func Write(file string, data []byte) error {
	if err := replace(file, data, true); err != nil {
		return err
	}
	if err := syncDir(path.Dir(file)); err != nil {
		return fmt.Errorf("cannot save %s: %w", file, err)
	}
	return nil
}

// WriteFast is Write without the two fsyncs. It survives the death of the process, not of the machine.
func WriteFast(file string, data []byte) error { return replace(file, data, false) }

func replace(file string, data []byte, durable bool) error {
	if info, err := os.Lstat(file); err == nil && info.IsDir() {
		return fmt.Errorf("cannot save %s: it is a directory", file)
	}
	temp, err := writeTemp(path.Dir(file), path.Base(file), data, durable)
	if err == nil {
		if err = os.Rename(temp, file); err != nil {
			err = errors.Join(err, os.Remove(temp))
		}
	}
	if err != nil {
		return fmt.Errorf("cannot save %s: %w", file, err)
	}
	return nil
}

// writeTemp writes data to a new file of dir. os.CreateTemp creates it with O_EXCL and 0600.
func writeTemp(dir, base string, data []byte, durable bool) (name string, err error) {
	f, err := os.CreateTemp(dir, tempPrefix+base+"-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil && durable {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// syncDir makes a rename in dir durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// RemoveLeftovers removes unfinished files of killed processes from dir and its subdirectories. Files younger than a
// minute stay, because another process may be about to rename them.
func RemoveLeftovers(dir string) {
	removeLeftovers(dir)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			removeLeftovers(path.Join(dir, e.Name()))
		}
	}
}

func removeLeftovers(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if leftover(e) {
			// A file that cannot be removed does no harm.
			_ = os.Remove(path.Join(dir, e.Name()))
		}
	}
}

func leftover(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && info.Mode().IsRegular() && strings.HasPrefix(e.Name(), tempPrefix) &&
		time.Since(info.ModTime()) > leftoverAge
}
