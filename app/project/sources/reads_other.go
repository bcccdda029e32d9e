//go:build !linux

package sources

import "time"

// Opens notes which files are opened: not on this system.
type Opens struct{}

// NoteOpens returns nil: the system doesn't tell.
func NoteOpens(string) *Opens { return nil }

// Since says that it saw nothing.
func (*Opens) Since(time.Time) (map[string][]time.Time, bool) { return nil, false }

// Close does nothing.
func (*Opens) Close() {}

// Unread says no: the system doesn't tell.
func Unread(string) bool { return false }

// IsWriting says no: the system doesn't tell.
func IsWriting([]int, string) bool { return false }

// IsWatched says no: the system doesn't tell.
func IsWatched(int, string) bool { return false }
