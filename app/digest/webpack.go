package digest

import "strings"

// webpack knows what it and rspack report.
var webpack = Parser{
	Kind: "webpack", Placed: true,
	Cues:  []string{"ERROR in ", "WARNING in "},
	Begin: beginWebpack, Next: nextWebpack,
	Signals: []Signal{
		{Text: "compiled successfully", Says: Works, Clears: []string{"webpack", "typescript", "eslint"}},
		{Text: " compiled with ", Is: func(text string) bool { return strings.Contains(text, " error") }, Says: Fails},
		{Text: " compiled with ", Says: Works},
	},
}

var webpackHead = pattern{expr: `^(ERROR|WARNING) in (\S+?)(?:[ :](\d+):(\d+)(?:-[\d:]+)?)?$`}

func beginWebpack(text, _ string) *Reading {
	m := webpackHead.find(text)
	if m == nil {
		return nil
	}
	r := &Reading{Finding: Finding{Level: levelOf(m[1]), File: m[2], Line: number(m[3])}}
	if r.Line > 0 {
		r.Column = number(m[4]) + 1 // it counts columns from 0
	}
	return r
}

func nextWebpack(r *Reading, text string) bool {
	if !r.Ready && text != "" {
		r.Message, r.Ready = text, true
		return true
	}
	return text != ""
}
