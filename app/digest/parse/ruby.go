package parse

// ruby parses uncaught exceptions and the logs of Rails and Sinatra.
var ruby = Parser{
	Kind: "ruby", Absorbs: true,
	Cues: []string{".rb:", ".rb>:", ":in '", ":in `", "Error - ", "Error (", "NotFound (", "Exception - ", "Invalid (",
		": #<"},
	Begin:   begins(&rubyThrown, &rubyLogged),
	Next:    nextOfFormat,
	Signals: []Signal{{Text: "* Listening on ", Says: Works, Clears: program}},
}

const (
	rubyName  = `(?P<name>[A-Z]\w*(?:::\w+)*`
	rubyFrame = "^\\s*(?:from )?(?P<file>\\S+\\.(?:rb>?|ru|rake|erb|haml|slim)):(?P<line>\\d+)(?::in .*'|:in \\S*|)$"
)

// rubyThrown ends the process, or is printed by Puma. rubyLogged is an error only if a place follows.
var (
	rubyThrown = Format{
		Head: []*Pattern{
			{Expr: "^(?P<file>\\S+):(?P<line>\\d+):in [`'].*?': (?P<message>.+) \\((?P<name>\\w+(?:::\\w+)*)\\)$"},
			{Expr: `^(?P<file>\S+\.rb):(?P<line>\d+): (?P<message>syntax error.*|.* \(SyntaxError\))$`},
			{Expr: `^(?:\S+ \S+ \S+ )?Rack app .*: #<(?P<name>\w+(?:::\w+)*): (?P<message>.*)>$`},
		},
		Below: []*Pattern{{Expr: rubyFrame}, {Expr: "^\\s+from (?P<file>\\S+):(?P<line>\\d+):in [`'].*'$"}},
		More:  &Pattern{Expr: `^\t`},
	}
	rubyLogged = Format{
		Placed: true,
		Head: []*Pattern{
			{Expr: `^(?:.* - )?` + rubyName + `) - (?P<message>.+)$`},
			{Expr: `^(?:.* - )?` + rubyName + `) \((?P<message>.+)\):$`},
			{Expr: `^` + rubyName + `(?:Error|Exception|NotFound|Invalid)) \((?P<message>.+)$`}, // with more lines
		},
		Below: []*Pattern{{Expr: rubyFrame}, {Expr: `^(?P<file>\S+\.rb):(?P<line>\d+): syntax error`}},
		More:  &Pattern{Expr: `^\t`},
	}
)
