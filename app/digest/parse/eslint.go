package parse

// eslint reads the report that ESLint can't work. Its findings are a table, which the grammar reads.
var eslint = Parser{
	Kind: "eslint", Cues: []string{"Oops! Something went wrong! :("},
	Begin: begins(&Format{
		Head:   []*Pattern{{Expr: `^Oops! Something went wrong! :\($`}},
		Below:  []*Pattern{{Expr: `^(?P<message>\S.*)$`}},
		More:   &Pattern{Expr: `^    `},
		Counts: &Pattern{Expr: `^ESLint: `},
	}),
	Next: nextOfFormat,
}
