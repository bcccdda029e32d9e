package apptest

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"devservers/app/base/process"
)

// Proc is a process of a Home.
type Proc struct {
	process.Proc
	Argv []string
	Run  string // in its environment
}

func (p Proc) String() string {
	return fmt.Sprintf("PID %d (parent %d, %c, run %s): %s", p.PID, p.PPID, p.State, p.Run, strings.Join(p.Argv, " "))
}

// Processes returns all living processes of the home but this one, whatever started them.
func (h Home) Processes() (list []Proc) {
	h.T.Helper()
	all, err := process.Listing()
	if err != nil {
		h.T.Fatal(err)
	}
	for _, p := range all {
		if p.State == 'Z' || p.State == 'X' || p.PID == os.Getpid() || !h.Owns(p.PID) {
			continue
		}
		argv := strings.Split(strings.TrimRight(procFile(p.PID, "cmdline"), "\x00"), "\x00")
		if id, err := process.Identify(p.PID); err == nil && id.Start == p.Start && argv[0] != "" { // else it is ending
			list = append(list, Proc{p, argv, variable(p.PID, process.Marker)})
		}
	}
	return list
}

// Owns reports whether a process is one of the home: by HOME in its environment, by its program, or, as holders have no
// environment, by its working directory.
func (h Home) Owns(pid int) bool {
	exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	return variable(pid, "HOME") == h.Dirs.Home || strings.HasPrefix(exe, h.Dirs.Home+"/") ||
		strings.HasPrefix(process.WorkingDir(pid), h.Dirs.State+"/")
}

func variable(pid int, name string) string {
	env := strings.Split(procFile(pid, "environ"), "\x00")
	i := slices.IndexFunc(env, func(pair string) bool { return strings.HasPrefix(pair, name+"=") })
	if i < 0 {
		return ""
	}
	return env[i][len(name)+1:]
}

func procFile(pid int, name string) string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
	return string(data)
}
