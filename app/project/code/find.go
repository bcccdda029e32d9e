package code

import (
	"path"
	"slices"
	"strings"
)

// wrappers are words before a program that run it, with the number of words that each takes.
var wrappers = map[string]int{
	"npx": 1, "bunx": 1, "pnpx": 1, "uvx": 1, "cross-env": 1, "cross-env-shell": 1, "dotenvx": 1, "exec": 1, "nodenv": 1,
	"time": 1, "env": 1, "dotenv": 1, "env-cmd": 1, "doppler run": 2, "infisical run": 2, "op run": 2, "dotenvx run": 2,
	"pnpm exec": 2, "pnpm dlx": 2, "yarn exec": 2, "yarn dlx": 2, "npm exec": 2, "bun x": 2, "bun --bun": 2, "bun run": 2,
	"deno run": 2, "uv run": 2, "poetry run": 2, "portless run": 2, "portless": 2,
	"pipenv run": 2, "pdm run": 2, "hatch run": 2, "rye run": 2, "bundle exec": 2, "python -m": 2, "php artisan": 1,
	"dotenv --": 2, "newrelic-admin run-program": 2, "ddtrace-run": 1, "opentelemetry-instrument": 1, "mise exec": 2,
	"watchmedo auto-restart": 2,
}

// ProgramOf returns the words of a command without what only runs it: npx, bundle exec, python -m, variables before it,
// and the directories of the program's path.
func ProgramOf(words []string) []string {
	for len(words) > 0 {
		first := base(words[0])
		n := wrappers[first]
		if len(words) > 1 {
			n = max(n, wrappers[first+" "+words[1]])
		}
		switch {
		case n > 0 && n < len(words):
			if words = words[n:]; strings.HasPrefix(words[0], "-") {
				words = words[slices.Index(words, "--")+1:] // the wrapper's own options
			}
		case isAssignment(words[0]), n > 0, words[0] == "--", first == "python" && len(words) > 1 &&
			strings.HasSuffix(words[1], "manage.py"):
			words = words[1:]
		case strings.HasPrefix(words[0], "-"): // an option of the wrapper
			words = words[1:]
		default:
			return append([]string{first}, words[1:]...)
		}
	}
	return nil
}

// base is the name of a program without its directory, and of a Python without its version.
func base(word string) string {
	name := strings.TrimSuffix(path.Base(word), ".js")
	if strings.HasPrefix(name, "python") && strings.Trim(name[len("python"):], "0123456789.") == "" {
		return "python"
	}
	return name
}

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// FindTool returns the tool that a command starts.
func FindTool(words []string) (Tool, bool) {
	program := ProgramOf(words)
	best, most := Tool{}, 0
	for _, t := range table {
		begin, free := strings.CutSuffix(t.Words, " *")
		if len(program) == 0 || !strings.HasPrefix(begin, program[0]) {
			continue
		}
		want := strings.Fields(begin)
		if n := begins(program, want); n >= 0 && len(want) > most &&
			(free || n == len(program) || strings.HasPrefix(program[n], "-")) {
			best, most = t, len(want)
		}
	}
	return best, most > 0
}

// begins returns how many words of program the wanted ones take at its beginning, or -1. Options between the first
// word and the second are passed over, with their values: flask --app web run, vite -c build.config.js build.
func begins(program, want []string) int {
	if len(program) < len(want) || program[0] != want[0] {
		return -1
	}
	if len(want) == 1 || slices.Equal(program[1:len(want)], want[1:]) {
		return len(want)
	}
	i := slices.Index(program, want[1])
	if later := slices.Index(program[i+1:], want[1]); i > 1 && later >= 0 && strings.HasPrefix(program[i-1], "-") {
		i += later + 1 // the first is the value of an option: flask --app run run
	}
	for at := 1; at < i; at++ {
		if !strings.HasPrefix(program[at], "-") && !strings.HasPrefix(program[at-1], "-") {
			return -1
		}
	}
	if i > 1 && strings.HasPrefix(program[1], "-") {
		return i + 1
	}
	return -1
}
