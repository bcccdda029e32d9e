package rules

import (
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/lacks"
)

// shellRules find a variable that a script of a shell demands, with ${NAME:?words} or set -u.
var shellRules = []rule{
	{words: []string{"yntax error", "ad substitution", "ot found", "nexpected"}, pattern: lazily(`^(\S+): (?:line )?\d+: .*(?:[Ss]yntax error|[Bb]ad substitution|not found|unexpected)`), find: func(c *Clues, at int, m []string) *app.Finding {
		return c.lack().Shell(c.Lines[at].Text, m)
	}},
	{words: []string{"undefined: "}, pattern: lazily(`^(?:\./)?[\w./-]+\.go:\d+:\d+: undefined: (\w+)$`), find: lacking(lacks.Of.LeftOut)},
	{words: []string{": "}, pattern: lazily(`^(\S+): (?:line )?(\d+): ([A-Za-z_]\w*): (.+)$`), find: demanded},
}

// demanded finds a variable that the named line of the script demands. A shell prints whatever words the script has for it.
func demanded(c *Clues, _ int, m []string) *app.Finding {
	number, _ := strconv.Atoi(m[2])
	lines := strings.Split(sources.Read(c.Found(m[1])), "\n")
	says := strings.Contains(m[4], "unbound variable") || strings.Contains(m[4], "parameter not set") || strings.Contains(m[4], "parameter null or not set")
	if !says && (number < 1 || number > len(lines) || !strings.Contains(lines[number-1], "${"+m[3]+":?") && !strings.Contains(lines[number-1], "${"+m[3]+"?")) {
		return nil
	}
	f := c.unset(m[3])
	if f != nil && c.Own(m[1]) != "" {
		where := c.Shown(c.Found(m[1])) + ":" + m[2]
		f.Evidence = append([]string{where + " demands it"}, slices.DeleteFunc(f.Evidence, func(e string) bool { return e == where+" reads it" })...)
	}
	return f
}
