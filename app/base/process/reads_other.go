//go:build !linux

package process

// Reads tells whether files are opened: not on this system.
type Reads struct{}

// WatchReads returns nil: the system doesn't tell.
func WatchReads([]string, int) *Reads { return nil }

// Any says no.
func (*Reads) Any() bool { return false }

// Close does nothing.
func (*Reads) Close() {}
