package machine

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"devservers/app/base/process"
)

// Process is a process that listens, as far as this user can see it.
type Process struct {
	PID     int // 0: it belongs to another user
	Command string
	Dir     string // its working directory
	Age     time.Duration
}

// Process returns the process behind l, one of all.
func (l Listener) Process(all []process.Proc) Process {
	for _, p := range all {
		if l.OwnedBy([]int{p.PID}) {
			command, dir := processOf(p.PID)
			return Process{PID: p.PID, Command: command, Dir: dir, Age: process.Age(p)}
		}
	}
	return Process{}
}

// otherCheckout reports whether p runs in another checkout of the repository that dir is in.
func (p Process) otherCheckout(dir string) bool {
	if dir == "" || p.Dir == "" || p.Dir == dir || strings.HasPrefix(p.Dir, dir+string(filepath.Separator)) {
		return false
	}
	repo := repository(dir)
	return repo != "" && repo == repository(p.Dir)
}

// repository returns the .git directory of the repository that dir is in, the same for all its worktrees, or "".
func repository(dir string) string {
	for ; dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		info, err := os.Lstat(git)
		if err != nil {
			continue
		}
		if info.IsDir() {
			return git
		}
		data, _ := os.ReadFile(git)
		to, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
		if main, _, linked := strings.Cut(to, "/worktrees/"); ok && linked {
			return main
		}
		return to
	}
	return ""
}
