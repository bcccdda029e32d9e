package digest

import "strings"

// pytest knows its long reports; the summary at the end repeats them.
var pytest = Parser{
	Kind: "pytest", Absorbs: true,
	Cues:  []string{"E   ", "ERROR collecting ", "ERROR ", "FAILED "},
	Begin: beginPytest, Next: nextPytest,
}

// The steps of a report.
const (
	ptMessage = iota + 1 // the lines of E, then the place
	ptCollect            // of what could not be imported: the places, then the line of E
	ptDone
)

var (
	ptError   = pattern{expr: `^E   \s*(\S.*)$`}
	ptPlace   = pattern{expr: `^(\S+\.py):(\d+): `}
	ptFile    = pattern{expr: `^_+ ERROR collecting (\S+) _+$`}
	ptSummary = pattern{expr: `^(?:ERROR|FAILED) \S+\.py(?:::\S+)?(?: - .*)?$`}
)

func beginPytest(text, _ string) *Reading {
	if m := ptFile.find(text); m != nil {
		return &Reading{step: ptCollect, Finding: Finding{File: m[1]}}
	}
	if ptSummary.find(text) != nil {
		return &Reading{step: ptDone}
	}
	if m := ptError.find(text); m != nil {
		return &Reading{step: ptMessage, Ready: true, Finding: Finding{Message: m[1]}}
	}
	return nil
}

func nextPytest(r *Reading, text string) bool {
	switch r.step {
	case ptMessage:
		if m := ptPlace.find(text); m != nil {
			r.at(m[1], m[2], "", true)
			r.step = ptDone
			return true
		}
		return text == "" || strings.HasPrefix(text, "E  ")
	case ptCollect:
		if m := ptPlace.find(text); m != nil {
			r.at(m[1], m[2], "", true)
		}
		if m := ptError.find(text); m != nil {
			r.Message, r.Ready, r.step = m[1], true, ptDone
		}
		return true
	}
	return strings.HasPrefix(text, "E  ")
}
