package parse

import "strings"

// esbuild parses its reports, also as tsup, wrangler and others print them.
var esbuild = Parser{
	Kind: "esbuild", Placed: true,
	Cues:  []string{"[ERROR] ", "[WARNING] "},
	Begin: beginEsbuild, Next: nextEsbuild,
	Signals: []Signal{
		{Text: "[watch] build started", Says: Begins},
		{Text: "[watch] build finished", Says: Ends},
	},
}

var (
	esbuildHead  = Pattern{Expr: `^\s*[✘X▲] \[(ERROR|WARNING)\] (.+)$`}
	esbuildPlace = Pattern{Expr: `^    (\S.*):(\d+):(\d+):$`}
)

func beginEsbuild(text, _ string) *Reading {
	m := esbuildHead.Find(text)
	if m == nil {
		return nil
	}
	return &Reading{Ready: true, Finding: Finding{Level: levelOf(m[1]), Message: m[2]}}
}

func nextEsbuild(r *Reading, text string) bool {
	if m := esbuildPlace.Find(text); m != nil && r.Line == 0 {
		r.File, r.Line, r.Column = m[1], Number(m[2]), Number(m[3])+1 // it counts columns from 0
		return true
	}
	return text == "" && r.step < 2 && r.skipped() || strings.HasPrefix(text, "    ")
}

// skipped counts an empty line.
func (r *Reading) skipped() bool { r.step++; return true }

var esbuildThrown = Pattern{Expr: `^(\S.*):(\d+):(\d+): ERROR: (.+)$`}

// bundler turns r into an error of esbuild if text is one, as thrown: "Transform failed with 1 error:", then this line.
func (r *Reading) bundler(text string) bool {
	m := esbuildThrown.Find(text)
	if m == nil {
		return false
	}
	r.Parser, r.Ready = &esbuild, true
	r.Finding = Finding{Kind: esbuild.Kind, Message: m[4], File: m[1], Line: Number(m[2]), Column: Number(m[3]) + 1}
	return true
}
