package digest

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

var nextHead = pattern{expr: `^ ?⨯ (\./\S+?)(?::(\d+):(\d+))?$`}

// nextTurbo begins a report of Turbopack.
const nextTurbo = "Turbopack build encountered "

// nextFile is the step in which the next line has the file.
const nextFile = 1

var nextPath = pattern{expr: `^(\./\S*?)(?::(\d+):(\d+))?$`}

func beginNext(text, _ string) *Reading {
	if strings.HasPrefix(text, nextTurbo) {
		return &Reading{step: nextFile}
	}
	m := nextHead.find(text)
	if m == nil {
		return nil
	}
	return &Reading{Finding: Finding{File: m[1], Line: number(m[2]), Column: number(m[3])}}
}

func nextNext(r *Reading, text string) bool {
	if r.step == nextFile {
		m := nextPath.find(text)
		if m != nil {
			r.File, r.Line, r.Column, r.step = m[1], number(m[2]), number(m[3]), 0
		}
		return m != nil
	}
	if !r.Ready && text != "" {
		r.Message, r.Ready = strings.TrimPrefix(strings.TrimPrefix(text, "Error: "), "  × "), true
		return true
	}
	if m := viteFrame.find(text); m != nil && r.Line == 0 {
		r.Line, r.Column = number(m[2]), number(m[3])
	}
	return isFrameLine(text) || text == "" && r.Line == 0 || strings.HasPrefix(text, "   ")
}
