package parse

// next parses the build reports of Next.js. Errors that a page throws are node's.
var next = Parser{
	Kind: "next", Placed: true,
	Cues: []string{"⨯ ./", "Turbopack build encountered "},
	Begin: begins(&Format{
		Head:  []*Pattern{{Expr: `^ ?⨯ ` + nextPath}, {Expr: `^Turbopack build encountered `}},
		Below: []*Pattern{{Expr: `^` + nextPath}, {Expr: `^(?:Error: )?(?:  × )?(?P<message>.+)$`}, {Expr: framePlace}},
		More:  &Pattern{Expr: `^$|^   |` + frameLine},
	}),
	Next: nextOfFormat,
	Signals: []Signal{
		{Text: "✓ Compiled", Says: Works, Clears: []string{"next", "node"}},
		{Text: "○ Compiling ", Says: Begins, OnRequest: true},
	},
}

const (
	nextPath   = `(?P<file>\./\S+?)(?::(?P<line>\d+):(?P<column>\d+))?$`
	framePlace = `─\[ ?(?P<file>.+?):(?P<line>\d+):(?P<column>\d+) ?\]`
	frameLine  = `^[ 0-9>─]*[|│^╯]`
)
