package code

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"devservers/app/base/words"
)

// ports match the port that a command names, in the group.
var ports = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?:^|\s)(?:--(?:(?:server\.)?(?:http-?)?[pP]ort|listen|web|serve)[= ]|-p[= ]?|-l[= ])"?'?(\d{2,5})\b`),
		regexp.MustCompile(`(?:^|[\s"'=@/])(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])?:(\d{2,5})(?:[\s"'/]|$)`),
		regexp.MustCompile(`\b(?:runserver|http\.server)\s+(\d{2,5})\b`),
		regexp.MustCompile(`\bserver\.port=(\d{2,5})\b`),
	}
})

// ofClients matches options and variables with the address of another program, or of what a browser shows.
var ofClients = words.Lazy(`\s--(?:forward-to|upstream|target|proxy|backend|open)[= ]\S+|` +
	`\b\w+_(?:URL|URI|HOST|ORIGIN|BASE|PATH|ADDRESS|API|LOGIN|ENDPOINT)=\S+`)

// NamedPort returns the port that a command names, and the command with $PORT in its place; 0 if it names none.
func NamedPort(command string) (port int, with string) {
	own := ofClients().ReplaceAllStringFunc(command, func(s string) string { return strings.Repeat(" ", len(s)) })
	for _, re := range ports() {
		m := re.FindStringSubmatchIndex(own)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(command[m[2]:m[3]]); err == nil && n > 0 && n <= 65535 {
			return n, command[:m[2]] + "$PORT" + command[m[3]:]
		}
	}
	return 0, command
}

// assigned matches a variable set before a command.
var assigned = words.Lazy(`(?:^|\s)PORT=["']?(?:\$\{\w+:-)?(\d{2,5})\b`)

// AssignedPort returns the port that a line gives its program as the variable PORT, or 0.
func AssignedPort(line string) (port int) {
	if m := assigned().FindStringSubmatch(line); m != nil {
		port, _ = strconv.Atoi(m[1])
	}
	return port
}

// UsesPort reports whether a command passes $PORT on.
func UsesPort(command string) bool {
	return strings.Contains(command, "$PORT") || strings.Contains(command, "${PORT}")
}
