package finders

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// Scene is a run that has failed or complains, with what the finders look at.
type Scene struct {
	*code.Workspace
	Ref      string            // project/server to start or to change: of a hook, its server
	Env      map[string]string // of the next start
	EnvFiles []string          // declared, absolute
	Tasks    []Task
	Port     int       // declared or chosen; 0 = none
	Own      []int     // ports on which the run itself listens
	Exit     int       // its exit code; 0 = none
	Started  time.Time // of the run; zero = unknown
	Failed   bool      // it is not up, or can't get ready: an error in its output is the cause

	Owner    func(port int) *app.PortOwner           // which other process listens there, or nil
	Declared func(port int) (server string, up bool) // that is declared to listen there; "": none

	Lines []PrintedLine
	Spots []Spot // where the failure was raised, the likeliest first

	all   []string          // the sources and settings of the project
	texts map[string]string // of files, as far as read
	steps []code.Step
}

// Task is a declared command that could be the step.
type Task struct{ Name, Command, Dir string }

// PrintedLine is a line of the run.
type PrintedLine struct {
	Seq  int64
	Text app.Printed
}

// Spot is a place in the project that an error of the output names. The file exists, and has that line.
type Spot struct {
	File         string
	Line, Column int
	Message      app.Printed
	At, Last     int  // the indexes of the first and last line of the error
	Said         int  // the index of the line with its message
	Exact        bool // a parser or a compiler names the line as the wrong one
}

// shown returns the spot as people in the project write it.
func (s *Scene) shown(file string, line int) app.Name {
	if line == 0 {
		return app.Name(s.Shown(file))
	}
	return app.Name(s.Shown(file) + ":" + strconv.Itoa(line))
}

func (s *Scene) path(file string) app.Name { return app.Name(s.Shown(file)) }

// sources returns the files of the project with sources or settings: those of the failure first, then those that the
// command names.
func (s *Scene) sources() []string {
	if s.all != nil {
		return s.all
	}
	for _, spot := range s.Spots {
		s.all = append(s.all, spot.File)
	}
	for _, arg := range s.StepFiles() {
		if s.Ours(arg) {
			s.all = append(s.all, arg)
		}
	}
	for _, file := range s.Sources() {
		if filepath.Base(file) != "devservers.yml" && !strings.Contains(filepath.Base(file), "lock") {
			s.all = append(s.all, file)
		}
	}
	seen := map[string]bool{}
	s.all = slices.DeleteFunc(s.all, func(file string) bool {
		had := seen[file]
		seen[file] = true
		return had
	})
	return s.all
}

// text returns the text of a file, which is read once.
func (s *Scene) text(file string) string {
	if s.texts == nil {
		s.texts = map[string]string{}
	}
	text, ok := s.texts[file]
	if !ok {
		text = sources.Read(file)
		s.texts[file] = text
	}
	return text
}

func (s *Scene) calls() []code.Step {
	if s.steps == nil {
		s.steps = s.Steps()
	}
	return s.steps
}

// named is where the project names something.
type named struct {
	name string // as it is written there
	dir  string // in which a relative path starts
	at   code.SourceLine
	step *code.Step // that has it
	env  string     // the variable whose value has it
}

// where returns the place for people.
func (n named) where(s *Scene) app.Name {
	switch {
	case n.step != nil:
		return app.Name(n.step.Where(s.Workspace))
	case n.env != "":
		return app.Name("the variable " + n.env)
	}
	return app.Name(n.at.Shown(s.Workspace))
}

// find returns where the project has a printed word: in the command and what it leads to, in its sources and settings,
// or in a value of its environment.
func (s *Scene) find(w app.Printed) (n named, ok bool) {
	if w.Empty() {
		return n, false
	}
	for _, step := range s.calls() {
		if name := w.In(step.Text); name != "" {
			return named{name: name, step: &step, dir: step.Dir}, true
		}
	}
	if n, ok = s.inFiles(w, s.sources()); ok {
		return n, true
	}
	for _, key := range slices.Sorted(maps.Keys(s.Env)) {
		if name := w.In(s.Env[key]); name != "" && s.isGiven(key) {
			return named{name: name, env: key, dir: s.WorkDir}, true
		}
	}
	return n, false
}

// inFiles returns the first line of the files that has a printed word and is no comment.
func (s *Scene) inFiles(w app.Printed, list []string) (n named, ok bool) {
	for _, file := range list {
		text := s.text(file)
		if w.In(text) == "" {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if name := w.In(line); name != "" && !code.IsComment(line) {
				return named{name: name, at: code.SourceLine{File: file, Line: i + 1, Text: line}, dir: s.WorkDir}, true
			}
		}
	}
	return n, false
}

// isGiven reports whether the project gives a variable its value: others are the environment of the machine.
func (s *Scene) isGiven(key string) bool {
	_, ok := s.Gives(key)
	return ok
}

// near returns the lines around a line.
func (s *Scene) near(at, n int) []PrintedLine {
	return s.Lines[min(max(0, at-n), len(s.Lines)):min(len(s.Lines), at+n+1)]
}

// spotAt returns the spot of the error that a line belongs to, or the first one with which the failure has one.
func (s *Scene) spotAt(at int) (Spot, bool) {
	for _, spot := range s.Spots {
		if at >= spot.At-headLines && at <= spot.Last+headLines {
			return spot, true
		}
	}
	return Spot{}, false
}

// headLines is how many lines a program may print between the head of an error and its message.
const headLines = 8

// step returns a step with the server.
func (s *Scene) step(do app.StepKind) app.Step { return app.Step{Do: do, Server: s.Ref} }

// command makes a command for a shell what to do, or the declared task that runs it.
func (s *Scene) command(c *app.Claim, file, command string) *app.Claim {
	if command == "" {
		return c
	}
	for _, t := range s.Tasks {
		if does(t.Command, command) && (file == "" || t.Dir == filepath.Dir(file)) {
			project, _, _ := strings.Cut(s.Ref, "/")
			return c.Do(app.Step{Do: app.StepRun, Server: project + "/" + t.Name}, app.Sentence{})
		}
	}
	return c.Type(s.In(file, command))
}

// installs are commands that install what a package.json lists.
var installs = []string{"npm install", "npm ci", "npm i"}

// does reports whether a task does what a command does, perhaps with more options.
func does(task, command string) bool {
	if slices.Contains(installs, command) && slices.Contains(installs, task) {
		return true
	}
	rest, ok := strings.CutPrefix(task, command)
	return ok && (rest == "" || strings.HasPrefix(rest, " -"))
}

// itIs returns a claim.
func itIs(kind app.FindingKind, subject app.Name, form app.Form, facts ...app.Fact) *app.Claim {
	return &app.Claim{Kind: kind, Subject: subject, Problem: app.Say(form, facts...), Line: -1}
}

// Looked returns what was looked at.
func (s *Scene) Looked() []string {
	list := []string{strconv.Itoa(len(s.Lines)) + " lines of the run"}
	if n := len(s.calls()); n > 1 {
		list = append(list, "the command and "+strconv.Itoa(n-1)+" steps that it leads to")
	}
	if s.all != nil {
		list = append(list, strconv.Itoa(len(s.all))+" files of the project")
	}
	return append(list, "its environment", "the ports of this machine")
}
