package code

import (
	"strings"

	"devservers/app/transcript/text"
)

// reloading matches commands that load changed sources themselves.
var reloading = text.Lazy(`\b(?:nodemon|ts-node-dev|tsx watch|watchexec|reflex|air|entr|watchfiles|watchmedo|rerun|wgo|guard|bacon)\b|` +
	`--(?:watch|reload|dev|debug|hot|hmr|autoreload)\b|\bwatch\b|dev_appserver`)

// sourcesTable has the patterns of the sources of programs that load them once, by the first words of the command.
var sourcesTable = []struct{ words, patterns string }{
	{"go run", "**/*.go go.mod"}, {"cargo run", "**/*.rs Cargo.toml"}, {"node", "**/*.js **/*.mjs **/*.cjs"},
	{"ruby", "**/*.rb"}, {"rackup", "**/*.rb config.ru"}, {"puma", "**/*.rb config.ru"}, {"sidekiq", "**/*.rb"},
	{"python", "**/*.py"}, {"uvicorn", "**/*.py"}, {"gunicorn", "**/*.py"}, {"hypercorn", "**/*.py"},
	{"celery", "**/*.py"}, {"rq", "**/*.py"}, {"saq", "**/*.py"}, {"arq", "**/*.py"}, {"taskiq", "**/*.py"},
	{"dramatiq", "**/*.py"}, {"huey_consumer", "**/*.py"},
	{"deno run", "**/*.ts **/*.tsx **/*.js"}, {"bun", "**/*.ts **/*.tsx **/*.js"}, {"tsx", "**/*.ts"},
	{"ts-node", "**/*.ts"}, {"mix run", "**/*.ex"}, {"gradle run", "src/**"}, {"gradlew run", "src/**"},
	{"gradle bootRun", "src/**"}, {"gradlew bootRun", "src/**"}, {"mvn spring-boot:run", "src/**"},
	{"mvnw spring-boot:run", "src/**"}, {"artisan queue:work", "**/*.php"}, {"perl", "**/*.pl **/*.pm"},
}

// SourcesOf returns the patterns of the sources that a program loads once, or nil if it loads changes itself or isn't
// known. line is the line that starts it.
func SourcesOf(line string, program []string) []string {
	if reloading().MatchString(line) {
		return nil
	}
	line = strings.Join(program, " ") + " "
	for _, s := range sourcesTable {
		if strings.HasPrefix(line, s.words+" ") {
			return strings.Fields(s.patterns)
		}
	}
	return nil
}

// PythonReloads matches programs of Python that tell their framework to load changed sources.
var PythonReloads = text.Lazy(`\b(?:debug|reload|reloader|use_reloader|auto_reload|autoreload)\s*=\s*True`)
