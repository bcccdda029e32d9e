package rules

import (
	"devservers/app"
	"devservers/app/why/files"
	"strconv"
	"strings"
)

// shellRules find a variable that a script of a shell demands, with ${NAME:?words} or set -u.
var shellRules = []rule{
	{words: []string{": "}, pattern: lazily(`^(\S+): (?:line )?(\d+): ([A-Za-z_]\w*): (.+)$`), find: demanded},
}

// demanded finds a variable that the named line of the script demands. A shell prints whatever words the script has for it.
func demanded(c *Clues, _ int, m []string) *app.Finding {
	number, _ := strconv.Atoi(m[2])
	lines := strings.Split(files.Read(c.Found(m[1])), "\n")
	says := strings.Contains(m[4], "unbound variable") || strings.Contains(m[4], "parameter not set") || strings.Contains(m[4], "parameter null or not set")
	if !says && (number < 1 || number > len(lines) || !strings.Contains(lines[number-1], "${"+m[3]+":?") && !strings.Contains(lines[number-1], "${"+m[3]+"?")) {
		return nil
	}
	f := c.unset(m[3])
	if f != nil && c.own(m[1]) != "" {
		f.Evidence = append([]string{c.Shown(c.Found(m[1])) + ":" + m[2] + " demands it"}, f.Evidence...)
	}
	return f
}
