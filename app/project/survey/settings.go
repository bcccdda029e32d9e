package survey

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
)

var (
	// setting matches the names of files in which tools keep commands and ports.
	setting = words.Lazy(`\.(?:ya?ml|toml|jsonc?|ini|cfg|conf|properties|edn|replit)$|^(?:app|config|settings)\.env$|^(?:noxfile|tasks|dodo|fabfile|\w*config|\w+\.conf)` +
		`\.py$|^(?:Tiltfile|Earthfile|gulpfile\.\w+|ecosystem\.config\.\w+)$`)
	// accounted matches the names of those that are read otherwise, or are about no server here.
	accounted = words.Lazy(`openapi|swagger|^(?:package(?:-lock)?|composer|project|deno|tsconfig.*|.*-lock|angular|nx|turbo|launchSettings)\.` +
		`jsonc?$|compose|^(?:Taskfile|mprocs|pyproject|devservers|pnpm-lock|cspell|Chart|values)\.|` +
		`^\.(?:air|git|pre-commit|travis|golangci|eslint|prettier)`)
	// translated matches the directories, and sentence the values, of files that are about words.
	translated = words.Lazy(`(?i)(?:^|/)(?:locales?|i18n|l10n|lang|languages?|translations?|dashboards?)(?:/|$)`)
	sentence   = words.Lazy(`^\p{Lu}\p{Ll}*(?: \p{Ll}+){2}`)
	// elsewhere matches files that say what runs on other machines.
	elsewhere = words.Lazy(`(?m)^apiVersion:|^\s*runs-on:|"\$schema": "https?://json-schema`)
	// commandKey matches a key or call with a command.
	commandKey = words.Lazy(`(?m)^[ \t]*(?:-[ \t]*)?["']?(?:[\w.-]*[._-])?(?:cmd|commands?|run|exec|start|serve|server|web|api|workers?|jobs|\w+(?:Cmd|Command))` +
		`(?:[._-][\w-]*|Cmd|Command)?["']?` +
		`[ \t]*[:=(][ \t]*(\S.*?)[ \t]*[,)]?[ \t]*$`)
	// listed is what stands between the words of a command that is a list.
	listed = words.Lazy(`["']?\s*,\s*["']|^[\["']+|["'\]]+$`)
)

// settings returns the commands in a directory's files for tools that stay, or else the ports that a file names.
func (p *Checkout) settings(dir string) (found []Starter) {
	if strings.Count(dir, "/") > 1 || translated().MatchString(dir) {
		return nil
	}
	for _, e := range p.List(dir) {
		text := ""
		if !e.IsDir() && setting().MatchString(e.Name()) && !accounted().MatchString(e.Name()) {
			text = p.Read(dir, e.Name())
		}
		if text == "" || elsewhere().MatchString(text) || e.Name() == "tasks.py" && !strings.Contains(text, "invoke") {
			continue
		}
		file := join(dir, e.Name())
		commands := p.commands(dir, file, text)
		if ports := portsOf(file, text); len(commands) == 0 && len(ports) > 0 && !deployed().MatchString(e.Name()) {
			commands = []Starter{{File: file, Dir: dir, Ports: ports, Why: "it names " + portNames(ports) +
				", which no server here has: declare what listens there if you need it"}}
		}
		found = append(found, commands...)
	}
	return found
}

// portsOf returns the ports that a file of settings names; JSON may have data, so that only its keys show that.
func portsOf(file, text string) (ports []int) {
	if path.Ext(file) != ".json" {
		return PortsIn(text)
	}
	for _, t := range told(".json", text) {
		ports = append(ports, t.Port)
	}
	return ports
}

// commands returns the commands in a file of settings that run until they are stopped.
func (p *Checkout) commands(dir, file, text string) (found []Starter) {
	for _, m := range commandKey().FindAllStringSubmatch(text, -1) {
		line := listed().ReplaceAllString(m[1], " ")
		s := Starter{File: file, Dir: dir, Line: strings.TrimSpace(line)}
		if (Runs(s.Line) || Lasts("", s.Line)) && !Checks(s.Line) && !sentence().MatchString(s.Line) {
			found = append(found, s)
		}
	}
	return found
}

func portNames(ports []int) string {
	names := make([]string, len(ports))
	for i, port := range ports {
		names[i] = strconv.Itoa(port)
	}
	if len(names) == 1 {
		return "port " + names[0]
	}
	return "ports " + words.AtMost(names)
}

var (
	// shell matches the first line of a script for a shell, and loops one that doesn't end.
	shell      = words.Lazy(`^#!.*\b(?:ba|z|da|k)?sh\b`)
	startsList = words.Lazy(`^(?:\w+ exec )?(?:foreman|honcho|overmind|goreman|hivemind) (?:start|s)\b`)
	loops      = words.Lazy(`^(?:while (?:[Tt]rue|:|1)|while ?\(true\)|loop)\s*(?:[:;{]|do|$)`)
	// asks matches a line that asks for something, or keeps it.
	asks = words.Lazy(`^(?:\[\[?|test|if|elif|case|read|local|export|\w+=\S*$)(?:\s|$)`)
)

// ScriptDirs are directories with scripts of a project.
var ScriptDirs = []string{".", "bin", "script", "scripts", "tools", "hack", "dev"}

// shellScripts returns the scripts of a directory that start something which stays.
func (p *Checkout) shellScripts(dir string) (found []Starter) {
	if !slices.Contains(ScriptDirs, path.Base(dir)) {
		return nil
	}
	for _, e := range p.List(dir) {
		if ext := path.Ext(e.Name()); e.IsDir() || ext != "" && ext != ".sh" && ext != ".bash" {
			continue
		}
		text := p.Read(dir, e.Name())
		if !shell().MatchString(text) && path.Ext(e.Name()) == "" || Checks(e.Name()) {
			continue
		}
		if line := p.staying(text); line != "" {
			found = append(found, Starter{File: join(dir, e.Name()), Dir: ".", Line: line})
		}
	}
	return found
}

// staying returns the line of a script for a shell that serves, or else the first that stays, or "".
func (p *Checkout) staying(text string) (first string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "exec "), ` "$@"`)
		if line == "" || line[0] == '#' || Checks(line) || speaks().MatchString(line) || asks().MatchString(line) {
			continue
		}
		if Serves(line) || p.runsServer(line) {
			return line
		}
		if first == "" && (loops().MatchString(line) || Runs(line) || Lasts("", line) || startsList().MatchString(line)) {
			first = line
		}
	}
	return first
}

// runsServer reports whether a line of shell names a source of Python that serves when it is run.
func (p *Checkout) runsServer(line string) bool {
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		return path.Ext(word) == ".py" && filepath.IsLocal(word) && code.PythonRuns(p.Read(".", word))
	})
}
