package digest

// Parser knows the errors of one family of tools. To add one: a file with its variable, a line in parsers, a sample
// under testdata.
type Parser struct {
	Kind string
	// Cues are texts, the rarer the better. Each first line of an error contains one; other lines are not parsed.
	Cues []string
	// Placed says that the place is part of the identity, as in reports of compilers. Errors of a running program stay
	// the same when an edit moves them.
	Placed bool
	// Absorbs says that a line with an error level just before is part of it, as loggers print one before a traceback.
	Absorbs bool
	// Might reports whether a line with a cue can be a first line, more cheaply than Begin; nil = always. It is for cues
	// that are frequent in normal output.
	Might func(text []byte) bool
	// Begin parses a line with a cue. It returns nil unless an error begins with it. prev is the line before.
	Begin func(text, prev string) *Reading
	// Next parses the next line, and reports whether it belongs to the error. nil: errors have one line.
	Next func(r *Reading, text string) bool
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
	Spares func(text string, e Error, edited bool) bool
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

	step    int       // the state of its parser
	pad     string    // prefix of every line
	held    string    // text that its parser needs later
	rank    int       // of its place
	lines   int       // so far
	back    int       // how many lines before the first one belong to it
	others  []Finding // errors that were completed meanwhile, by the last line alone
	maybe   []Finding // errors if the test that printed them fails
	unnamed bool      // its message is unknown: it may have been logged before
	prose   int       // lines of prose since the first one
	over    bool      // its parser knows no more lines of it
	general block     // what the general rules know of it

	parser   *Parser
	from, to lineRef
}

// parsers are tried in this order.
var parsers = []*Parser{&python, &pytest, &vite, &esbuild, &webpack, &next, &typescript, &eslint, &golang, &rust, &java, &ruby, &php, &jest, &vitest, &node, &levels}
