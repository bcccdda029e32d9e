package lists

import "devservers/app/config/command"

// Launch reads .claude/launch.json, in which Claude Code keeps the dev servers of a project.
func Launch(dir string) (List, bool) {
	const name = ".claude/launch.json"
	l := List{File: name}
	items, _ := parseJSON(read(dir, name))["configurations"].([]any)
	for _, item := range items {
		m, _ := item.(map[string]any)
		c := tree(m)
		n, program := c.text("name"), c.text("runtimeExecutable")
		if program == "" {
			program = c.text("program")
		}
		if n == "" || program == "" {
			continue
		}
		argv, line := append([]string{program}, append(c.list("runtimeArgs"), c.list("args")...)...), ""
		if len(argv) == 3 && argv[1] == "-c" && command.IsShell(program) {
			argv, line = nil, argv[2]
		}
		l.Processes = append(l.Processes, Listed{
			Name: n, Argv: argv, Line: line, Dir: c.text("cwd"), Env: c.variables("env"), Port: number(c.text("port")),
			Auto: c.text("autoPort") == "true", From: name + ": " + n,
		})
	}
	return l, len(l.Processes) > 0
}
