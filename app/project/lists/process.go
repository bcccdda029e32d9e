package lists

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app/config/yml"
	"devservers/app/project/sources"
)

// Listed is one process of such a file.
type Listed struct {
	Name     string
	Line     string   // its command, as a shell would read it
	Argv     []string // its command as words, instead of Line
	Script   string   // the script of the package.json in Dir that it runs, instead of both
	Dir      string   // where it runs, below the project's directory; "" = there
	Env      []Variable
	EnvFiles []string
	Port     int               // on which it listens; 0 = not stated
	Auto     bool              // another port will do
	Needs    map[string]string // what it depends on: name to condition: started, ready or completed
	HTTP     string            // the path of a check that it is ready
	Check    string            // the command of such a check
	Restart  string            // on-failure, always, or ""
	Image    string            // of its container
	Context  string            // the directory from which its image is built
	Awaits   []string          // the services that its container waits for
	Built    string            // the command that its container runs instead of the image's
	Sets     []Variable        // the variables of its container
	Once     bool              // it ends on its own: a task
	From     string            // the file and the place in it
}

// PortKey returns the port as devservers.yml has it.
func (p Listed) PortKey() string {
	if p.Auto {
		return "auto"
	}
	return strconv.Itoa(p.Port)
}

// Variable is a variable with its value.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// List is what one file has.
type List struct {
	File      string // its name in the project
	Processes []Listed
	Notes     []string // what of it could not be taken over, and why
}

// maxListFile is the longest file that is read.
const maxListFile = 1 << 20

// read returns the content of a regular file of at most maxFile bytes, or nil.
func read(dir, name string) []byte {
	path := filepath.Join(dir, name)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxListFile {
		return nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return content
}

// first returns the first of the files that dir has, with its content.
func first(dir string, names ...string) (name string, content []byte) {
	for _, name := range names {
		if content := read(dir, name); content != nil {
			return name, content
		}
	}
	return "", nil
}

// Unique returns a valid name that no other entry has.
func Unique(taken map[string]bool, own, dir, command string) string {
	name := cmp.Or(yml.Suggest(own), "web")
	if taken[name] && dir != "" {
		name = cmp.Or(yml.Suggest(path.Base(dir)+"-"+name), name)
	}
	if program, _, _ := strings.Cut(command, " "); taken[name] && dir == "" {
		name = cmp.Or(yml.Suggest(path.Base(program)+"-"+name), name)
	}
	for base, n := name, 2; taken[name]; n++ {
		name = base + "-" + strconv.Itoa(n)
	}
	taken[name] = true
	return name
}

// Readers read the lists of processes that people keep for development, the best first.
var Readers = []func(dir string) (List, bool){Procfile, ProcessCompose, Mprocs, Launch,
	CursorEnvironment, CodexEnvironment, Conductor, Tasks, Devcontainer,
	CursorWorktrees, CopilotSteps}

// Partial are lists that rarely have all servers of a project: what its frameworks show comes first.
var Partial = []string{"Procfile", ".cursor/environment.json", ".codex/environments/environment.toml", "conductor.json",
	".vscode/tasks.json", ".devcontainer/devcontainer.json", ".devcontainer.json", ".cursor/worktrees.json",
	".github/workflows/copilot-setup-steps.yml", ".github/workflows/copilot-setup-steps.yaml"}

// Elsewhere reports whether a program is one that only another machine or a container has.
func Elsewhere(program string) bool { return filepath.IsAbs(program) && !sources.IsThere(program) }
