//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"devservers/app/base/process"
)

// proc is a process of a world.
type proc struct {
	process.Proc
	argv []string
	run  string // in its environment
}

// is reports whether the process is devservers with this first argument.
func (p proc) is(word string) bool {
	return len(p.argv) > 1 && strings.HasSuffix(p.argv[0], "devservers") && p.argv[1] == word
}

// processes returns all living processes of the world, whatever started them: the ones that run its programs, and those
// with its home in their environment.
func (w *world) processes() (list []proc) {
	all, err := process.Listing()
	if err != nil {
		w.violate("proc", "%v", err)
	}
	for _, p := range all {
		if p.State == 'Z' || p.State == 'X' || p.PID == os.Getpid() {
			continue
		}
		env := read(p.PID, "environ")
		exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", p.PID))
		if !strings.HasPrefix(exe, w.dir+"/") && !strings.Contains("\x00"+env, "\x00HOME="+w.dir+"\x00") {
			continue
		}
		argv := strings.Split(strings.TrimRight(read(p.PID, "cmdline"), "\x00"), "\x00")
		if id, err := process.Identify(p.PID); err != nil || id.Start != p.Start || argv[0] == "" {
			continue // it has just ended, or is about to
		}
		_, run, _ := strings.Cut("\x00"+env, "\x00"+process.Marker+"=")
		run, _, _ = strings.Cut(run, "\x00")
		list = append(list, proc{p, argv, run})
	}
	return list
}

func read(pid int, name string) string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
	return string(data)
}

// end kills a process, if it is still that one.
func (w *world) end(p proc) {
	id, err := process.Identify(p.PID)
	if err == nil && id.Start == p.Start {
		_ = id.Signal(syscall.SIGKILL)
	}
}

func describe(list []proc) (text []string) {
	for _, p := range list {
		text = append(text, fmt.Sprintf("PID %d (parent %d, %c, run %s): %s", p.PID, p.PPID, p.State, p.run,
			strings.Join(p.argv, " ")))
	}
	return text
}

// descriptors counts the open files of a process.
func descriptors(pid int) int {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	return len(entries)
}

// files lists what the descriptors of a process lead to.
func files(pid int) string {
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, _ := os.ReadDir(dir)
	count := map[string]int{}
	for _, e := range entries {
		to, _ := os.Readlink(dir + "/" + e.Name())
		kind, _, _ := strings.Cut(to, ":[")
		count[kind]++
	}
	return fmt.Sprint(count)
}
