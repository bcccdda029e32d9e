package config

import (
	"fmt"
	"io/fs"
	"os"
)

// privateDir makes dir, 0700, or checks that what is there belongs to this user and nobody else can write to it.
func privateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make %s: %w", shownPath(dir), err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("cannot use %s: %w", shownPath(dir), err)
	}
	return onlyOurs(dir, info)
}

// onlyOurs refuses what another user owns or can write to.
func onlyOurs(path string, info fs.FileInfo) error {
	if uid, ok := ownerOf(info); ok && uid != os.Getuid() {
		return fmt.Errorf("cannot use %s: it belongs to another user (uid %d)", shownPath(path), uid)
	}
	if info.Mode().Perm()&0o022 != 0 {
		return fmt.Errorf("cannot use %s: other users can write to it; run: chmod go-w %s", shownPath(path), shellQuote(path))
	}
	return nil
}
