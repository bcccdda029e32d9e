package parse

import "strings"

// java parses stack traces of the JVM and reports of javac and Maven, and knows when Spring has started.
var java = Parser{
	Kind: "java", Absorbs: true,
	Cues: []string{"\tat ", ".java:", ".kt:"}, Files: []string{".java"},
	Begin:   beginJava,
	Next:    nextJava,
	Signals: []Signal{{Text: "Started ", Is: springStarted.Matches, Says: Works, Clears: program}},
}

var (
	springStarted = Pattern{Expr: `: Started \w+ in [\d.]+ seconds`}
	javaFrame     = Pattern{Expr: `^\s+at ([\w.$<>/@-]+)\((\w+\.(?:java|kt|scala|groovy)):(\d+)\)`}
	javaNative    = Pattern{Expr: `^\s+at [\w.$<>/@-]+\((?:Native Method|Unknown Source)\)`} // has no place
	javaMore      = Pattern{Expr: `^\tat |^Caused by: |^\t\.\.\.|^\tSuppressed: `}
	javaThread    = Pattern{Expr: `^Exception in thread "[^"]*" (.+)$`}
)

// notOursJava matches packages that the project doesn't contain.
var notOursJava = Pattern{Expr: `^(?:javax?|jakarta|sun|jdk|com\.sun|kotlinx?|scala|reactor|java\.base/.*|io\.netty|com\.fasterxml|` +
	`org\.(?:springframework|apache|hibernate|eclipse))\.`}

// levelOf returns the level for a compiler's word.
func levelOf(word string) string {
	if word = strings.ToLower(word); strings.HasPrefix(word, "w") || word == "notice" || word == "deprecated" {
		return "warn"
	}
	return "error"
}

func beginJava(text, prev string) *Reading {
	if !javaFrame.Matches(text) && !javaNative.Matches(text) || strings.TrimSpace(prev) == "" {
		return nil
	}
	r := &Reading{Ready: true, Back: 1, Finding: Finding{Message: prev}}
	if m := javaThread.Find(prev); m != nil {
		r.Message = m[1]
	}
	nextJava(r, text)
	return r
}

func nextJava(r *Reading, text string) bool {
	m := javaFrame.Find(text)
	if m == nil {
		return javaMore.Matches(text)
	}
	rank := Ours
	if notOursJava.Matches(m[1]) {
		rank = Theirs
	}
	if rank > r.Rank {
		r.Rank, r.File, r.Line = rank, m[2], Number(m[3])
	}
	return true
}
