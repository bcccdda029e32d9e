//go:build !linux

package doctor

import "errors"

func freeSpace(string) (int64, error) { return 0, errors.ErrUnsupported }

func openFiles() int { return 0 }
