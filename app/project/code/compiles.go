package code

import (
	"slices"
	"strings"
)

// compilers are programs that compile what they run, with the words after them that make them do so; "" = any.
var compilers = map[string]string{"go": "run tool", "cargo": "run watch leptos", "dotnet": "run watch",
	"mix": "phx.server run", "swift": "run", "stack": "run exec", "cabal": "run", "air": "", "mvn": "", "mvnw": "",
	"gradle": "", "gradlew": "", "sbt": "", "trunk": "", "dx": "", "lein": "", "nimble": "", "crystal": "run"}

// Compiles reports whether a command compiles before it serves, the first time for longer than a start usually takes.
func Compiles(text string) bool {
	list := append(Words(text), "", "")
	verbs, ok := compilers[base(list[0])]
	return ok && (verbs == "" || slices.Contains(strings.Fields(verbs), list[1]))
}

// Words returns the words of a command as they are written.
func Words(command string) []string {
	list := strings.Fields(command)
	for i, word := range list {
		list[i] = strings.Trim(word, `"'`)
	}
	return list
}
