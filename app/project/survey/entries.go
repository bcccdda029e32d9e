package survey

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"devservers/app/base/words"
	"devservers/app/project/code"
)

var (
	// lasting matches a word of a name that says that what it names runs until it is stopped.
	lasting = words.Lazy(`(?i)(?:^|[:_./-])(?:dev|serve|server|watch|preview|up|emulators)(?:$|[:_./-])|` +
		jobName)
	// stayOn matches a word or an option of a command that does.
	stayOn = words.Lazy(`\s(?:dev|serve|server|start|start-dev|offline|watch|preview(?:-\w+)?|up|emulators(?::\w+)?)(?:\s|$)|` +
		`\s(?:--watch|-w|--port|--http|--listen|-p[ =]?\d+)\b|` +
		`\s--?(?:addr|address|bind|listen)[ =]|^\S*\w-server\b`)
	// soon matches what ends by itself, or changes something once.
	soon = words.Lazy(`(?i)\b(?:build|migrat\w*|deploy|install|setup|seed|stop|down|clean|kill\S*|wait-on|generate)\b`)
	// ended matches more words of what does, in the name of an entry.
	ended = words.Lazy(`(?i)(?:^|[\s:_./-])(?:build|pre\w+|post\w+|release|publish|deploy\w*|clean|\w*gen|generate|\w*types?|` +
		`fix|init|reset|eject|update|upgrade|version|tag|push|pull|bench\w*|cover\w*|help|tidy|vet|proto|shell|` +
		`console|logs?|status|ps|load|dump|backup|restore|bootstrap|docker|image|package|pack|ci|e2e|export|import|` +
		`down|stop|\w*messages|translations?|i18n|create\w*|size|analy\w+|audit|outdated|all)(?:$|[\s:_./-])`)
	// built matches the program that a build has made.
	built = words.Lazy(`\b(?:node|bun|java -jar)\s.*\b(?:dist|build|out|lib|target|\.output)/`)
	// runner matches the programs that run other entries, which are accounted for themselves.
	runner = words.Lazy(`^(?:npm:|bun (?:run )?--filter\b|(?:npm|pnpm|yarn|bun|turbo|nx|lerna|make|just|task|` +
		`deno task|npm-run-all2?|run-[ps]|foreman|honcho|overmind|hivemind|` +
		`poe|composer|vendor/bin/sail)(?:\s|$))`)
	// another matches a word of a name by which people call what starts a server, or another way to start it.
	another = words.Lazy(`(?i)(?:^|[:_./-])(?:(?:debug)?start|dev|develop|serve|server|watch|debug)(?:$|[:_./-])`)
	// ownFile matches a call of a runner that runs a file, or builds.
	ownFile = words.Lazy(`^bun (?:build|test|(?:run )?\S*[./])|^(?:npm|pnpm|yarn|bun) (?:exec|dlx|x)\s`)
	// parts are where a line of shell has several commands, and beside those that concurrently is given.
	parts  = words.Lazy(`[&|;\n]+`)
	beside = words.Lazy(`^(?:npx )?concurrently\s.*["']`)
)

// Lasts reports whether an entry of a runner is for something that runs until it is stopped, by the words of its name
// and command, whatever its tool.
func Lasts(name, line string) bool {
	if soon().MatchString(name) || Ends(line) {
		return Watches(line)
	}
	for _, part := range commandsIn(line) {
		program := strings.Join(code.ProgramOf(strings.Fields(part)), " ")
		if program != "" && !passesOn(part) && !Ends(part) &&
			(lasting().MatchString(name) && !once(part) || stayOn().MatchString(program) && !soon().MatchString(program)) {
			return true
		}
	}
	return false
}

// passesOn reports whether a command only runs other entries, by itself or behind a wrapper.
func passesOn(part string) bool {
	return runner().MatchString(part) && !ownFile().MatchString(part) ||
		runner().MatchString(strings.Join(code.ProgramOf(strings.Fields(part)), " "))
}

// Once reports whether a process of a list changes or builds something and then ends, by its words.
func Once(name, line string) bool {
	return !Runs(line) && !Lasts(name, line) && (soon().MatchString(name) || once(line))
}

// once reports whether words of a command, and no path in it, say that it changes something and then ends.
func once(line string) bool {
	words := slices.DeleteFunc(strings.Fields(line), func(word string) bool { return strings.Contains(word, "/") })
	return changes().MatchString(strings.Join(words[min(1, len(words)):], " "))
}

// changes matches what a program is told to do that changes something once.
var changes = words.Lazy(`(?i)(?:^|[\s.:])(?:migrat\w*|deploy|install|setup|seeds?|create|update|upgrade|drop|reset|load|push|` +
	`prepare|init)(?:\s|$)`)

// commandsIn returns the commands of a line of shell, and those that concurrently is given.
func commandsIn(line string) (list []string) {
	all := parts().Split(line, -1)
	if beside().MatchString(line) {
		all = strings.FieldsFunc(line, func(r rune) bool { return r == '"' || r == '\'' })[1:]
	}
	for _, part := range all {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// entry returns an entry of a runner with what its words say of it.
func (p *Checkout) entry(s Starter) Starter {
	s.Checks = Checks(s.Name + " " + s.Line)
	s.Ends = !Runs(s.Line) && !Lasts(s.Name, s.Line) && !WatchesTests(s.Line)
	s.Named = s.Ends && another().MatchString(s.Name) && !soon().MatchString(s.Name) && !Ends(s.Line) && !s.Checks
	s.Passes = s.Ends && s.Line != "" && !slices.ContainsFunc(commandsIn(s.Line), func(part string) bool {
		return !passesOn(part)
	})
	return s
}

// tasks returns the entries of a directory's other runners: those of Deno, of Python's tools, and of nx.
func (p *Checkout) tasks(dir string) (found []Starter) {
	add := func(file string, entries map[string]any) {
		for _, name := range slices.Sorted(maps.Keys(entries)) {
			line := strings.Join(texts(entries[name]), " && ")
			found = append(found, p.entry(Starter{File: join(dir, file), Name: name, Dir: dir, Line: line}))
		}
	}
	for _, file := range []string{"deno.json", "deno.jsonc"} {
		var m struct {
			Tasks map[string]any `json:"tasks"`
		}
		p.JSON(dir, file, &m)
		add(file, m.Tasks)
	}
	for _, e := range p.List(dir) {
		if runner, _, _ := strings.Cut(strings.ToLower(e.Name()), "file."); runner == "gulp" || runner == "grunt" {
			tasks := map[string]any{}
			for _, m := range ownTask().FindAllStringSubmatch(p.Read(dir, e.Name()), -1) {
				tasks[m[1]+m[2]] = runner + " " + m[1] + m[2]
			}
			add(e.Name(), tasks)
		}
		var m map[string]any
		if path.Ext(e.Name()) == ".toml" && toml.Unmarshal([]byte(p.Read(dir, e.Name())), &m) == nil {
			add(e.Name(), tables(m))
		}
	}
	if p.Has(".", "nx.json") {
		add("project.json", p.targets(dir))
	}
	return found
}

// ownTask matches the name of a task of gulp or grunt.
var ownTask = words.Lazy(`(?m)\b(?:gulp\.task|registerTask)\(\s*["']([\w:-]+)|^exports\.(\w+)\s*=`)

// tables returns the tasks and scripts of all tables.
func tables(v map[string]any) map[string]any {
	all := map[string]any{}
	for name, value := range v {
		switch below, ok := value.(map[string]any); {
		case ok && (name == "tasks" || name == "scripts"):
			maps.Copy(all, below)
		case ok:
			maps.Copy(all, tables(below))
		}
	}
	return all
}

// targets returns the targets of a project of nx as lines: the executor or command, and its port.
func (p *Checkout) targets(dir string) map[string]any {
	var m struct {
		Targets map[string]struct {
			Executor string         `json:"executor"`
			Command  string         `json:"command"`
			Options  map[string]any `json:"options"`
		} `json:"targets"`
	}
	p.JSON(dir, "project.json", &m)
	lines := map[string]any{}
	for name, t := range m.Targets {
		line := t.Executor + t.Command
		if port := t.Options["port"]; port != nil {
			line += fmt.Sprintf(" --port %v", port)
		}
		lines[name] = strings.Join(append([]string{line}, texts(t.Options["command"])...), " ")
	}
	return lines
}

// mostWords is how much of a command a note shows.
const mostWords = 6

var (
	option     = words.Lazy(`^-(?:[^w-]|-[^w])[\w-]*$`)
	portOption = words.Lazy(`\s-(?:p|-(?:[\w.-]*port|listen|http|web))[ =](?:[\w.]*:)?(\d{2,5})\b`)
)

// Short is an entry's name, with the first words of its command and its port.
func (s Starter) Short() string {
	line := s.Line
	if i := strings.LastIndex(line, "&& "); i >= 0 {
		line = line[i+3:]
	}
	words := strings.Fields(line)
	words = words[:min(mostWords, len(words))]
	if last := len(words) - 1; last > 0 && option().MatchString(words[last]) {
		words = words[:last] // its value is cut
	}
	short := strings.Join(words, " ")
	if m := portOption().FindStringSubmatch(s.Line); m != nil && !strings.Contains(short, m[1]) {
		short += ", port " + m[1]
	}
	switch {
	case short == "":
		return s.Name
	case s.Name == "":
		return short
	}
	return s.Name + " (" + short + ")"
}
