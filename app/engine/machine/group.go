package machine

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/process"
)

// The files of a control group: cgroups(7), version 2.
const (
	groupFreeze = "cgroup.freeze"
	groupProcs  = "cgroup.procs"
)

// hierarchies are where version 2 is mounted: alone, or beside version 1.
var hierarchies = []string{"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}

// ownGroup returns the directory of the control group of this process, if this user may make groups in it; else "".
func ownGroup() string {
	path := groupOf(os.Getpid())
	for _, root := range hierarchies {
		dir := filepath.Join(root, path)
		if f, err := os.OpenFile(filepath.Join(dir, groupProcs), os.O_WRONLY, 0); err == nil && path != "" {
			f.Close()
			return dir
		}
	}
	return ""
}

// groupOf returns the path of the control group of a process; "" if it can't be read.
func groupOf(pid int) string {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cgroup")
	for line := range strings.Lines(string(text)) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return path
		}
	}
	return ""
}

// group returns a control group of its own that has all processes of a run, made for it in the one of this process; ""
// if that is not possible. A process that is somewhere else, as in a container, stays there.
func (i *Ice) group(run string, tree process.Tree) string {
	root := i.roots()
	if root == "" {
		return ""
	}
	dir := filepath.Join(root, "devservers-"+run)
	mine := []string{groupOf(os.Getpid()), filepath.Join(groupOf(os.Getpid()), "devservers-"+run)}
	members, err := tree.Members()
	foreign := func(p process.Proc) bool { return !slices.Contains(mine, groupOf(p.PID)) }
	if err != nil || slices.ContainsFunc(members, foreign) {
		return ""
	}
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return ""
	}
	for _, p := range members {
		if err := write(dir, groupProcs, strconv.Itoa(p.PID)); err != nil {
			removeGroup(dir)
			return ""
		}
	}
	return dir
}

// thawGroup continues the processes of a group, and takes them back into the one above.
func thawGroup(dir string) {
	_ = write(dir, groupFreeze, "0")
	for range rounds { // a process may have forked before it moved
		pids, _ := os.ReadFile(filepath.Join(dir, groupProcs))
		for pid := range strings.FieldsSeq(string(pids)) {
			_ = write(filepath.Dir(dir), groupProcs, pid)
		}
		if len(pids) == 0 {
			return
		}
	}
}

func removeGroup(dir string) { _ = os.Remove(dir) }

func write(dir, file, text string) error {
	return os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600)
}
