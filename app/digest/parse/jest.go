package parse

// jest parses its reports of failed tests.
var jest = Parser{
	Kind: "jest", Placed: true,
	Cues: []string{"● "},
	Begin: begins(&Format{
		Head: []*Pattern{{Expr: `^  ● [^C\s]|^  ● C[^o]`}},
		Below: []*Pattern{
			{Expr: `^ {6,}at .*?\(?(?P<file>[^()\s]+):(?P<line>\d+):(?P<column>\d+)\)?$`},
			{Expr: `^\s+(?:(?P<below>Details:)|(?P<message>\S.*))$`},
			{Expr: `^\s+(?P<also>(?:Expected|Received).*)$`},
		},
		More: &Pattern{Expr: `^\s*$|^    `},
	}),
	Next:    nextOfFormat,
	Signals: []Signal{{Text: "Ran all test suites", Says: Ends}, {Text: "Determining test suites to run", Says: Begins}},
}

// vitest parses its reports of failed tests.
var vitest = Parser{
	Kind: "vitest", Placed: true,
	Cues: []string{" FAIL  "},
	Begin: begins(&Format{
		Head: []*Pattern{{Expr: `^ FAIL  .* [>[] `}},
		Below: []*Pattern{
			{Expr: `^ ❯ (?:.* )?(?P<file>\S+):(?P<line>\d+):(?P<column>\d+)$`},
			{Expr: `^(?: FAIL  .*|(?P<message>.+))$`},
		},
		More: &Pattern{Expr: `^[^⎯]|^$`},
	}),
	Next: nextOfFormat,
	Signals: []Signal{
		{Text: " RERUN ", Says: Begins},
		{Text: "Waiting for file changes...", Is: fits(`PASS`), Says: Works, Whole: true},
		{Text: "Tests failed. Watching for file changes", Says: Fails, Whole: true},
	},
}
