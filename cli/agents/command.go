package agents

import "strings"

// Command is how a client runs this program. Clients pass few variables on, or aren't started from a shell, so the
// entry has to contain the ones that locate the manager.
type Command struct {
	Program string
	Env     []Pair
}

// placeVariables are the environment variables that locate the manager.
var placeVariables = []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "DEVSERVERS_PORT"}

// Place returns those of placeVariables that are set.
func Place(getenv func(string) string) (env []Pair) {
	for _, name := range placeVariables {
		if value := getenv(name); value != "" {
			env = append(env, Pair{name, value})
		}
	}
	return env
}

// bridge returns the keys of an entry that runs the command.
func (c Command) bridge() []Pair {
	entry := []Pair{{"command", c.Program}, {"args", []string{"mcp"}}}
	if len(c.Env) > 0 {
		entry = append(entry, Pair{"env", c.Env})
	}
	return entry
}

// local is bridge as opencode writes it.
func (c Command) local() []Pair {
	entry := []Pair{{"type", "local"}, {"command", []string{c.Program, "mcp"}}}
	if len(c.Env) > 0 {
		entry = append(entry, Pair{"environment", c.Env})
	}
	return entry
}

// headers returns the command that prints headers, as one line for a shell.
func (c Command) headers(client string) string {
	return c.shell() + " mcp headers --client " + client
}

// shell returns the begin of a line for a shell that runs the program with its variables.
func (c Command) shell() (line string) {
	if len(c.Env) > 0 {
		line = "env "
	}
	for _, m := range c.Env {
		line += shellWord(m.Key+"="+m.Value.(string)) + " "
	}
	return line + shellWord(c.Program)
}

// shellWord quotes a word for a shell, if necessary.
func shellWord(path string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+@=:", r)
	}
	if strings.ContainsFunc(path, func(r rune) bool { return !plain(r) }) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
