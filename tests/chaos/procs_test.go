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

// processes returns all living processes of the world, whatever started them.
func (w *world) processes() (list []proc) {
	for _, p := range w.Processes() {
		list = append(list, proc{p.Proc, p.Argv, p.Run})
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
