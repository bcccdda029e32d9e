package code

import (
	"slices"
	"strings"
)

// Compiles reports whether a command compiles before it serves, the first time for longer than a start usually takes.
func Compiles(text string) bool {
	list := Words(text)
	return len(list) > 1 && slices.Contains([]string{"go run", "cargo run", "air -c", "mvn spring-boot:run",
		"gradle bootRun"}, list[0]+" "+list[1]) ||
		len(list) == 1 && list[0] == "air"
}

// Words returns the words of a command as they are written.
func Words(command string) []string {
	list := strings.Fields(command)
	for i, word := range list {
		list[i] = strings.Trim(word, `"'`)
	}
	return list
}
