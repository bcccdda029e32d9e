package sources

import (
	"strings"

	"devservers/app/base/words"
)

// rakeTask matches the head of a task of rake, and rakeRuns the line of shell that one runs.
var (
	rakeTask = words.Lazy(`^\s*task[ (]+:?["']?(\w+)`)
	rakeRuns = words.Lazy(`\b(?:sh|exec|system|ruby)[ (]+["'](.+?)["']\s*(?:[)},]|$)`)
)

// Rakefile returns the tasks of a Rakefile.
func Rakefile(content, _ string) map[string][]string {
	rules, name := map[string][]string{}, ""
	for line := range strings.Lines(content) {
		if m := rakeTask().FindStringSubmatch(line); m != nil {
			name = m[1]
			rules[name] = append(rules[name], "")
		}
		if m := rakeRuns().FindStringSubmatch(line); m != nil && name != "" {
			rules[name] = append(rules[name], m[1])
		}
	}
	return rules
}
