package why

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/words"
)

// rule finds one cause. It is tried on lines that contain one of its words and match its pattern.
type rule struct {
	words   []string
	pattern func() *regexp.Regexp
	lasting bool // a reload of the code does not fix it
	find    finder
}

// finder returns the cause that the match m of the line at at shows, or nil.
type finder = func(c *clues, at int, m []string) *app.Finding

// always returns the finder of a cause that is the same for every match.
func always(kind app.FindingKind, problem, fix string) finder {
	return func(*clues, int, []string) *app.Finding {
		return &app.Finding{Kind: kind, Problem: problem, Fix: fix}
	}
}

// rules are all rules, the more specific first: the first that finds something in a line wins.
var rules = slices.Concat(moduleRules, fileRules, envRules, migrationRules, versionRules, portRules, memoryRules, dependencyRules, systemRules)

// mostFound is how many findings are worth reading.
const mostFound = 4

// causes returns the causes that the output shows, the most likely first: what the rules know, and before that an error
// of the sources if it came after.
func (c *clues) causes() []app.Finding {
	list, newest := c.find()
	if f, from, ok := c.wrong(); ok && from > newest {
		list = append([]app.Finding{f}, list...)
	}
	return list
}

// find returns the causes that the rules know, the newest first, and the seq of the newest one's line.
func (c *clues) find() (list []app.Finding, newest int64) {
	healed := c.healed()
	for at := len(c.lines) - 1; at >= 0 && len(list) < mostFound; at-- {
		f := c.look(at, at < healed)
		if f == nil {
			continue
		}
		newest = max(newest, c.lines[at].seq)
		if slices.ContainsFunc(list, func(g app.Finding) bool { return g.Kind == f.Kind && g.Problem == f.Problem }) {
			continue
		}
		f.Evidence = append([]string{c.quote(at)}, f.Evidence...)
		list = append(list, *f)
	}
	return list, newest
}

func (c *clues) look(at int, healed bool) *app.Finding {
	text := c.lines[at].text
	if len(text) > 4<<10 {
		text = text[:4<<10]
	}
	for _, r := range rules {
		if healed && !r.lasting || !slices.ContainsFunc(r.words, func(w string) bool { return strings.Contains(text, w) }) {
			continue
		}
		if m := r.pattern().FindStringSubmatch(text); m != nil {
			if f := r.find(c, at, m); f != nil {
				return f
			}
		}
	}
	return nil
}

// wellAgain matches what servers print once all their code is loaded.
var wellAgain = lazily(`(?i)compiled successfully|system check identified no issues|\bready in \d|hmr update|page reload|application startup complete|found 0 errors|✓ compiled`)

// healed returns the index of the last line that says that all is well, if the server is ready: causes before it are
// gone. Otherwise it returns -1.
func (c *clues) healed() int {
	if !c.ready {
		return -1
	}
	for at := len(c.lines) - 1; at >= 0; at-- {
		if wellAgain().MatchString(c.lines[at].text) {
			return at
		}
	}
	return -1
}

// quote returns a line as evidence.
func (c *clues) quote(at int) string {
	return fmt.Sprintf("line %d: %s", c.lines[at].seq, words.Clip(strings.TrimSpace(c.lines[at].text), 300))
}
