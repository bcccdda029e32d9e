//go:build !linux

package run

import "os"

func selfExe() (string, error) { return os.Executable() }
