// Package diagnose finds in what a server printed, and in the files of its project, why it does not do what it
// should: each rule is a word to look for, a pattern, and a small function that says what is wrong, how that is known,
// and what to do. It changes nothing and runs nothing.
package diagnose

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Finding is one cause with what shows it and the next step.
type Finding struct {
	Kind     string   `json:"kind"`     // port, executable, module, file, env, migration, version, listens, input, memory, dependency, trust, config, changed, system, other
	Problem  string   `json:"problem"`  // one sentence
	Evidence []string `json:"evidence"` // what shows it: "line 12: ..." of the run, facts of the project; untrusted text
	Fix      string   `json:"fix"`      // the next step: a command, or one sentence
}

// Line is one that the run printed, as plain text.
type Line struct {
	Seq  int64
	Text string
}

// Case is what the rules look at. Lines are the last ones that the run printed.
type Case struct {
	Ref        string // project/server
	Lines      []Line
	ProjectDir string
	Dir        string   // the working directory
	Argv       []string // of the run
	EnvFiles   []string // declared, absolute
	Env        func(name string) (value string, ok bool)
	Tasks      []Task
	Ready      bool // it is up and does what it should
	Port       int  // 0 = none
	Owner      func(port int) (who, fix string)
	Server     func(port int) (ref string, up bool) // of ours, that is declared to listen there; "" = none
}

// Task is a declared command that could be the fix.
type Task struct{ Name, Command string }

// rule finds one cause. It is tried on lines that contain one of its words, and match its pattern.
type rule struct {
	words   []string
	pattern func() *regexp.Regexp
	lasting bool // true however often the server has loaded its code again since
	find    func(c *Case, at int, m []string) *Finding
}

// rules are all groups, the more specific first: the first that says something about a line has it.
var rules = slices.Concat(moduleRules, fileRules, envRules, migrationRules, versionRules, portRules, memoryRules, dependencyRules, systemRules)

// most is how many findings are worth reading.
const most = 6

// Find gives the causes that the lines tell of, the newest first.
func Find(c Case) (list []Finding) {
	healed := c.healed()
	for at := len(c.Lines) - 1; at >= 0 && len(list) < most; at-- {
		f := c.look(at, at < healed)
		if f == nil || slices.ContainsFunc(list, func(g Finding) bool { return g.Kind == f.Kind && g.Problem == f.Problem }) {
			continue
		}
		f.Evidence = append([]string{c.quote(at)}, f.Evidence...)
		list = append(list, *f)
	}
	return list
}

func (c *Case) look(at int, healed bool) *Finding {
	text := c.Lines[at].Text
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
func (c *Case) healed() int {
	if !c.Ready {
		return -1
	}
	for at := len(c.Lines) - 1; at >= 0; at-- {
		if wellAgain().MatchString(c.Lines[at].Text) {
			return at
		}
	}
	return -1
}

// quote is a line as evidence.
func (c *Case) quote(at int) string {
	text := []rune(strings.TrimSpace(c.Lines[at].Text))
	if len(text) > 300 {
		text = append(text[:300:300], '…')
	}
	return fmt.Sprintf("line %d: %s", c.Lines[at].Seq, string(text))
}

// near finds a file in the working directory or one above it, up to the project's; "" = none.
func (c *Case) near(names ...string) (path string) {
	for dir := c.Dir; ; dir = filepath.Dir(dir) {
		for _, name := range names {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path
			}
		}
		if rel, err := filepath.Rel(c.ProjectDir, dir); err != nil || rel == "." || !filepath.IsLocal(rel) {
			return ""
		}
	}
}

// shown is a path as people in the project write it.
func (c *Case) shown(path string) string {
	if rel, err := filepath.Rel(c.ProjectDir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// in says where a command is to be run, when that is not the project's directory.
func (c *Case) in(file, command string) string {
	if dir := filepath.Dir(file); file != "" && dir != c.ProjectDir {
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
