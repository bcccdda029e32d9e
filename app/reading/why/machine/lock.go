package machine

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/why/finders"
)

// lock looks at a lock or a PID file: whether the process that it names lives, and what it runs.
func lock(s *finders.Scene, p finders.Pointer) *app.Claim {
	w := p.Words["file"].Named()
	data, _ := s.DataDirectory()
	path := w.There(s.WorkDir, s.Dir, filepath.Join(s.WorkDir, data))
	if path == "" {
		return lockedDatabase(s, p)
	}
	shown := s.PathOf(path)
	first, _, _ := strings.Cut(strings.TrimSpace(s.Text(path)), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 0 {
		return openers(s, path)
	}
	c := app.About(app.FindingPort, shown, "%s is left over")
	if syscall.Kill(pid, 0) == syscall.ESRCH {
		c.See("system", "it names PID %s, which does not run", app.Number(pid)).Certain = true
		return remove(s, c, path)
	}
	command := commandOf(pid)
	c.See("system", "it names PID %s, which runs: %s", app.Number(pid), app.Known(words.Clip(command, 120)))
	if command != "" && !mayBe(s, pid, command) {
		c.Problem = app.Say("%s is left over: its PID now belongs to another program", shown)
		c.Certain = true
		return remove(s, c, path)
	}
	c.Problem = app.Say("%s is held by a process that runs", shown)
	return c.Correct("look at PID %s: it may be this server, started by someone else", app.Number(pid))
}

// remove makes the removal of a file of the project what to do.
func remove(s *finders.Scene, c *app.Claim, path string) *app.Claim {
	if !s.Ours(path) {
		return c.Correct("remove %s", app.Known(path))
	}
	return c.Type(app.Known("rm " + s.Shown(path)))
}

// commandOf returns the command line of a process, or "".
func commandOf(pid int) string {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline") // a Mac has none
	return strings.TrimSpace(strings.ReplaceAll(string(data), "\x00", " "))
}

// interpreters run servers; a shell or an editor that works in the project is none.
var interpreters = []string{"python", "node", "ruby", "java", "php", "perl", "deno", "bun", "beam.smp"}

// mayBe reports whether a process can be the one that wrote a PID file of this server: it works in the project, or runs
// a program of the command.
func mayBe(s *finders.Scene, pid int, command string) bool {
	dir, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd")
	argv := strings.Fields(command)
	if len(argv) == 0 {
		return true
	}
	serves := slices.Contains(interpreters, strings.TrimRight(filepath.Base(argv[0]), "0123456789."))
	if dir != "" && serves && s.Ours(dir) {
		return true
	}
	return slices.ContainsFunc(s.Argv, func(arg string) bool {
		name := filepath.Base(arg)
		return len(name) > 3 && !strings.HasPrefix(arg, "-") && !slices.Contains(interpreters, strings.TrimRight(name,
			"0123456789.")) && slices.ContainsFunc(argv, func(word string) bool { return filepath.Base(word) == name })
	})
}

// openers claims that other processes have a file open.
func openers(s *finders.Scene, path string) *app.Claim {
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // a Mac has none
	var pids []int
	for _, link := range links {
		if to, err := os.Readlink(link); err != nil || to != path {
			continue
		}
		if pid, _ := strconv.Atoi(strings.Split(link, "/")[2]); !slices.Contains(pids, pid) {
			pids = append(pids, pid)
		}
	}
	if len(pids) == 0 {
		return nil
	}
	shown := s.PathOf(path)
	c := app.About(app.FindingPort, shown, "%s is locked by another process")
	for _, pid := range pids[:min(len(pids), 3)] {
		c.See("system", "PID %s has %s open: %s", app.Number(pid), shown, app.Known(words.Clip(commandOf(pid), 120)))
	}
	return c.Correct("end what uses %s, if it is yours", shown)
}
