package survey

import (
	"path"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
)

var (
	// watching matches commands that wait for changes.
	watching = words.Lazy(`\b(?:nodemon|ts-node-dev|tsx watch|watchexec|chokidar|onchange|browser-sync|livereload)\b|` +
		`--(?:watch|serve|servedir)\b|\bwatch\b`)
	// shortly matches the same as an option of tools that have it.
	shortly = words.Lazy(`\s-w\b`)
	// working matches commands that wait for jobs.
	working = words.Lazy(`\b(?:celery|rq|rqworker|huey|huey_consumer|arq|saq|dramatiq|sidekiq|resque|resque-pool|good_job|` +
		`solid_queue|procrastinate)\b|manage\.py\s+(?:run\w*|\w*worker\w*|qcluster|process_tasks)|` +
		`\b(?:ngrok|cloudflared|localtunnel|taskiq)\s|\b(?:stripe listen|caddy run)\b|\blt --port|\b(?:queue:(?:work|listen)|schedule:work|messenger:consume|jobs:work)\b|\bcompose\b.*\sup\b`)
	// checking matches scripts that watch for the sake of tests and the like.
	checking = words.Lazy(`(?i)(?:^|[^.@a-z]|py|go)tests?(?:$|[^a-z])|jest|vitest|cypress|playwright|lint|type-?check|svelte-check|prettier|format|fmt|` +
		`tsc .*--noEmit|check:`)
	// runners matches test runners that wait for changes on a terminal instead of ending.
	runners = words.Lazy(`^\s*(?:vitest|react-scripts test|vue-cli-service test:unit|ng test)\b`)
	// building matches programs that end when they have built something, unless they are told to watch.
	building = words.Lazy(`^(?:tsc|tailwindcss|@tailwindcss/cli|sass|postcss|rollup|esbuild|webpack|babel|tsup|tsdown|rolldown|swc|bunchee|microbundle|vue-tsc|encore|` +
		`graphql-codegen|echo|true|exit|rimraf|prisma|mkdir|cp|rm)$`)
)

// Serves reports whether a line of shell starts, at its end, a tool that listens on a port.
func Serves(line string) bool {
	t, ok := code.FindTool(Last(line))
	return ok && t.Port > 0
}

// Watches reports whether a line waits for changes of sources.
func Watches(line string) bool {
	_, tool := code.FindTool(Last(line))
	return watching().MatchString(line) || tool && shortly().MatchString(line)
}

// Works reports whether a line waits for jobs.
func Works(line string) bool { return working().MatchString(line) }

// Checks reports whether a script is for tests and the like, by its name or its text.
func Checks(script string) bool {
	return checking().MatchString(strings.ReplaceAll(script, " --format", ""))
}

// WatchesTests reports whether a line runs tests each time that sources change.
func WatchesTests(line string) bool {
	return runners().MatchString(line) && !strings.Contains(line, "vitest run") && !strings.Contains(line, "--run")
}

// Runs reports whether a line runs until it is stopped.
func Runs(line string) bool { return Serves(line) || Watches(line) || Works(line) }

// Ends reports whether a line ends by itself: it builds something, or evaluates what it was given.
func Ends(line string) bool {
	program := code.ProgramOf(Last(line))
	if len(program) == 0 || Serves(line) || Watches(line) {
		return false
	}
	if len(program) > 1 && (program[1] == "-e" || program[1] == "--eval" || program[1] == "-c" && program[0] == "python") {
		return true
	}
	t, _ := code.FindTool(program)
	return building().MatchString(program[0]) || len(program) == 1 && program[0] == "mix" ||
		t.Words == "vite build *" || t.Words == "parcel build *"
}

// Rebuilds reports whether a line only builds something again each time that sources change.
func Rebuilds(line string) bool {
	program := code.ProgramOf(Last(line))
	t, _ := code.FindTool(program)
	return len(program) > 0 && Watches(line) && (building().MatchString(program[0]) || t.Words == "vite build *")
}

// RunsBuild reports whether a line runs the program that a build has made.
func RunsBuild(line string) bool { return built().MatchString(line) }

// Last returns the words of the last command in a line of shell.
func Last(line string) []string {
	for _, sep := range []string{"&&", ";"} {
		if i := strings.LastIndex(line, sep); i >= 0 {
			line = line[i+len(sep):]
		}
	}
	return code.Words(line)
}

// OwnerOf returns the deepest of dirs that holds a file, "." if none does.
func OwnerOf(file string, dirs []string) string {
	owner := "."
	for _, dir := range dirs {
		if strings.HasPrefix(file, dir+"/") && len(dir) > len(owner)-1 {
			owner = dir
		}
	}
	return owner
}

// BelowPHP reports whether a directory above has a program of PHP, to which this one belongs.
func (p *Checkout) BelowPHP(dir string) bool {
	at, _ := p.Upwards(path.Dir(dir), "index.php", "composer.json")
	return dir != "." && at != ""
}
