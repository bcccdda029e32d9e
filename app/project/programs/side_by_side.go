package programs

import (
	"slices"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/survey"

	"mvdan.cc/sh/v3/syntax"
)

// SideBySide returns the commands that concurrently is given as whole lines, and their names. Names of scripts, and npm
// run with one, are not among them.
func SideBySide(text string) (commands, names []string) {
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil || !strings.Contains(text, "concurrently") {
		return nil, nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		words := make([]string, len(call.Args))
		for i, a := range call.Args {
			words[i], _ = command.PlainText(a.Parts)
		}
		at := slices.Index(words, "concurrently")
		for i := at + 1; at >= 0 && i < len(words); i++ {
			option, value, joined := strings.Cut(words[i], "=")
			switch {
			case slices.Contains([]string{"-n", "--names", "-c", "--prefix-colors", "-p", "--prefix", "-s", "--success"},
				option):
				if !joined && i+1 < len(words) {
					i++
					value = words[i]
				}
				if option == "-n" || option == "--names" {
					names = strings.Split(value, ",")
				}
			case strings.HasPrefix(words[i], "-"):
			default:
				commands = append(commands, words[i])
			}
		}
		return true
	})
	return ownLines(commands, names)
}

// ownLines leaves out the commands that run a script of package.json.
func ownLines(commands, names []string) (lines, of []string) {
	for i, c := range commands {
		words := code.Words(c)
		if len(words) == 0 || strings.Contains(words[0], ":") || scriptRunner().MatchString(words[0]+" ") && !passes(words) {
			continue
		}
		lines = append(lines, c)
		if len(names) == len(commands) {
			of = append(of, strings.TrimSpace(names[i]))
		}
	}
	return lines, of
}

// passes reports whether a call of a package manager gives its script arguments, so that it is no other way to call it.
func passes(words []string) bool {
	words = slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool { return w == "run" || w == "--" })
	return len(words) > 1 && words[0][0] != '-' && strings.HasPrefix(words[1], "-")
}

// withoutOwn leaves out the commands of a line that are lines of their own: those that run no script of package.json,
// or one with arguments.
func withoutOwn(text string) string {
	lines, _ := SideBySide(text)
	for _, line := range lines {
		if words := code.Words(line); !scriptRunner().MatchString(line) || scriptRunner().MatchString(words[0]+" ") {
			text = strings.Replace(text, line, "", 1)
		}
	}
	return text
}

// DevLines returns the lines of a directory's scripts for development, by file.
func DevLines(f *survey.Checkout, dir string) map[string][]string {
	var m Manifest
	var composer struct {
		Scripts map[string]any `json:"scripts"`
	}
	lines := map[string][]string{}
	if f.JSON(dir, "package.json", &m) {
		lines["package.json"] = []string{m.Scripts[m.DevScript()]}
	}
	if f.JSON(dir, "composer.json", &composer) {
		list, _ := composer.Scripts["dev"].([]any)
		for _, item := range list {
			if text, ok := item.(string); ok {
				lines["composer.json"] = append(lines["composer.json"], text)
			}
		}
	}
	return lines
}

// Steps returns what a script does before it runs a part, in a form that needs no shell, if the part needs that.
func Steps(text, part string) []string {
	l, err := command.ParseLine(text)
	if err != nil || survey.Rebuilds(part) || slices.ContainsFunc(l.Before, func(step string) bool {
		return !slices.Contains(Runtimes, code.Words(step)[0])
	}) {
		return nil
	}
	return l.Before
}

// Runtimes are programs that no package of npm brings.
var Runtimes = []string{"php", "composer", "symfony", "python", "python3", "ruby", "bundle", "go", "cargo", "mix",
	"dotnet", "java", "mvn", "gradle", "docker", "uv", "poetry", "deno", "node", "npx", "bun", "bunx", "make", "just",
	"npm", "pnpm", "yarn", "task", "air", "redis-server", "sh", "bash"}
