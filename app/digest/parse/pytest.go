package parse

// pytest parses its long reports. The summary at the end repeats them.
var pytest = Parser{
	Kind: "pytest", Absorbs: true,
	Cues:  []string{"E   ", "ERROR collecting ", "ERROR ", "FAILED ", ".py:"},
	Begin: begins(&ptTold, &ptCollect, &ptBrief, &ptMessage), Next: nextOfFormat,
}

const (
	ptError = `^E   \s*(?P<message>\S.*)$`
	ptPlace = `^(?P<file>\S+\.py):(?P<line>\d+)(?:: |$)`
	ptFrame = `^E\s+File "(?P<file>[^"]+)", line (?P<line>\d+)`
)

// Formats of a report: what the lines with E tell anyway, of a failed import, with --tb=short, and of a failed test. Of
// the places the last one counts.
var (
	ptTold = Format{
		Head: []*Pattern{{Expr: `^_+ ERROR at \w+ of .+ _+$`}, {Expr: `^(?:ERROR|FAILED) \S+\.py(?:::\S+)?(?: - .*)?$`}},
		More: &Pattern{Expr: `^E  `}, Silent: true,
	}
	ptCollect = Format{
		Head:  []*Pattern{{Expr: `^_+ ERROR collecting (?P<file>\S+) _+$`}},
		Below: []*Pattern{{Expr: ptFrame}, {Expr: ptPlace}, {Expr: `^E   (?P<message>\S.*)$`}},
		More:  &Pattern{Expr: `^E  `}, Last: true,
	}
	ptBrief = Format{
		Head:  []*Pattern{{Expr: `^(?P<file>\S+\.py):(?P<line>\d+): in \S+$`}},
		Below: []*Pattern{{Expr: ptFrame}, {Expr: ptPlace}, {Expr: `^E   (?P<message>\S.*)$`}},
		More:  &Pattern{Expr: `^    |^E  `}, Last: true,
	}
	ptMessage = Format{
		Head: []*Pattern{{Expr: ptError}},
		Below: []*Pattern{{Expr: ptPlace}, {Expr: `^(?P<below>(?:During handling of|The above exception was) .*)$`},
			{Expr: ptError}},
		More: &Pattern{Expr: `^$|^E  |^>`}, Last: true,
	}
)
