package cage

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
)

// The descriptors that bwrap and its command inherit.
const (
	doorFD   = 3 // a socket to the holder
	resolvFD = 4 // the content of resolv.conf; bwrap reads it
)

// self is where the run sees this program, which applies the filter.
const self = "/run/devservers/hold"

// EnterArg is the argument by which this program is the first in the cage.
const EnterArg = "cage-enter"

// bwrapArgs returns the arguments of bwrap for a command: exe is this program, resolv the place of resolv.conf.
func (p *Plan) bwrapArgs(exe, resolv, dir, path string, words []string) []string {
	args := []string{"bwrap", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--cap-drop", "ALL",
		"--cap-add", "CAP_NET_BIND_SERVICE", // for the resolver at port 53, which is in the cage's own network
		"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/proc/1"}
	for _, m := range p.mounts() {
		args = append(args, m.how)
		if m.how != hide {
			args = append(args, m.path)
		}
		args = append(args, m.path)
	}
	args = append(args, "--perms", "0444", "--ro-bind-data", strconv.Itoa(resolvFD), resolv, "--ro-bind", exe, self,
		"--setenv", Variable, "1", "--chdir", dir, "--", self, EnterArg, path)
	return append(args, words...)
}

// mount is what is done with a path: one of bwrap's options.
type mount struct{ how, path string }

const (
	hide     = "--tmpfs"
	readOnly = "--ro-bind-try" // nothing, if the path doesn't exist
	writable = "--bind-try"
)

// mounts returns what is visible, parents first: what is mounted later hides what is below it.
func (p *Plan) mounts() (list []mount) {
	add := func(how string, paths ...string) {
		for _, path := range paths {
			list = append(list, mount{how, path})
		}
	}
	add(hide, p.Hidden...)
	add(readOnly, p.Read...)
	add(writable, append([]string{p.Dir}, p.Write...)...)
	add(readOnly, p.Locked...)
	slices.SortStableFunc(list, func(a, b mount) int { return cmp.Compare(len(a.path), len(b.path)) })
	return list
}

// resolvConf returns the file that resolv.conf is.
func resolvConf() string {
	if file, err := filepath.EvalSymlinks("/etc/resolv.conf"); err == nil {
		return file
	}
	return "/etc/resolv.conf"
}
