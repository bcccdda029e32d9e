package code

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/sources"
)

// Step is a command to which the command of a run leads, or that command itself.
type Step struct {
	Text   string // as it is written
	Dir    string // in which it runs
	File   string // that has it; "" = it is the command of the run
	Line   int
	Script string // of the package.json that File is, or ""
}

// Where returns where the step is written, as people in the project write it.
func (s Step) Where(p *Workspace) string {
	switch {
	case s.File == "":
		return "the command"
	case s.Script != "":
		return "the script " + s.Script + " of " + p.Shown(s.File)
	}
	return p.Shown(s.File) + ":" + strconv.Itoa(s.Line)
}

// Correct returns what to correct if the step is wrong.
func (s Step) Correct(p *Workspace) string {
	if s.File == "" {
		return "correct the command in devservers.yml"
	}
	return "correct " + s.Where(p)
}

// Words returns the words of the step, without quotes and what joins commands.
func (s Step) Words() []string { return wordsOf(s.Text) }

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t;&|()\"'`", r) })
}

// most is how many steps are followed.
const most = 100

// Steps returns the command of a run and the commands that it leads to, the command first.
func (p *Workspace) Steps() []Step {
	w := walk{seen: map[string]bool{}}
	w.add(Step{Text: strings.Join(p.Argv, " "), Dir: p.WorkDir})
	for i := 0; i < len(w.list) && i < most; i++ {
		w.follow(w.list[i])
	}
	return w.list
}

// StepFiles returns the files that the steps name, as far as they exist.
func (p *Workspace) StepFiles() (list []string) {
	for _, s := range p.Steps() {
		for _, word := range s.Words() {
			if path := within(s.Dir, word); strings.ContainsAny(word, "./") && sources.Valid(word) &&
				sources.Existing(path) != "" && !slices.Contains(list, path) {
				list = append(list, path)
			}
		}
	}
	return list
}

// within returns a path that a command names which runs in dir.
func within(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// walk collects steps.
type walk struct {
	list []Step
	seen map[string]bool
}

func (w *walk) add(s Step) {
	if key := s.File + "\x00" + s.Script + "\x00" + s.Dir + "\x00" + strconv.Itoa(s.Line); !w.seen[key] &&
		strings.TrimSpace(s.Text) != "" {
		w.seen[key] = true
		w.list = append(w.list, s)
	}
}

var joins = lazily(`&&|\|\||[;|&\n]`)

// follow adds what a step runs.
func (w *walk) follow(s Step) {
	dir := s.Dir
	for _, part := range joins().Split(s.Text, -1) {
		words := wordsOf(part)
		if len(words) > 1 && words[0] == "cd" {
			dir = within(dir, words[1])
			continue
		}
		for i, word := range words {
			switch name := filepath.Base(word); {
			case slices.Contains(runners, name):
				w.script(words[i+1:], dir)
			case slices.Contains(several, name):
				w.scripts(words[i+1:], dir)
			case name == "make" || name == "gmake":
				w.targets(words[i+1:], dir)
			case slices.Contains(foremen, name):
				w.procfile(words[i+1:], dir)
			default:
				w.shell(within(dir, word), dir)
			}
		}
	}
}

// shell adds the lines of a script for a shell.
func (w *walk) shell(path, dir string) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	text := sources.Read(path)
	first, _, _ := strings.Cut(text, "\n")
	if ext := filepath.Ext(path); ext != ".sh" && ext != ".bash" && !forShell().MatchString(first) {
		return
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if to, only := strings.CutPrefix(line, "cd "); only && len(strings.Fields(to)) == 1 {
			dir = within(dir, strings.Trim(to, `"'`))
		}
		w.add(Step{Text: line, Dir: dir, File: path, Line: i + 1})
	}
}

var forShell = lazily(`^#!.*\b(?:ba|da|z|k|a)?sh\b`)

// foremen are programs that run the lines of a Procfile.
var foremen = []string{"foreman", "honcho", "overmind", "hivemind", "goreman", "shoreman", "nf"}

func (w *walk) procfile(words []string, dir string) {
	name := "Procfile"
	for i, word := range words {
		if (word == "-f" || word == "--procfile") && i+1 < len(words) {
			name = words[i+1]
		}
	}
	path := within(dir, name)
	for i, line := range strings.Split(sources.Read(path), "\n") {
		if _, command, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			w.add(Step{Text: strings.TrimSpace(command), Dir: dir, File: path, Line: i + 1})
		}
	}
}

// Option is an option with a number that a step has.
type Option struct {
	Name, Value string
	Where       string // the step, as people write it
}

var numbered = lazily(`(?:^|\s)(--[a-z][\w-]*)[= ](\d[\w.]*)`)

// Limits returns the options with a number of the command and of what it leads to, and of NODE_OPTIONS in them.
func (p *Workspace) Limits() (list []Option) {
	for _, s := range p.Steps() {
		text := strings.ReplaceAll(s.Text, "NODE_OPTIONS=", " ")
		for _, m := range numbered().FindAllStringSubmatch(strings.NewReplacer(`"`, " ", `'`, " ").Replace(text), 20) {
			list = append(list, Option{m[1], m[2], s.Where(p)})
		}
	}
	return list
}
