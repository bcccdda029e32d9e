package detect

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// together proposes the commands that the script dev of a package.json or composer.json runs side by side, as in
// concurrently "vite" "node server.js". Scripts that it names are found elsewhere.
func (f *finder) together(dir string) (servers []ProposedServer) {
	for file, texts := range programs.DevLines(f.Checkout, dir) {
		for _, text := range texts {
			commands, names := programs.SideBySide(text)
			for i, line := range commands {
				if f.runsDeclared(dir, line) {
					continue
				}
				name := strings.Join(append(code.ProgramOf(survey.Last(line)), "web")[:1], "")
				if len(names) == len(commands) {
					name = names[i]
				}
				e, err := f.entry(lists.Listed{Name: name, Line: line, Dir: below(dir), From: filepath.Join(dir, file) +
					": scripts.dev"})
				if err != nil {
					f.leave(filepath.Join(dir, file) + ": of scripts.dev this is left out: " + programs.Reason(err) + ": " + line)
					continue
				}
				e.leading(text)
				e.Command = f.executable(dir, e.Command)
				for i, step := range e.Before {
					e.Before[i] = f.executable(dir, step)
				}
				servers = append(servers, e)
			}
		}
	}
	return servers
}

// leading adds the variables that the script which runs a server sets.
func (e *ProposedServer) leading(text string) {
	for _, v := range programs.Leading(text) {
		e.addEnv([]Var{{v[0], v[1]}})
	}
	e.takePort()
}

// runsDeclared reports whether a command ends in running a script of package.json, which is found elsewhere.
func (f *finder) runsDeclared(dir, line string) bool {
	var m programs.Manifest
	words := survey.Last(line)
	if text := strings.Join(words, " "); programs.Runners().MatchString(text) && f.elsewhere(dir, text) {
		return true
	}
	return f.JSON(dir, "package.json", &m) && len(words) > 2 && words[1] == "run" && m.Scripts[words[2]] != ""
}

// executable returns a command whose program comes from a package of npm as one that can be run without npm.
func (f *finder) executable(dir, line string) string {
	program := code.Words(line)[0]
	_, err := exec.LookPath(program)
	_, tool := code.FindTool([]string{program})
	if err == nil || !f.Has(dir, "package.json") || strings.ContainsAny(program, "/=") || !tool && slices.Contains(
		programs.Runtimes, program) {
		return line
	}
	return f.execute(dir) + line
}
