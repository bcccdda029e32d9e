package steps

import (
	"strings"

	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// Option is an option with a number that a step has.
type Option struct {
	Name, Value string
	Where       string // the step, as people write it
}

var numbered = text.Lazy(`(?:^|\s)(--[a-z][\w-]*)[= ](\d[\w.]*)`)

// Limits returns the options with a number of the command and of what it leads to, and of NODE_OPTIONS in them.
func Limits(p *sources.Project) (list []Option) {
	for _, s := range Of(p) {
		text := strings.ReplaceAll(s.Text, "NODE_OPTIONS=", " ")
		for _, m := range numbered().FindAllStringSubmatch(strings.NewReplacer(`"`, " ", `'`, " ").Replace(text), 20) {
			list = append(list, Option{m[1], m[2], s.Where(p)})
		}
	}
	return list
}
