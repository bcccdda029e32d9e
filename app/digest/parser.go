package digest

// Parser knows the errors that one family of tools prints. Adding one: a file with its variable, a line in parsers, a sample under testdata.
type Parser struct {
	Kind string
	// Cues are texts of which each first line of an error, and each signal, holds one: other lines are not looked at. The rarer the better.
	Cues []string
	// Placed says that the place belongs to the identity, as in what compilers report; errors of a running program are the same wherever
	// an edit has moved them.
	Placed bool
	// Absorbs says that a line with an error level just before is part of it, as loggers announce tracebacks.
	Absorbs bool
	// Might tells whether a line that holds a cue can be a first line, at less cost than Begin; nil = any can. For cues that all output is full of.
	Might func(text []byte) bool
	// Begin looks at a line that holds a cue: nil, unless an error begins with it. prev is the line before.
	Begin func(text, prev string) *Reading
	// Next looks at the line after: false, unless it belongs to the error. nil: errors of one line.
	Next func(r *Reading, text string) bool
	// Signals are lines by which the tool says how its work went.
	Signals []Signal
}

// Signal is a line by which a tool says that it has begun or ended to build, or to start anew.
type Signal struct {
	Text string                 // which the line holds; it is a cue
	Is   func(text string) bool // whether it really is one; nil = always
	Says Said
	// Clears are the kinds of errors that are gone when it Works; nil = those of the parser; everything for "*".
	Clears []string
	// Spares tells which of them stay although it Works; nil = none. edited: the error's file was written since the error came.
	Spares func(text string, e Error, edited bool) bool
}

// Said is what a signal says.
type Said int

// What a signal says.
const (
	Begins Said = iota + 1 // to build, or to start anew
	Works                  // it was built, or started
	Fails                  // it was not; errors from before that were not printed again are gone
	Ends                   // Fails if there were errors since it began, else Works
)

// Finding is one error as it was printed once.
type Finding struct {
	Kind    string
	Level   string // error or warn
	Message string
	File    string // as printed; "" = not said
	Line    int    // 1 is the first; 0 = not said
	Column  int    // 1 is the first; 0 = not said
}

// Reading is a finding in the making.
type Reading struct {
	Finding
	Ready bool // it has what it needs: it counts, even if nothing more comes

	step   int       // where in its format it is, for its parser
	pad    string    // what every line begins with
	held   string    // what its parser may need later
	rank   int       // how good its place is
	lines  int       // that it has
	back   int       // how many lines before the first one belong to it
	others []Finding // errors that were complete in between; each has the last line alone
	maybe  []Finding // what is an error if the test fails that said it
	unsaid bool      // its message is not known: it may have been logged before
	prose  int       // how many lines were waited for that say nothing

	parser   *Parser
	from, to place
}

// parsers is the table of all that are known. Of two that could begin with the same line the first one is asked first.
var parsers = []*Parser{&python, &pytest, &vite, &esbuild, &webpack, &next, &typescript, &eslint, &golang, &rust, &java, &ruby, &php, &jest, &vitest, &node, &levels}
