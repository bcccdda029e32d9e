package parse

import "strings"

// pytest parses its long reports. The summary at the end repeats them.
var pytest = Parser{
	Kind: "pytest", Absorbs: true,
	Cues:  []string{"E   ", "ERROR collecting ", "ERROR ", "FAILED ", ".py:"},
	Begin: beginPytest, Next: nextPytest,
}

// Steps of a report.
const (
	ptMessage = iota + 1 // the lines with E, then the place
	ptCollect            // of a failed import: the places, then the line with E
	ptBrief              // --tb=short: the places, each with its code, then the lines with E
	ptDone
	ptPlaced // an empty line, and a sentence before another exception
	ptChain  // the other exception
)

var (
	ptError   = Pattern{Expr: `^E   \s*(\S.*)$`}
	ptPlace   = Pattern{Expr: `^(\S+\.py):(\d+)(?:: |$)`}
	ptShort   = Pattern{Expr: `^(\S+\.py):(\d+): in \S+$`}
	ptFile    = Pattern{Expr: `^_+ ERROR (?:collecting (\S+)|at \w+ of .+) _+$`}
	ptSummary = Pattern{Expr: `^(?:ERROR|FAILED) \S+\.py(?:::\S+)?(?: - .*)?$`}
)

func beginPytest(text, _ string) *Reading {
	if m := ptFile.Find(text); m != nil && m[1] == "" {
		return &Reading{step: ptDone}
	} else if m != nil {
		return &Reading{step: ptCollect, Finding: Finding{File: m[1]}}
	}
	if m := ptShort.Find(text); m != nil {
		r := &Reading{step: ptBrief}
		r.at(m[1], m[2], "", true)
		return r
	}
	if ptSummary.Find(text) != nil {
		return &Reading{step: ptDone}
	}
	if m := ptError.Find(text); m != nil {
		return &Reading{step: ptMessage, Ready: true, Finding: Finding{Message: m[1]}}
	}
	return nil
}

func nextPytest(r *Reading, text string) bool {
	switch r.step {
	case ptMessage:
		if m := ptPlace.Find(text); m != nil {
			r.at(m[1], m[2], "", true)
			r.step = ptPlaced
			return true
		}
		return text == "" || strings.HasPrefix(text, "E  ") || strings.HasPrefix(text, ">")
	case ptBrief:
		if m := ptPlace.Find(text); m != nil {
			r.at(m[1], m[2], "", true)
			return true
		}
		return strings.HasPrefix(text, "    ") || strings.HasPrefix(text, "E   ") && r.collected(text)
	case ptPlaced:
		return r.ptChain(text)
	case ptChain:
		if m := ptError.Find(text); m != nil {
			r.Message, r.Ready, r.step = m[1], true, ptMessage
		}
		return true
	case ptCollect:
		if m := ptPlace.Find(text); m != nil {
			r.at(m[1], m[2], "", true)
		}
		return r.collected(text)
	}
	return strings.HasPrefix(text, "E  ")
}

// ptChain reports whether another exception was thrown while this one was handled: the last one counts.
func (r *Reading) ptChain(text string) bool {
	if strings.HasPrefix(text, "During handling of the above") || strings.HasPrefix(text, "The above exception was") {
		r.step, r.Ready = ptChain, false
		return true
	}
	return text == ""
}

// collected parses the lines with E of a failed import. Those of a syntax error name the place.
func (r *Reading) collected(text string) bool {
	m := ptError.Find(text)
	if m == nil {
		return !r.Ready
	}
	if at := pyFrame.Find(m[1]); at != nil {
		r.at(at[1], at[2], "", true)
	} else if !strings.HasPrefix(text, "E    ") && !r.Ready {
		r.Message, r.Ready = m[1], true
	}
	return true
}
