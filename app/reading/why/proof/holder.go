package proof

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"devservers/app/project/sources"
)

// Holder is the process that a PID file or a lock names.
type Holder struct {
	PID     int
	Command string // "" = unknown
	Runs    bool
	Ours    bool // it works in the project, or runs a program of the command: it can be the one that wrote the file
}

// HolderOf returns the process that a file names in its first line; ok is false if it names none.
func HolderOf(p *sources.Project, file string) (h Holder, ok bool) {
	path := p.Found(file)
	if data, _ := p.DataDirectory(); path == "" && data != "" && !filepath.IsAbs(file) {
		path = p.Found(filepath.Join(data, file))
	}
	first, _, _ := strings.Cut(strings.TrimSpace(sources.Read(path)), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 0 {
		return Holder{}, false
	}
	h = Holder{PID: pid, Runs: syscall.Kill(pid, 0) != syscall.ESRCH}
	if !h.Runs {
		return h, true
	}
	data, _ := os.ReadFile("/proc/" + first + "/cmdline") // a Mac has none
	argv := strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
	h.Command = strings.Join(argv, " ")
	dir, _ := os.Readlink("/proc/" + first + "/cwd")
	serves := slices.Contains(interpreters, strings.TrimRight(filepath.Base(argv[0]), "0123456789."))
	h.Ours = h.Command == "" || serves && p.Ours(dir) && dir != "" || slices.ContainsFunc(argv, func(arg string) bool { return runs(p.Argv, arg) })
	return h, true
}

// interpreters run servers; a shell or an editor that works in the project is none.
var interpreters = []string{"python", "node", "ruby", "java", "php", "perl", "deno", "bun", "beam.smp"}

// common are programs that many others run in, whose name says nothing.
var common = []string{"python", "python3", "node", "ruby", "java", "php", "perl", "sh", "bash", "exec", "run", "bundle", "npm", "npx", "env", "start", "dev", "server", "serve", "web", "worker"}

// runs reports whether a command has the program of an argument.
func runs(command []string, arg string) bool {
	name := filepath.Base(arg)
	return !strings.HasPrefix(arg, "-") && len(name) > 3 && !slices.Contains(common, name) && slices.ContainsFunc(command, func(own string) bool { return filepath.Base(own) == name })
}

// Openers returns the processes of this user that have a file open, other than those of the command.
func Openers(path string) (list []Holder) {
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // a Mac has none
	for _, link := range links {
		to, err := os.Readlink(link)
		if err != nil || to != path {
			continue
		}
		parts := strings.Split(link, "/")
		pid, _ := strconv.Atoi(parts[2])
		data, _ := os.ReadFile("/proc/" + parts[2] + "/cmdline")
		if h := (Holder{PID: pid, Runs: true, Command: strings.TrimSpace(strings.ReplaceAll(string(data), "\x00", " "))}); !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	return list
}
