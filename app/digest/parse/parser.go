package parse

import "time"

// MaxText is how many bytes of a line are parsed.
const MaxText = 2000

// Parser knows the errors of one family of tools. To add one: a file with its variable, a line in All, a sample
// under testdata/parsed.
type Parser struct {
	Kind string
	// Cues are texts, the rarer the better. Each first line of an error contains one; other lines are not parsed.
	Cues []string
	// Placed says that the place is part of the identity, as in reports of compilers. Errors of a running program stay
	// the same when an edit moves them.
	Placed bool
	// Absorbs says that a line with an error level just before is part of it, as loggers print one before a traceback.
	Absorbs bool
	// Begin parses a line with a cue. It returns nil unless an error begins with it. prev is the line before.
	Begin func(text, prev string) *Reading
	// Next parses the next line, and reports whether it belongs to the error. nil: errors have one line.
	Next func(r *Reading, text string) bool
	// Head matches the first line of an error of a tool whose errors the grammar reads.
	Head Pattern
	// Files are the extensions of the sources that only this tool reports errors in, if nothing else names it.
	Files []string
	// FromZero says that it counts columns from 0.
	FromZero bool
	// Signals are lines with which the tool reports on its work.
	Signals []Signal
}

// Signal is a line with which a tool reports that a build or a restart has begun or ended.
type Signal struct {
	Text string                 // that the line contains; it is a cue
	Is   func(text string) bool // whether the line really is the signal; nil = always
	Says Said
	// Clears are the kinds of errors that Works fixes; nil = those of the parser; "*" = all.
	Clears []string
	// Spares reports which of them stay; nil = none. edited: the error's file was written since the error came.
	Spares func(text string, f Finding, edited bool) bool
	// Whole says that the tool reports all its errors in each build, as compilers do: one that it didn't report again is
	// fixed.
	Whole bool
	// OnRequest says of Begins that somebody requested a page, not that a file changed.
	OnRequest bool
	// Same says of Begins that the rebuild has begun before: this is its next step.
	Same bool
}

// Said is the meaning of a signal.
type Said int

// Meanings of a signal.
const (
	Begins  Said = iota + 1 // a build or a restart begins
	Works                   // it succeeded
	Fails                   // it failed
	Ends                    // Fails if there were errors since it began, else Works
	Notices                 // it has noticed a change, and looks at the file when that is requested
)

// Finding is an error as printed once.
type Finding struct {
	Kind    string
	Level   string // error or warn
	Message string
	File    string // as printed; "" = unknown
	Line    int    // from 1; 0 = unknown
	Column  int    // from 1; 0 = unknown
}

// Reading is a Finding that is being parsed.
type Reading struct {
	Finding
	Ready bool // it is complete enough to count if nothing more comes

	format *Format   // of it, if it has one
	step   int       // the state of its parser
	pad    string    // prefix of every line
	maybe  []Finding // errors if the test that printed them fails

	Held    string    // text that is needed later
	Rank    int       // of its place
	Lines   int       // so far
	Back    int       // how many lines before the first one belong to it
	Others  []Finding // errors that were completed meanwhile, by the last line alone
	Unnamed bool      // its message is unknown: it may have been logged before
	Prose   int       // lines of prose since the first one
	Over    bool      // its parser knows no more lines of it
	Block   Block     // what the general rules know of it

	Parser   *Parser
	From, To LineRef
}

// LineRef is a line of the transcript.
type LineRef struct {
	Seq int64
	At  time.Time
}

// Block is what the general rules know of an open error.
type Block struct {
	Rank    int  // of its place
	Indent  int  // of its first line
	Header  bool // its first line is a place, the message follows
	Table   bool // its first line is a file, rows follow
	Sure    bool // the project has this file
	Blanks  int  // empty lines in a row
	Quoted  int  // number of the quoted line of source
	Guessed int  // which of its lines was taken as the message, without a sign that it is
	Heading bool // it says nothing of its own
	Titled  bool // its first line is the title of a failed test
}

// All are the parsers, in the order in which they are tried.
var All = []*Parser{&python, &pytest, &vite, &esbuild, &webpack, &next, &typescript, &eslint, &golang, &rust, &java,
	&ruby, &php, &jest, &vitest, &Node, &Levels}
