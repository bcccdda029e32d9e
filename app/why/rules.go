package why

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
)

// rule finds one cause. It is tried on lines that contain one of its words, and match its pattern.
type rule struct {
	words   []string
	pattern func() *regexp.Regexp
	lasting bool // true however often the server has loaded its code again since
	find    func(c *clues, at int, m []string) *app.Finding
}

// rules are all groups, the more specific first: the first that says something about a line has it.
var rules = slices.Concat(moduleRules, fileRules, envRules, migrationRules, versionRules, portRules, memoryRules, dependencyRules, systemRules)

// most is how many findings are worth reading.
const most = 6

// find gives the causes that the lines tell of, the newest first.
func find(c clues) (list []app.Finding) {
	healed := c.healed()
	for at := len(c.lines) - 1; at >= 0 && len(list) < most; at-- {
		f := c.look(at, at < healed)
		if f == nil || slices.ContainsFunc(list, func(g app.Finding) bool { return g.Kind == f.Kind && g.Problem == f.Problem }) {
			continue
		}
		f.Evidence = append([]string{c.quote(at)}, f.Evidence...)
		list = append(list, *f)
	}
	return list
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

// wellAgain is what servers print once they have loaded their code whole.
var wellAgain = lazily(`(?i)compiled successfully|system check identified no issues|\bready in \d|hmr update|page reload|application startup complete|found 0 errors|✓ compiled`)

// healed is the place of the last line that says that all is well, for a server that is ready; what was wrong before
// is so no more.
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

// quote is a line as evidence.
func (c *clues) quote(at int) string {
	text := []rune(strings.TrimSpace(c.lines[at].text))
	if len(text) > 300 {
		text = append(text[:300:300], '…')
	}
	return fmt.Sprintf("line %d: %s", c.lines[at].seq, string(text))
}

// near finds a file in the working directory or one above it, up to the project's; "" = none.
func (c *clues) near(names ...string) (path string) {
	for dir := c.dir; ; dir = filepath.Dir(dir) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path
			}
		}
		if rel, err := filepath.Rel(c.projectDir, dir); err != nil || rel == "." || !filepath.IsLocal(rel) {
			return ""
		}
	}
}

// shown is a path as people in the project write it.
func (c *clues) shown(path string) string {
	if rel, err := filepath.Rel(c.projectDir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// in says where a command is to be run, when that is not the project's directory.
func (c *clues) in(file, command string) string {
	if dir := filepath.Dir(file); file != "" && dir != c.projectDir {
		return "cd " + c.shown(dir) + " && " + command
	}
	return command
}

// maxRead bounds what is read of a file of the project, in bytes.
const maxRead = 1 << 20

// read is the text of a file, "" when it cannot be read or is too large.
func read(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRead {
		return ""
	}
	data, _ := os.ReadFile(path)
	return string(data)
}
