package digest

// eslint knows its usual format: a file, and indented below a line for each finding.
var eslint = Parser{
	Kind: "eslint", Placed: true,
	Cues:  []string{".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".vue", ".svelte"},
	Begin: beginEslint, Next: nextEslint,
}

var (
	eslintFile = pattern{expr: `^(/.*|[A-Za-z]:\\.*)\.(?:[cm]?[jt]sx?|vue|svelte)$`}
	eslintRow  = pattern{expr: `^  +(\d+):(\d+)  +(error|warning)  +(\S.*?)(?:  +(\S+))?$`}
)

func beginEslint(text, _ string) *Reading {
	if eslintFile.find(text) == nil {
		return nil
	}
	return &Reading{Finding: Finding{File: text}}
}

func nextEslint(r *Reading, text string) bool {
	m := eslintRow.find(text)
	if m == nil {
		return false
	}
	f := Finding{Level: levelOf(m[3]), Message: m[4], File: r.File, Line: number(m[1]), Column: number(m[2])}
	if m[5] != "" {
		f.Message += " (" + m[5] + ")"
	}
	r.others = append(r.others, f)
	return true
}
