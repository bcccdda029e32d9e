package parse

import "strings"

// next parses the build reports of Next.js. Errors that a page throws are node's.
var next = Parser{
	Kind: "next", Placed: true,
	Cues:  []string{"⨯ ./", nextTurbo},
	Begin: beginNext, Next: nextNext,
	Signals: []Signal{
		{Text: "✓ Compiled", Says: Works, Clears: []string{"next", "node"}},
		{Text: "○ Compiling ", Says: Begins, OnRequest: true},
	},
}

var nextHead = Pattern{Expr: `^ ?⨯ (\./\S+?)(?::(\d+):(\d+))?$`}

// nextTurbo begins a report of Turbopack.
const nextTurbo = "Turbopack build encountered "

// nextFile is the step in which the next line has the file.
const nextFile = 1

var nextPath = Pattern{Expr: `^(\./\S*?)(?::(\d+):(\d+))?$`}

func beginNext(text, _ string) *Reading {
	if strings.HasPrefix(text, nextTurbo) {
		return &Reading{step: nextFile}
	}
	m := nextHead.Find(text)
	if m == nil {
		return nil
	}
	return &Reading{Finding: Finding{File: m[1], Line: Number(m[2]), Column: Number(m[3])}}
}

func nextNext(r *Reading, text string) bool {
	if r.step == nextFile {
		m := nextPath.Find(text)
		if m != nil {
			r.File, r.Line, r.Column, r.step = m[1], Number(m[2]), Number(m[3]), 0
		}
		return m != nil
	}
	if !r.Ready && text != "" {
		r.Message, r.Ready = strings.TrimPrefix(strings.TrimPrefix(text, "Error: "), "  × "), true
		return true
	}
	if m := viteFrame.Find(text); m != nil && r.Line == 0 {
		r.Line, r.Column = Number(m[2]), Number(m[3])
	}
	return IsFrameLine(text) || text == "" && r.Line == 0 || strings.HasPrefix(text, "   ")
}
