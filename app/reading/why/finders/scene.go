package finders

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/run/cage"
)

// Scene is a run that has failed or complains, with what the finders look at.
type Scene struct {
	*code.Texts
	Ref      string   // project/server to start or to change: of a hook, its server
	EnvFiles []string // declared, absolute
	Tasks    []Task
	Port     int       // declared or chosen; 0 = none
	Exit     int       // its exit code; 0 = none
	Started  time.Time // of the run; zero = unknown
	Cage     *cage.Plan
	Ready    bool // it has listened on its port
	Failed   bool // it is not up, or can't get ready: an error in its output is the cause

	Owner    func(port int) *app.PortOwner           // which other process listens there, or nil
	Declared func(port int) (server string, up bool) // that is declared to listen there; "": none

	Lines []PrintedLine
	End   int    // the index of the first line of what ended the run
	Spots []Spot // where the failure was raised, the likeliest first
}

// Aborted is the exit code of a program that ended itself by SIGABRT, as V8 does without memory.
const Aborted = 134

// Task is a declared command that could be the step.
type Task struct{ Name, Command, Dir string }

// PrintedLine is a line of the run.
type PrintedLine struct {
	Seq  int64
	Text app.Printed
}

// Spot is a place in the project that an error of the output names. The file exists, and has that line.
type Spot struct {
	File     string
	Line     int
	Message  app.Printed
	At, Last int  // the indexes of the first and last line of the error
	Said     int  // the index of the line with its message
	Exact    bool // a parser or a compiler names the line as the wrong one
}

// At returns a line of a file as people in the project write it.
func (s *Scene) At(file string, line int) app.Name {
	if line == 0 {
		return app.Known(s.Shown(file))
	}
	return app.Known(s.Shown(file) + ":" + strconv.Itoa(line))
}

// PathOf returns a path as people in the project write it.
func (s *Scene) PathOf(file string) app.Name { return app.Known(s.Shown(file)) }

// Where returns where the project names something.
func (s *Scene) Where(n code.Named) app.Name { return app.Known(n.Where(s.Workspace)) }

// Line returns a line of a source as people in the project write it.
func (s *Scene) Line(at code.SourceLine) app.Name { return app.Known(at.Shown(s.Workspace)) }

// StepAt returns where a step is written.
func (s *Scene) StepAt(step code.Step) app.Name { return app.Known(step.Where(s.Workspace)) }

// Around returns the lines around a line.
func (s *Scene) Around(at, n int) []PrintedLine {
	return s.Lines[min(max(0, at-n), len(s.Lines)):min(len(s.Lines), at+n+1)]
}

// SpotAt returns the spot of the error that a line belongs to, or the first one with which the failure has one.
func (s *Scene) SpotAt(at int) (Spot, bool) {
	for _, spot := range s.Spots {
		if at >= spot.At-headLines && at <= spot.Last+headLines {
			return spot, true
		}
	}
	return Spot{}, false
}

// QuotedAt returns what the line of a spot quotes, and so many lines above and below it.
func (s *Scene) QuotedAt(spot Spot, around int) (list []string) {
	for _, line := range s.AroundLine(spot.File, spot.Line, around+1, around) {
		for _, quoted := range code.InQuotes().FindAllString(line, 10) {
			list = append(list, quoted[1:len(quoted)-1])
		}
	}
	return list
}

// code127 matches a line that says the exit code of a shell which found no program: 127.0.0.1 is none.
var code127 = words.Lazy(`(?i)(?:exit\w*|code|status|err\w*|fehler|\*\*\*)\D{0,24}\b127(?:[^.\d]|\.\D|\.?$)`)

// notFound reports whether a program of the run was not found by a shell, by its exit code or the lines about it.
func (s *Scene) notFound() bool {
	return s.Exit == 127 || slices.ContainsFunc(s.Lines[min(s.End, len(s.Lines)):], func(l PrintedLine) bool {
		return l.Text.Fits(code127())
	})
}

// headLines is how many lines a program may print between the head of an error and its message.
const headLines = 8

// Prints reports whether a line of a source is what prints a line of the run: it has all of it, and observes nothing.
func (s *Scene) Prints(source string, at int) bool {
	return at >= 0 && s.Lines[at].Text.In(source) != ""
}

// Server returns the name of the server to start or to change.
func (s *Scene) Server() app.Name { return app.Known(s.Ref) }

// Command makes a command for a shell what to do, or the declared task that runs it.
func (s *Scene) Command(c *app.Claim, file, command string) *app.Claim {
	if command == "" {
		return c
	}
	for _, t := range s.Tasks {
		if does(t.Command, command) && (file == "" || t.Dir == filepath.Dir(file)) {
			project, _, _ := strings.Cut(s.Ref, "/")
			return c.Do(app.StepRun, app.Known(project+"/"+t.Name))
		}
	}
	return c.Type(app.Known(s.In(file, command)))
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

// Looked returns what was looked at.
func (s *Scene) Looked() []string {
	list := []string{words.Count(len(s.Lines), "line") + " of the run"}
	if n := len(s.Calls()); n > 1 {
		list = append(list, "the command and "+strconv.Itoa(n-1)+" steps that it leads to")
	}
	if n := s.Searched(); n > 0 {
		list = append(list, words.Count(n, "file")+" of the project")
	}
	return append(list, "its environment", "the ports of this machine")
}
