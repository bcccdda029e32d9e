package cage

// Engine is the program that makes sandboxes, and Install how to get it.
const (
	Engine  = "bwrap"
	Install = "install it: sudo apt install bubblewrap (or your system's package of that name)"
)

// Try are arguments with which Engine makes a sandbox that does nothing.
var Try = []string{"--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc", "true"}

// Others returns directories, apart from the user's home, of which a run sees nothing: homes, temporary files and
// sockets of services.
func Others() []string {
	return []string{"/home", "/root", "/tmp", "/var/tmp", "/run", "/media", "/mnt"}
}
