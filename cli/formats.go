package cli

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
	"devservers/app/project/code"
)

// format is one of the formats that are written.
type format struct {
	Name  string // as on the command line
	File  string // its usual place in a project
	write func(p config.Project, list []portable) (text string, err error)
	lacks []string // keys that it has no place for
}

// formats are all formats.
var formats = []format{
	{"procfile", "Procfile.dev", procfile, []string{"ready", "depends_on", "restart", "env_file"}},
	{"process-compose", "process-compose.yaml", processCompose, []string{"ready.log", "env_file"}},
	{"launch", ".claude/launch.json", launch, lackingMost},
	{"cursor", ".cursor/environment.json", cursorEnvironment, lackingMost},
	{"codex", ".codex/environments/environment.toml", codexEnvironment, lackingMost},
	{"vscode", ".vscode/tasks.json", editorTasks, lackingMost},
	{"cursor-worktrees", ".cursor/worktrees.json", cursorWorktrees, nil},
	{"conductor", "conductor.json", conductor, lackingMost},
	{"worktreeinclude", ".worktreeinclude", worktreeInclude, nil},
	{"devcontainer", ".devcontainer/devcontainer.json", devcontainer, lackingMost},
	{"copilot", ".github/workflows/copilot-setup-steps.yml", copilotSteps, nil},
}

// setups are the formats without servers: of what a new checkout runs first, or gets.
var setups = []string{"cursor-worktrees", "worktreeinclude", "copilot"}

// lackingMost is what formats that only list commands have no place for.
var lackingMost = []string{"ready", "depends_on", "restart", "env_file"}

// ofAgents are the formats of coding agents and editors, by name: what export --for all writes.
var ofAgents = []string{"launch", "cursor", "cursor-worktrees", "codex", "conductor", "worktreeinclude", "vscode",
	"devcontainer", "copilot"}

// findFormat returns the format of this name.
func findFormat(name string) (format, bool) {
	i := slices.IndexFunc(formats, func(f format) bool { return f.Name == name })
	if i < 0 {
		return format{}, false
	}
	return formats[i], true
}

// formatNames returns the names of all formats.
func formatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// portable is one server, in what all formats share.
type portable struct {
	config.Server
	dir   string   // below the project; "" = there
	words []string // the command, with the number of the port in place of $PORT
	env   []command.Var
	port  int // 0 = none
}

// Write returns the servers of a project in a format, and the settings that the format can't express.
func (f format) Write(p config.Project) (text string, notes []string, err error) {
	list := processes(p)
	if slices.Contains(setups, f.Name) {
		text, err = f.write(p, list)
		return text, f.without(list, text), err
	}
	for _, s := range p.Servers {
		if s.External {
			notes = append(notes, s.Name+": left out, as devservers doesn't run it (managed: false)")
		}
	}
	if len(p.Tasks) > 0 {
		notes = append(notes, "tasks are left out, but for those that a server waits for, where the format has them")
	}
	for _, s := range list {
		if s.Port.Auto {
			notes = append(notes, s.Name+": port: auto became "+strconv.Itoa(s.port))
		}
		if keys := f.dropped(s.Server); len(keys) > 0 {
			notes = append(notes, s.Name+": without "+words.And(keys)+", for which there is no place")
		}
	}
	if text, err = f.write(p, list); strings.Contains(text, throughUs) {
		notes = nil // nothing is lost
	}
	return text, notes, err
}

// without says what a format leaves out that is only for what a new checkout runs first, or gets.
func (f format) without(list []portable, text string) []string {
	if strings.TrimSpace(text) == "" || len(list) == 0 {
		return nil
	}
	return []string{words.Count(len(list), "server") + " left out: " + f.File + " is for new checkouts alone"}
}

// dropped returns the keys of a server that the format has no place for.
func (f format) dropped(s config.Server) (keys []string) {
	for _, key := range []struct {
		name string
		set  bool
	}{
		{"ready", s.Ready.Kind() != ""}, {"ready.log", s.Ready.Kind() == "log"}, {"depends_on", len(s.DependsOn) > 0},
		{"restart", s.Restart != config.RestartNo}, {"env_file", len(s.EnvFiles) > 0},
	} {
		if key.set && slices.Contains(f.lacks, key.name) {
			keys = append(keys, key.name)
		}
	}
	for key := range s.Hooks {
		keys = append(keys, key)
	}
	if len(s.Watch) > 0 {
		keys = append(keys, "watch")
	}
	if s.Alive.Kind() != "" {
		keys = append(keys, "alive")
	}
	if s.BrowserLogs {
		keys = append(keys, "browser_logs")
	}
	slices.Sort(keys)
	return keys
}

// processes returns the servers of a project with numbers for their ports, and the references between them replaced.
func processes(p config.Project) (list []portable) {
	ports := numbers(p.Servers)
	fact := func(r yml.Reference) string {
		if r.Fact == yml.FactURL {
			return "http://localhost:" + strconv.Itoa(ports[r.Server])
		}
		return strconv.Itoa(ports[r.Server])
	}
	for _, s := range p.Servers {
		if s.External {
			continue
		}
		one := portable{Server: s, port: ports[s.Name]}
		if dir, err := filepath.Rel(p.Dir, s.WorkingDir); err == nil && dir != "." {
			one.dir = dir
		}
		one.words = wordsOf(s, one.port, fact)
		if one.port > 0 {
			one.env = append(one.env, command.Var{Name: "PORT", Value: strconv.Itoa(one.port)})
		}
		for _, v := range s.Env {
			one.env = append(one.env, command.Var{Name: v.Name, Value: yml.Refer(v.Value, fact)})
		}
		list = append(list, one)
	}
	return list
}

// numbers chooses the port of each server: its own, or the usual one of its tool, or the next that is free of both.
func numbers(servers []config.Server) map[string]int {
	chosen, taken := map[string]int{}, map[int]bool{}
	for _, s := range servers {
		chosen[s.Name], taken[s.Port.Number] = s.Port.Number, true
	}
	for _, s := range servers {
		if !s.Port.Auto {
			continue
		}
		port := cmp.Or(code.UsualPort(strings.Fields(s.Command.Source), s.WorkingDir), 3000)
		for taken[port] {
			port++
		}
		chosen[s.Name], taken[port] = port, true
	}
	return chosen
}

// wordsOf returns the words of a server's command, each quoted for a shell, with the option that gives its tool the
// port.
func wordsOf(s config.Server, port int, fact func(yml.Reference) string) (words []string) {
	for _, word := range s.Command.Words {
		filled := make(command.Word, len(word))
		for i, part := range word {
			r, refers := yml.ReferenceNamed(part.Variable)
			switch {
			case refers:
				part = command.Part{Literal: fact(r)}
			case part.Variable == "PORT" && port > 0:
				part = command.Part{Literal: strconv.Itoa(port)}
			}
			filled[i] = part
		}
		words = append(words, filled.Quoted(len(words) == 0))
	}
	if s.Port.Declared() && s.PortFlag && !code.UsesPort(s.Command.Source) {
		for _, word := range code.LackedOption(words, s.WorkingDir) {
			words = append(words, strings.ReplaceAll(word, "$PORT", strconv.Itoa(port)))
		}
	}
	return words
}
