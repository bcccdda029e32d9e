package client

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"devservers/app/base/home"
)

// lastingBinary returns the program to start a manager from. "go run" deletes its binary at the end, but the manager
// and its holders need it for longer: such a binary is copied to the state directory under the hash of its content.
func lastingBinary(dirs home.Dirs) (string, error) {
	exe, err := Executable()
	if err != nil || !Temporary(exe) {
		return exe, err
	}
	bin := filepath.Join(dirs.State, "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		return "", fmt.Errorf("cannot make %s: %w", bin, err)
	}
	kept, err := keepBinary(exe, bin)
	if err == nil {
		sweepBinaries(bin, kept)
	}
	return kept, err
}

// keepBinary copies exe into bin atomically, unless the same content is there already.
func keepBinary(exe, bin string) (string, error) {
	src, err := os.Open(exe)
	if err != nil {
		return "", fmt.Errorf("cannot read the devservers binary: %w", err)
	}
	defer src.Close()
	tmp, err := os.CreateTemp(bin, ".tmp-*")
	if err != nil {
		return "", fmt.Errorf("cannot copy the devservers binary: %w", err)
	}
	defer os.Remove(tmp.Name())
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(tmp, hash), src)
	err = errors.Join(err, tmp.Chmod(0o700), tmp.Close())
	kept := filepath.Join(bin, "devservers-"+hex.EncodeToString(hash.Sum(nil))[:12])
	if err == nil && !regular(kept) {
		err = os.Rename(tmp.Name(), kept)
	}
	if err != nil {
		return "", fmt.Errorf("cannot copy the devservers binary: %w", err)
	}
	return kept, nil
}

func regular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

// sweepBinaries removes older copies that no process executes: Linux does not let a running program's file be
// opened for writing (ETXTBSY, open(2)). Elsewhere they stay.
func sweepBinaries(bin, kept string) {
	if runtime.GOOS != "linux" {
		return
	}
	copies, _ := filepath.Glob(filepath.Join(bin, "devservers-*"))
	for _, file := range copies {
		if file != kept && !busy(file) {
			_ = os.Remove(file)
		}
	}
}

func busy(file string) bool {
	f, err := os.OpenFile(file, os.O_WRONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return errors.Is(err, syscall.ETXTBSY)
	}
	f.Close()
	return false
}

// Temporary reports whether exe is deleted when it ends, as "go run" does.
func Temporary(exe string) bool {
	return strings.Contains(exe, string(filepath.Separator)+"go-build")
}

// Executable returns the path of this program.
func Executable() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cannot find the devservers binary: %w", err)
	}
	return exe, nil
}
