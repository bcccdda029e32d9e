package parse

import "strings"

// eslint parses its usual format: a file, then an indented line per finding.
var eslint = Parser{
	Kind: "eslint", Placed: true,
	Cues:  []string{".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".vue", ".svelte", eslintOops},
	Might: mightBeEslint, Begin: beginEslint, Next: nextEslint,
}

var (
	eslintFile = Pattern{Expr: `^(/.*|[A-Za-z]:\\.*)\.(?:[cm]?[jt]sx?|vue|svelte)$`}
	eslintRow  = Pattern{Expr: `^  +(\d+):(\d+)  +(error|warning)  +(\S.*?)(?:  +(\S+))?$`}
)

// eslintOops begins the report that it cannot work; the reason follows.
const eslintOops = "Oops! Something went wrong! :("

// mightBeEslint reports whether text may be a path alone, unlike a request for a script.
func mightBeEslint(text []byte) bool {
	return len(text) > 2 && (text[0] == '/' || text[1] == ':' && text[2] == '\\') || string(text) == eslintOops
}

// Steps of the report that it cannot work.
const (
	esVersion = iota + 1
	esMessage
	esStack
)

func beginEslint(text, _ string) *Reading {
	if text == eslintOops {
		return &Reading{step: esVersion}
	}
	if eslintFile.Find(text) == nil {
		return nil
	}
	return &Reading{Finding: Finding{File: text}}
}

func nextEslint(r *Reading, text string) bool {
	if r.step > 0 {
		return r.oops(text)
	}
	m := eslintRow.Find(text)
	if m == nil {
		return false
	}
	f := Finding{Level: levelOf(m[3]), Message: m[4], File: r.File, Line: Number(m[1]), Column: Number(m[2])}
	if m[5] != "" {
		f.Message += " (" + m[5] + ")"
	}
	r.Others = append(r.Others, f)
	return true
}

// oops parses the reason why ESLint cannot work.
func (r *Reading) oops(text string) bool {
	switch {
	case r.step == esStack:
		return strings.HasPrefix(text, "    ")
	case text == "":
	case r.step == esVersion:
		r.step = esMessage
		return strings.HasPrefix(text, "ESLint: ")
	default:
		r.Message, r.Ready, r.step = text, true, esStack
	}
	return true
}
