package parse

import "strings"

// webpack parses its reports and those of rspack.
var webpack = Parser{
	Kind: "webpack", Placed: true,
	Cues:  []string{"ERROR in ", "WARNING in ", "<e> [webpack", "<w> [webpack"},
	Begin: beginWebpack, Next: nextWebpack,
	Signals: []Signal{
		{Text: "compiled successfully", Says: Works, Whole: true, Clears: []string{"webpack", "typescript", "eslint"}},
		{Text: " compiled with ", Is: func(text string) bool { return strings.Contains(text, " error") }, Says: Fails, Whole: true},
		{Text: " compiled with ", Says: Works, Whole: true},
	},
}

var webpackHead = Pattern{Expr: `^(ERROR|WARNING) in (\S+?)(?:[ :](\d+):(\d+)(?:-[\d:]+)?)?$`}

// webpackServe matches messages of the dev server itself.
var webpackServe = Pattern{Expr: `^<([ew])> (\[webpack-dev-\w+\] .+)$`}

// webpackAt matches the module and place once more, webpackTS a report of ts-loader.
var (
	webpackAt = Pattern{Expr: `^\./\S+ \d+:\d+(?:-[\d:]+)?$`}
	webpackTS = Pattern{Expr: `^\[tsl\] (?:ERROR|WARNING) in (\S+)\((\d+),(\d+)\)$`}
)

// webpackCause matches the cause of the message above, webpackFrame the place in the module, as rspack prints them.
var (
	webpackCause = Pattern{Expr: `^ *╰─▶ +[×⚠] (.+)$`}
	webpackFrame = Pattern{Expr: `^ *╭─\[(\d+):(\d+)\]$`}
)

// wpServe is the step after a message of one line.
const wpServe = 1

func beginWebpack(text, _ string) *Reading {
	if m := webpackServe.Find(text); m != nil {
		return &Reading{Ready: true, step: wpServe, Finding: Finding{Level: map[string]string{"e": "error", "w": "warn"}[m[1]], Message: m[2]}}
	}
	m := webpackHead.Find(text)
	if m == nil {
		return nil
	}
	r := &Reading{Finding: Finding{Level: levelOf(m[1]), File: m[2], Line: Number(m[3])}}
	if r.Line > 0 {
		r.Column = Number(m[4]) + 1 // it counts columns from 0
	}
	return r
}

func nextWebpack(r *Reading, text string) bool {
	if !r.Ready && text != "" {
		if webpackAt.Find(text) != nil {
			return true
		}
		if m := webpackTS.Find(text); m != nil {
			r.Kind, r.File, r.Line, r.Column = typescript.Kind, m[1], Number(m[2]), Number(m[3])
			return true
		}
		r.Message, r.Ready = strings.TrimPrefix(text, "  × "), true
		return true
	}
	if m := webpackCause.Find(text); m != nil && strings.HasSuffix(r.Message, ":") {
		r.Message = m[1]
	} else if m := webpackFrame.Find(text); m != nil && r.Line == 0 {
		r.Line, r.Column = Number(m[1]), Number(m[2])+1
	}
	return text != "" && r.step != wpServe
}
