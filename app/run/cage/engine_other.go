//go:build !linux

package cage

// Engine is the program that makes sandboxes, and Install how to get it.
const (
	Engine  = "sandbox-exec"
	Install = "it is a part of macOS, in /usr/bin; other systems have no sandbox"
)

// Try are arguments with which Engine makes a sandbox that does nothing.
var Try = []string{"-p", "(version 1)(allow default)", "/usr/bin/true"}

// Others returns directories, apart from the user's home, of which a run sees nothing.
func Others() []string { return []string{"/Users", "/Volumes"} }
