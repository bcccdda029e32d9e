package code

import (
	"strings"

	"devservers/app/base/words"
)

// reloading matches commands that load changed sources themselves.
var reloading = words.Lazy(`\b(?:nodemon|ts-node-dev|tsx watch|watchexec|reflex|air|entr|watchfiles|watchmedo|rerun|wgo|guard|bacon)\b|` +
	`--(?:watch|reload|dev|debug|hot|hmr|autoreload)\b|\bwatch\b|dev_appserver`)

// sourcesTable has the patterns of the sources of programs that load them once, by the first words of the command.
var sourcesTable = []struct{ words, patterns string }{
	{"go run", "**/*.go go.mod"}, {"cargo run", "**/*.rs Cargo.toml"}, {"node", "**/*.js **/*.mjs **/*.cjs"},
	{"ruby|sidekiq", "**/*.rb"}, {"rackup|puma", "**/*.rb config.ru"}, {"artisan queue:work", "**/*.php"},
	{"python|manage.py|uvicorn|gunicorn|hypercorn|celery|rq|saq|arq|taskiq|dramatiq|huey_consumer", "**/*.py"},
	{"deno run|bun", "**/*.ts **/*.tsx **/*.js"}, {"tsx|ts-node", "**/*.ts"}, {"dotnet run", "**/*.cs"},
	{"gradle run|gradlew run|gradle bootRun|gradlew bootRun|mvn spring-boot:run|mvnw spring-boot:run", "src/**"},
	{"mix run", "**/*.ex"}, {"perl", "**/*.pl **/*.pm"}, {"crystal run", "**/*.cr"}, {"nimble run", "**/*.nim"},
	{"sbt run", "**/*.scala"}, {"lein run", "**/*.clj"}, {"dart run", "**/*.dart"}, {"gleam run", "**/*.gleam"},
}

// launchers have the patterns of the sources of unknown programs, by what runs these.
var launchers = []struct{ words, patterns string }{
	{"bundle exec|rake", "**/*.rb"}, {"uv run|poetry run|pipenv run|pdm run|hatch run", "**/*.py"}, {"php", "**/*.php"},
}

// SourcesOf returns the patterns of the sources that a program loads once, or nil if it loads changes itself or isn't
// known. line is the line that starts it.
func SourcesOf(line string, program []string) []string {
	if reloading().MatchString(line) {
		return nil
	}
	if all := strings.Join(program, " ") + " "; strings.HasPrefix(all, "node ") && strings.Contains(all, ".ts ") {
		return []string{"**/*.ts", "**/*.tsx"} // which a loader compiles
	}
	if found := patternsFor(sourcesTable, strings.Join(program, " ")); found != nil {
		return found
	}
	if _, known := FindTool(program); known {
		return nil
	}
	return patternsFor(launchers, line)
}

func patternsFor(table []struct{ words, patterns string }, line string) []string {
	for _, s := range table {
		for words := range strings.SplitSeq(s.words, "|") {
			if strings.HasPrefix(line+" ", words+" ") {
				return strings.Fields(s.patterns)
			}
		}
	}
	return nil
}
