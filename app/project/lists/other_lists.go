package lists

import (
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// usual are the names of lists that are read in the project's own directory.
var usual = append(slices.Clone(composeNames[:usualCompose]), "compose.override.yaml", "compose.override.yml",
	"docker-compose.override.yml", "docker-compose.override.yaml",
	"Procfile", "Procfile.dev", "Procfile.development", "Procfile.local")

// procfileName matches a process of a Procfile.
var procfileName = words.Lazy(`(?m)^([\w-]+):\s+\S`)

// Unread returns the Procfiles and compose files that are not read, because of their name or place.
func Unread(p *survey.Checkout) (found []survey.Starter) {
	composed := ComposeFile(p.Root)
	for _, dir := range append([]string{".devcontainer"}, p.Dirs...) {
		for _, e := range p.List(dir) {
			name := e.Name()
			if e.IsDir() || dir == "." && (slices.Contains(usual, name) || name == composed) || strings.Count(dir, "/") > 1 {
				continue
			}
			var processes []string
			switch ext := path.Ext(name); {
			case strings.HasPrefix(name, "Procfile"):
				for _, m := range procfileName().FindAllStringSubmatch(p.Read(dir, name), -1) {
					processes = append(processes, m[1])
				}
			case strings.Contains(name, "compose") && (ext == ".yml" || ext == ".yaml"):
				processes = Services(p.Read(dir, name))
			}
			if len(processes) > 0 {
				found = append(found, survey.Starter{File: path.Join(dir, name), Dir: dir,
					Why: "only a list with the usual name in the project's directory is read. It has " +
						strings.Join(processes, ", ")})
			}
		}
	}
	return found
}

// listRunner matches programs that start all processes of a Procfile.
var listRunner = words.Lazy(`\b(?:honcho|foreman|nf|overmind|hivemind|goreman)\b`)

// RunsList reports whether the project itself starts the processes of its Procfile while it is developed.
func RunsList(p *survey.Checkout) bool {
	for _, file := range []string{"Makefile", "justfile", "package.json", "bin/dev", "script/server", "Taskfile.yml"} {
		if listRunner().MatchString(p.Read(".", file)) {
			return true
		}
	}
	return false
}
