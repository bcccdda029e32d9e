package survey

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// ServeRule matches the rule of a Makefile or justfile that starts a server; one of a justfile may have arguments with
// defaults.
var ServeRule = words.Lazy(`(?m)^@?(dev|serve|start|run|runserver|server|develop|watch|up|` +
	`local)` + arguments + `\s*:(?:[^=]|$)`)

// jobName matches names of what waits for jobs.
const jobName = `(?:^|[-_:])(?:workers?|scheduler|consumers?|consume|queue|jobs|beat|cron|poller|daemon)$`

// Compiled reports whether a rule makes the file of its name, as a compiler's option says.
func Compiled(name, recipe string) bool {
	words := strings.Fields(recipe)
	i := slices.Index(words, "-o")
	return i >= 0 && i+1 < len(words) && path.Base(words[i+1]) == name || strings.Contains(recipe, "$@")
}

// ServesByName reports whether a rule is for starting a server while it is developed, by its name.
func ServesByName(name string) bool {
	return ServeRule().MatchString(name+":") || starts().MatchString(name) && !deployed().MatchString(name)
}

var starts = words.Lazy(`^(?:run|start|serve|dev)[-_:]|[-_:](?:run|start|serve|dev)$`)

// HasJobs reports whether a name is one of what waits for jobs.
func HasJobs(name string) bool { return waiting().MatchString(name) }

var waiting = words.Lazy(jobName)

// arguments are those of a recipe of just.
const arguments = `(?:[ \t]+[*+]?\w+[ \t]*=[ \t]*\S+|[ \t]+\*?\w+)*`

// rule matches the head of any rule.
var rule = words.Lazy(`^@?([\w./-]+)` + arguments + `\s*:(?:[^=]|$)`)

var (
	// variable matches the definition of a variable, or of an argument with a default, that is plain.
	variable = words.Lazy(`(?m)(?:^(?:export )?|` +
		`[ \t])(\w+)[ \t]*[:?]?=[ \t]*["']?((?:\$[({]\w+[)}])?[\w./-]*:?[\w./-]+)["']?[ \t]*(?:$|:|\w+=)`)
	// use matches its use: $(PORT), ${PORT}, {{port}}, {{.PORT}}
	use = words.Lazy(`\$[({](\w+)[)}]|\{\{\s*\.?(\w+)\s*\}\}`)
)

// enters matches a line that changes into a directory before its command.
var enters = words.Lazy(`^\(?cd\s+([\w./-]+)\s*&&\s*(.*?)\)?$`)

// expanded returns a line with the values of variables.
func expanded(line string, values map[string]string) string {
	return use().ReplaceAllStringFunc(line, func(name string) string {
		m := use().FindStringSubmatch(name)
		return cmp.Or(values[m[1]+m[2]], name)
	})
}

// variables returns the plain variables of a Makefile or justfile, and the defaults of arguments.
func variables(content string) map[string]string {
	values := map[string]string{"MAKE": "make"}
	for _, m := range variable().FindAllStringSubmatch(content, -1) {
		values[m[1]] = expanded(m[2], values)
	}
	return values
}

// Rules returns the recipes of a Makefile or justfile by rule: lines of shell. The first is for what is done before, by
// the program that runs the rules, or "".
func Rules(content, runner string) map[string][]string {
	rules, name, values := map[string][]string{}, "", variables(content)
	for line := range strings.Lines(content) {
		body := strings.TrimSpace(line)
		switch {
		case body == "" || body[0] == '#':
		case line[0] == '\t' || line[0] == ' ':
			if name != "" {
				rules[name] = append(rules[name], expanded(strings.TrimLeft(body, "@-+"), values))
			}
		default:
			if name = ""; rule().MatchString(line) {
				name = rule().FindStringSubmatch(line)[1]
				rules[name] = append(rules[name], needed(line, runner))
			}
		}
	}
	return rules
}

// needs matches what the head of a rule says that is done before.
var needs = words.Lazy(`:\s+([\w./-]+(?:[ \t]+[\w./-]+)*)[ \t]*(?:#|$)`)

// needed returns the command that does what the head of a rule says is done before it, or "".
func needed(head, runner string) string {
	if m := needs().FindStringSubmatch(strings.TrimSpace(head)); m != nil {
		return runner + " " + m[1]
	}
	return ""
}

// RunnerOf returns the program that runs the rules of a file, or "".
func RunnerOf(file string) string {
	name := strings.TrimPrefix(strings.ToLower(path.Base(file)), ".")
	return map[string]string{"justfile": "just", "taskfile.yml": "task", "taskfile.yaml": "task", "makefile": "make",
		"rakefile": "rake"}[name]
}

// recipe returns the lines of a rule up to one of them as one line of shell, unless each starts in its own directory.
func recipe(lines []string) string {
	own := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		return line == "" || speaks().MatchString(line)
	})
	if slices.ContainsFunc(own, func(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, "("), "cd ") }) {
		return lines[len(lines)-1]
	}
	return strings.ReplaceAll(strings.Join(own, " && "), "$$", "$")
}

// atOnce returns the commands that the lines of a rule run side by side.
func atOnce(lines []string) (all []string) {
	for _, line := range lines {
		for _, part := range behind().Split(line, -1) {
			part = strings.TrimSpace(strings.Trim(strings.TrimSpace(part), "()"))
			if Runs(part) || Lasts("", part) || passesOn(enters().ReplaceAllString(part, "$2")) {
				all = append(all, part)
			}
		}
	}
	if !behind().MatchString(strings.Join(lines, "\n")) {
		return nil
	}
	return all
}

// behind matches what lets a command run while the next one starts.
var behind = words.Lazy(`[^&>]&(?:\s|\)|$)`)

// speaks matches a command that only prints.
var speaks = words.Lazy(`^(?:\d?>\S*\s*)?(?:echo|printf|:)(?:\s|$)`)

// again stands for the wish of a task that it is done again after each edit.
const again = ": --watch"

// passedOn matches where a task has what follows its name on the command line.
var passedOn = words.Lazy(`\s*\{\{\s*\.CLI_ARGS\s*\}\}`)

// taskfile returns the recipes of a Taskfile.yml.
func taskfile(content, _ string) map[string][]string {
	var file struct {
		Vars  map[string]any `yaml:"vars"`
		Tasks map[string]any `yaml:"tasks"`
	}
	rules, values := map[string][]string{}, map[string]string{}
	if yaml.Unmarshal([]byte(passedOn().ReplaceAllString(content, "")), &file) != nil {
		return rules
	}
	for name, v := range file.Vars {
		values[name] = fmt.Sprint(v)
	}
	for name, task := range file.Tasks {
		switch task := task.(type) {
		case string:
			rules[name] = []string{task}
		case map[string]any:
			rules[name] = append(texts(task["cmds"]), texts(task["cmd"])...)
			if dir, _ := task["dir"].(string); dir != "" {
				rules[name] = words.Each(rules[name], func(line string) string { return "cd " + dir + " && " + line })
			}
			if deps := texts(task["deps"]); len(deps) > 0 {
				rules[name] = append([]string{"task " + strings.Join(deps, " ")}, rules[name]...)
			}
			if task["watch"] == true {
				rules[name] = append([]string{again}, rules[name]...)
			}
		}
		for i, line := range rules[name] {
			rules[name][i] = expanded(line, values)
		}
	}
	return rules
}

// texts returns the texts of a list, or a text.
func texts(v any) (list []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v {
			list = append(list, texts(item)...)
		}
	case map[string]any:
		return slices.Concat(texts(v["cmd"]), texts(v["command"]), texts(v["shell"]), texts(v["run"]))
	}
	return list
}

// ruleFiles are the files with rules, and how each is read.
var ruleFiles = []struct {
	name string
	read func(content, runner string) map[string][]string
}{{"Makefile", Rules}, {"justfile", Rules}, {"Justfile", Rules}, {".justfile", Rules}, {"Taskfile.yml", taskfile},
	{"Taskfile.yaml", taskfile}, {"Rakefile", sources.Rakefile}}

// rules returns the rules in a directory.
func (p *Checkout) rules(dir string) (found []Starter) {
	for _, file := range ruleFiles {
		rules := file.read(p.Read(dir, file.name), RunnerOf(file.name))
		for _, name := range slices.Sorted(maps.Keys(rules)) {
			s := Starter{File: join(dir, file.name), Name: name, Dir: dir,
				Line: recipe(rules[name])}
			watches := slices.Contains(rules[name], again)
			i := slices.IndexFunc(rules[name], func(line string) bool {
				return line != again && !speaks().MatchString(line) && (Runs(line) || Lasts("", line))
			})
			if i >= 0 {
				s.Line = recipe(rules[name][:i+1])
			}
			if m := enters().FindStringSubmatch(s.Line); m != nil {
				s.Dir, s.Line = join(dir, m[1]), m[2]
			}
			if strings.ContainsAny(name, "/%") || strings.Contains(name, ".") && i < 0 || Compiled(name, s.Line) { // a file
				continue
			}
			if all := atOnce(rules[name]); len(all) > 1 {
				for _, line := range all {
					part := Starter{File: s.File, Name: name, Dir: dir, Line: line}
					if m := enters().FindStringSubmatch(line); m != nil {
						part.Dir, part.Line = join(dir, m[1]), m[2]
					}
					found = append(found, p.entry(part))
				}
				continue
			}
			s = p.entry(s)
			s.Passes = s.Passes || s.Line == ""
			s.Ends = s.Ends && !watches && (s.Passes || i >= 0 || ServeRule().FindString(name+":") != name+":" ||
				s.Checks || once(s.Line))
			found = append(found, s)
		}
	}
	return found
}
